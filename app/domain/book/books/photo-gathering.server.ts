import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { storage } from "~/adapters/adapters.server";
import { keepGuess } from "~/domain/diary/photos/photo-changes.server";
import { guessFrom } from "~/domain/diary/photos/point-guessing.server";
import { lookAt } from "../assembly/photo-looks.server";
import { measurePhoto } from "../assembly/print-photos.server";
import type { BookInput, BookPhoto } from "../layout/layout";
import { canSpanTwoPages } from "../layout/spread-forms";
import type { BookKind, BookSource } from "./book-reader.server";

/** Fetches the photos of a book from storage, and measures what its layout asks of them. */

type PhotoFiles = Map<string, { printFile: string }>;
type Gathered =
  | { ok: true; input: BookInput; files: PhotoFiles }
  | { ok: false; reason: "photo_unreadable"; detail: string };

/**
 * Downloads every photo to this machine's disk. @throws where one still waits for its sizes. The print file is measured itself; the screen edition is laid out by
 * the print file's stored measures, so that both editions have the same pages.
 */
export async function gatherPhotos(
  source: BookSource,
  kind: BookKind,
  workFolder: string,
  note: (stepsDone: number) => void,
): Promise<Gathered> {
  if (source.photoKeys.some(({ isWaiting }) => isWaiting)) throw new Error("A photo is still being prepared.");
  const files: PhotoFiles = new Map();
  const measures = new Map<string, { width: number; height: number }>();
  for (const [index, { id, printKey, screenKey }] of source.photoKeys.entries()) {
    const printFile = join(workFolder, `${id}-${kind}.jpg`);
    const unreadable = {
      ok: false,
      reason: "photo_unreadable",
      detail: `Photo ${id} can’t be read.`,
    } as const;
    const key = kind === "screen" ? screenKey : printKey;
    if (!(await storage.download(key, printFile))) return unreadable;
    const data = measurePhoto(printFile);
    if (data === null) return unreadable;
    if (kind === "interior") measures.set(id, { width: data.width, height: data.height });
    files.set(id, { printFile });
    note(index + 1);
  }
  const entries = await Promise.all(
    source.input.entries.map(async (entry) => {
      const photos = entry.photos.map((photo) => ({ ...photo, ...measures.get(photo.id) }));
      const looked = photos.map((photo) => lookAtPhoto(photo, photos.length === 1, source.photoKeys));
      return { ...entry, photos: await Promise.all(looked) };
    }),
  );
  return { ok: true, input: { ...source.input, entries }, files };
}

/**
 * Guesses what must be seen of a photo from before that was guessed when it came, and looks at one that could be over
 * two pages. The smallest size is looked at, which is the same for both editions, so both have the same pages.
 */
async function lookAtPhoto(photo: BookPhoto, isOnly: boolean, keys: BookSource["photoKeys"]): Promise<BookPhoto> {
  const isLookedAt = isOnly && canSpanTwoPages(photo);
  if (photo.point && !isLookedAt) return photo;
  const key = keys.find(({ id }) => id === photo.id);
  const stored = key && (await storage.read(key.thumbKey));
  if (!key || !stored) return photo;
  const small = await buffer(stored.body);
  const { default: sharp } = await import("sharp");
  const point = photo.point ?? (await guessFrom(sharp(small)));
  if (!photo.point) keepGuess(key, point);
  return { ...photo, point, ...(isLookedAt && { look: await lookAt(small, point) }) };
}
