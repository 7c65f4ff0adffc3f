import { storage } from "~/adapters/adapters.server";
import { noteStorageFailure } from "~/domain/kernel/alarms/storage-failures.server";
import { IMAGE_FILES } from "./image-kinds";
import { PHOTO_SIZES, type PhotoSize } from "./photo-orders";
import type { Photo } from "./photos.server";

/** The stored files of a photo: its original, which never changes, and its sizes. */

export type SizeKeys = Record<`${PhotoSize}Key`, string>;

/** The keys of all files of a photo, each once. */
export function keysOf({ originalKey, printKey, screenKey, mediumKey, thumbKey }: Photo): string[] {
  return [...new Set([originalKey, printKey, screenKey, ...(mediumKey === null ? [] : [mediumKey]), thumbKey])];
}

/** What the keys of a photo's files begin with. */
export const stemOf = (loopId: string, name: string) => `photos/${loopId}/${name}`;

/** The keys of the sizes under this stem. */
export function sizeKeys(stem: string): SizeKeys {
  return {
    printKey: `${stem}-print.jpg`,
    screenKey: `${stem}-screen.jpg`,
    mediumKey: `${stem}-medium.jpg`,
    thumbKey: `${stem}-thumb.jpg`,
  };
}

/** Stores the sizes; after a failure none is still under way, so that none arrives after it was removed. */
export async function storeSizes(keys: SizeKeys, made: Record<PhotoSize, Buffer>): Promise<void> {
  const stored = await Promise.allSettled(
    PHOTO_SIZES.map((size) => storage.put(keys[`${size}Key`], made[size], "image/jpeg")),
  );
  const failed = stored.find(({ status }) => status === "rejected");
  if (failed?.status === "rejected") throw failed.reason;
}

export async function removeFiles(keys: readonly string[], now: Date): Promise<void> {
  const removed = await Promise.allSettled(keys.map((key) => storage.remove(key)));
  for (const one of removed) if (one.status === "rejected") noteStorageFailure(one.reason, "remove", now);
}

/** Reads one size of a photo's file; of a photo whose medium size is not made yet, the screen size. */
export function readPhotoFile(photo: Photo, size: PhotoSize) {
  return storage.read(photo[`${size}Key`] ?? photo.screenKey);
}

/** Reads a photo as it came, without its metadata. */
export async function readOriginal({ originalKey }: Photo) {
  const file = await storage.read(originalKey);
  const kind = Object.values(IMAGE_FILES).find(({ ending }) => originalKey.endsWith(`.${ending}`));
  return file && kind && { bytes: file.bytes, body: file.body, contentType: kind.contentType };
}
