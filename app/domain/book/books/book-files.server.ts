import { join } from "node:path";
import type { BookInput } from "../layout/layout";
import type { BookArtwork } from "../typesetting/print-artwork";
import { countBookPages, type RenderResult, renderBook } from "./book-renderer.server";
import { findTooLong } from "./long-weeks";
import { listFileOf } from "./page-store.server";
import { type BookPhotos, gatherPhotos } from "./photo-gathering.server";

/**
 * Makes the files of a book in a folder: from what is printed, and from photos wherever they are. It needs no database, so
 * that another machine may do it.
 */

export interface BookContent {
  readonly input: BookInput;
  readonly artwork: BookArtwork;
  readonly photos: BookPhotos;
}

export type MadeBook = Extract<RenderResult, { ok: true }>;
export interface BookRefusal {
  readonly ok: false;
  readonly reason: string;
  readonly detail: string;
}

/** The files of a book that is made, in the folder that it is made in. */
export const BOOK_FILES = {
  pdf: { name: "book.pdf", contentType: "application/pdf" },
  pictures: { name: "pages.gz", contentType: "application/gzip" },
  list: { name: listFileOf("pages.gz"), contentType: "application/json" },
} as const;
export type BookFile = keyof typeof BOOK_FILES;

/** How many steps the making of a book has, by its photos. */
export const stepsOf = (photoCount: number) => photoCount * 3 + 1;

/**
 * Makes the files, and calls `note` with the steps that are done. `countOther` counts the pages in the other size of type,
 * which a proof shows its owner to choose by; null where they can't be counted. @throws Error where a retry can succeed.
 */
export async function makeBookFiles(
  { input, artwork, photos }: BookContent,
  workFolder: string,
  note: (stepsDone: number) => void,
): Promise<{ ok: true; made: MadeBook; countOther(): Promise<number | null> } | BookRefusal> {
  const tooLong = findTooLong(input);
  if (tooLong) return tooLong;
  const gatherSteps = photos.ids.length;
  const renderSteps = stepsOf(gatherSteps) - gatherSteps;
  const gathered = await gatherPhotos(input, photos, workFolder, note);
  if (!gathered.ok) return gathered;
  const made = await renderBook({
    input: gathered.input,
    photoFiles: gathered.files,
    artwork,
    workFolder,
    outputFile: join(workFolder, BOOK_FILES.pdf.name),
    picturesFile: join(workFolder, BOOK_FILES.pictures.name),
    opensTrimmed: true,
    onProgress: (done, total) => note(gatherSteps + Math.round((done / total) * renderSteps)),
  });
  if (!made.ok) return made;
  const { options } = gathered.input;
  const other = { ...gathered.input, options: { ...options, largePrint: !options.largePrint } };
  return { ok: true, made, countOther: () => countBookPages({ input: other, artwork, workFolder }) };
}
