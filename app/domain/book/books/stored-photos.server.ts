import { buffer } from "node:stream/consumers";
import { storage } from "~/adapters/adapters.server";
import { keepGuess } from "~/domain/diary/photos/photo-changes.server";
import type { BookKind, BookSource, PhotoKeys } from "./book-reader.server";
import type { BookPhotos } from "./photo-gathering.server";

/** The key of a photo's file for one edition. */
export const keyFor = ({ printKey, screenKey }: PhotoKeys, kind: BookKind) =>
  kind === "screen" ? screenKey : printKey;

/** The photos of a book in storage. @throws where one still waits for its sizes. */
export function storedPhotos({ photoKeys }: BookSource, kind: BookKind): BookPhotos {
  if (photoKeys.some(({ isWaiting }) => isWaiting)) throw new Error("A photo is still being prepared.");
  const photos = new Map(photoKeys.map((photo) => [photo.id, photo]));
  return {
    ids: [...photos.keys()],
    kind,
    async fetch(id, toFile) {
      const photo = photos.get(id);
      return photo !== undefined && (await storage.download(keyFor(photo, kind), toFile));
    },
    async fetchSmall(id) {
      const photo = photos.get(id);
      const stored = photo && (await storage.read(photo.thumbKey));
      return stored && (await buffer(stored.body));
    },
    onGuess(id, point) {
      const photo = photos.get(id);
      if (photo) keepGuess(photo, point);
    },
  };
}
