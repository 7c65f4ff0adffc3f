import { join } from "node:path";
import { BOOK_FILES, type BookFile, makeBookFiles } from "../../app/domain/book/books/book-files.server";
import { fromLent, type LentBook } from "../../app/domain/book/books/lent-book.server";
import type { BookPhotos } from "../../app/domain/book/books/photo-gathering.server";
import { makeSizes } from "../../app/domain/diary/photos/image-processing.server";
import type { LentPhoto } from "../../app/domain/diary/photos/photo-lending.server";
import { PHOTO_SIZES, SIZE_FILES } from "../../app/domain/diary/photos/photo-orders";
import type { Report } from "../../app/domain/system/machines/lent-work.server";
import { fetchBytes, fetchFile, storeFile } from "./files";

/** Makes what was leased, by the functions that the writer's own worker makes it with, in a folder of its own. */

export interface Making {
  readonly folder: string;
  /** Shows how far a book is. */
  note(stepsDone: number): void;
  /** Sends a report; the last one ends the lease. */
  report(report: Report): Promise<boolean>;
}

export async function makePhoto(
  { original, quarterTurns, store }: LentPhoto,
  { folder, report }: Making,
): Promise<void> {
  const path = join(folder, "original");
  // As in the worker: a photo whose original is not found is refused after some tries.
  const isThere = await fetchFile(original, path);
  const made = isThere ? await makeSizes(path, quarterTurns) : ({ ok: false, reason: "failed" } as const);
  if (!made.ok) {
    await report({ outcome: "photo_refused", reason: made.reason });
    return;
  }
  await Promise.all(PHOTO_SIZES.map((size) => storeFile(store[size], join(folder, SIZE_FILES[size]))));
  const { width, height, printWidth, printHeight, point, print } = made.made;
  const sizes = { width, height, printWidth, printHeight, point, bytes: print.length };
  await report({ outcome: "photo_made", sizes });
}

export async function makeBook(lent: LentBook, { folder, note, report }: Making): Promise<void> {
  const made = await makeBookFiles({ ...fromLent(lent), photos: photosOf(lent) }, folder, note);
  if (!made.ok) {
    await report({ outcome: "book_refused", reason: made.reason, detail: made.detail });
    return;
  }
  const files = Object.keys(BOOK_FILES) as readonly BookFile[];
  await Promise.all(files.map((file) => storeFile(lent.store[file], join(folder, BOOK_FILES[file].name))));
  const { pageCount, bytes, sha256, pagesSha256, notes, doublePagePhotos, filled } = made.made;
  const book = {
    ...{ pageCount, bytes, sha256, pagesSha256 },
    ...{ notes, doublePagePhotos: [...doublePagePhotos], filled: [...filled] },
  };
  const isKept = await report({ outcome: "book_made", book });
  if (isKept && lent.countsOther) await report({ outcome: "book_counted", pageCount: await made.countOther() });
}

function photosOf({ kind, photos }: LentBook): BookPhotos {
  const addresses = new Map(photos.map((photo) => [photo.id, photo]));
  return {
    ids: [...addresses.keys()],
    kind,
    async fetch(id, toFile) {
      const photo = addresses.get(id);
      return photo !== undefined && (await fetchFile(photo.file, toFile));
    },
    async fetchSmall(id) {
      const photo = addresses.get(id);
      return photo && (await fetchBytes(photo.small));
    },
  };
}
