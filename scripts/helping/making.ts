import { join } from "node:path";
import { BOOK_FILES, type BookFile, makeBookFiles } from "../../app/domain/book/books/book-files.server";
import { fromLent, type LentBook } from "../../app/domain/book/books/lent-book.server";
import type { BookPhotos } from "../../app/domain/book/books/photo-gathering.server";
import { makeSizes } from "../../app/domain/diary/photos/image-processing.server";
import type { LentPhoto } from "../../app/domain/diary/photos/photo-lending.server";
import { PHOTO_SIZES, SIZE_FILES } from "../../app/domain/diary/photos/photo-orders";
import type { Report } from "../../app/domain/system/machines/lent-work.server";
import { fetchBytes, fetchFile, storeFiles } from "./files";

/**
 * Makes what was leased, by the functions that the writer's own worker makes it with, in a folder of its own. What can't be
 * made is thrown: only the writer's worker, when it has looked, refuses it.
 */

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
  if (!(await fetchFile(original, path))) throw new Error("The original is not there.");
  const made = await makeSizes(path, quarterTurns);
  if (!made.ok) throw new Error(`No sizes were made of the photo: ${made.reason}.`);
  await storeFiles(PHOTO_SIZES.map((size) => [store[size], join(folder, SIZE_FILES[size])]));
  const { width, height, printWidth, printHeight, point, print } = made.made;
  const sizes = { width, height, printWidth, printHeight, point, bytes: print.length };
  await report({ outcome: "photo_made", sizes });
}

export async function makeBook(lent: LentBook, { folder, note, report }: Making): Promise<void> {
  const made = await makeBookFiles({ ...fromLent(lent), photos: photosOf(lent) }, folder, note);
  if (!made.ok) throw new Error(`${made.reason}: ${made.detail}`);
  const files = Object.keys(BOOK_FILES) as readonly BookFile[];
  await storeFiles(files.map((file) => [lent.store[file], join(folder, BOOK_FILES[file].name)]));
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
