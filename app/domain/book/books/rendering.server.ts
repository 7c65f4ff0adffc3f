import { join, resolve, sep } from "node:path";
import { openPdfWorker } from "../assembly/pdf-worker-client.server";
import { type PrintPhoto, readPhoto, UnusablePhoto, writePlaceholders } from "../assembly/print-photos.server";
import { measureCover, placeBarcode } from "../layout/cover";
import { type BookInput, layoutBook } from "../layout/layout";
import type { BookLayout } from "../layout/pages";
import type { Printer } from "../prepress/printer";
import type { BookArtwork } from "../typesetting/print-artwork";
import {
  countPages,
  MissingGlyph,
  prepareFolder,
  type TypesetBook,
  typeset,
  typesetCover,
} from "../typesetting/typesetter.server";
import { storePictures } from "./page-store.server";
import type { CountJob, Finished, FinishJob, Refusal, RenderJob, RenderMessage, RenderProcessJob } from "./render-job";

/**
 * The work of a render process: it makes the pages of one book, or its cover with the checks of both files, or counts its
 * pages. A worker thread assembles the PDF beside it, so that both cores of a small machine have work.
 */

const PHOTO_NAME = /^[a-z0-9-]{1,64}$/i;
export const TYPESETTING_FOLDER = "typesetting";

type Rendered = Omit<Extract<RenderMessage, { kind: "rendered" }>, "kind">;

async function makePages(job: RenderJob, onStep: (done: number, total: number) => void): Promise<Rendered> {
  const folder = join(job.workFolder, TYPESETTING_FOLDER);
  const laidOut = layOut(job.input, folder, job.artwork);
  const layout = job.printer === null ? laidOut : { ...laidOut, format: job.printer.format };
  const photos = photosInUse(job, layout);
  // One step for typesetting, one for the page pictures, one for each photo in the PDF.
  const total = photos.length + 2;
  let done = 0;
  const step = () => onStep(++done, total);
  const { opensTrimmed, printer, outputFile, workFolder } = job;
  const { format } = layout;
  // Opened first: the thread starts up, and writes the photos, while the book is typeset.
  const pdfWorker = openPdfWorker({ photos, format, opensTrimmed, printer, outputFile }, step);
  try {
    const book = typeset(folder, layout, job.artwork, printer === null ? "screen" : "print");
    const { warnings, notes } = book;
    step();
    const assembling = pdfWorker.finish(book.pdf);
    // Converting colours takes as much memory as drawing the pages, and nobody waits for a printer's file.
    if (printer !== null) await assembling.then(() => pdfWorker.close());
    const pagesSha256 = await storePictures(book.drawPages(), job.picturesFile);
    step();
    const assembled = await assembling;
    const { documentTitle: title, doublePagePhotos, filled: pages } = layout;
    const filled = pages === 0 ? [] : [{ kind: "filled", week: null, pages } as const];
    const found = { warnings, notes, doublePagePhotos, filled };
    const cover = job.cover && describeCover(job.cover, printer, layout, book);
    const next = { kind: "finish", workFolder, printer, pagesFile: outputFile, cover } as const;
    return { pages: { ok: true, title, ...assembled, pagesSha256, ...found }, next: printer || cover ? next : null };
  } finally {
    await pdfWorker.close();
  }
}

/** The cover of a book whose pages are counted. */
function describeCover(
  { binding, outputFile }: NonNullable<RenderJob["cover"]>,
  printer: Printer | null,
  { format, colours }: BookLayout,
  { pageCount, fontFiles }: TypesetBook,
): FinishJob["cover"] {
  const sheet = measureCover(pageCount, format);
  // Where gold would not show on the cloth, the cover is stamped in ink.
  const isInked = colours.clothRing === colours.onCloth;
  const barcode = printer?.barcode ? placeBarcode(sheet, printer.barcode) : null;
  return { sheet: { ...sheet, binding, isInked, barcode }, outputFile, fontFiles, format };
}

/** Only a printer's files are checked. */
async function finishBook({ workFolder, printer, pagesFile, cover }: FinishJob): Promise<Finished> {
  const made = cover && (await makeCover(cover, printer, workFolder));
  if (printer === null) return { ok: true, cover: made && { ...made, preflight: null }, preflight: null };
  const { preflightFile } = await import("../prepress/file-preflight.server");
  const preflight = await preflightFile(pagesFile, printer, { kind: "interior" });
  if (!cover || !made) return { ok: true, cover: null, preflight };
  const { sheet, outputFile } = cover;
  const file = { kind: "cover", sheet, isStamped: sheet.binding === "luxury" } as const;
  return { ok: true, cover: { ...made, preflight: await preflightFile(outputFile, printer, file) }, preflight };
}

/** Its turn-in takes the place of a page's bleed. */
async function makeCover(
  { sheet, outputFile, fontFiles, format }: NonNullable<FinishJob["cover"]>,
  printer: Printer | null,
  workFolder: string,
) {
  // Loaded here alone: for the pages, only their worker needs it.
  const { assemblePdf } = await import("../assembly/pdf-assembler.server");
  const typesetting = Promise.resolve(typesetCover(join(workFolder, TYPESETTING_FOLDER), sheet, fontFiles));
  const job = { photos: [], format: { ...format, bleed: sheet.turnIn }, opensTrimmed: false, printer, outputFile };
  const { bytes, sha256 } = await assemblePdf(job, typesetting, () => undefined);
  return { bytes, sha256, spineWidth: sheet.spineWidth };
}

function countBook({ input, artwork, workFolder }: CountJob): number {
  const folder = join(workFolder, TYPESETTING_FOLDER);
  return countPages(folder, layOut(input, folder, artwork), artwork);
}

/**
 * Lays a book out and prepares the folder that it is typeset in. A thin book is typeset once before: it is filled with
 * fewer pages where its long weeks take more than the layout counted.
 */
function layOut(input: BookInput, folder: string, artwork: BookArtwork): BookLayout {
  const layout = layoutBook(input);
  prepareFolder(folder, artwork);
  writePlaceholders(folder, photoNamesIn(layout));
  if (layout.filled === 0) return layout;
  const runOver = countPages(folder, layout, artwork) - layout.pages.length;
  return runOver === 0 ? layout : layoutBook({ ...input, options: { ...input.options, runOver } });
}

/** The photos that appear on a page, each with a usable file inside the work folder. */
function photosInUse(job: RenderJob, layout: BookLayout): PrintPhoto[] {
  const given = new Map(job.photos.map((photo) => [photo.id, photo]));
  return photoNamesIn(layout).map((id) => {
    const photo = given.get(id);
    if (photo === undefined) throw new UnusablePhoto(id, "it has no print file");
    if (!resolve(photo.printFile).startsWith(resolve(job.workFolder) + sep)) {
      throw new UnusablePhoto(id, "its file lies outside the work folder");
    }
    return readPhoto(id, photo.printFile);
  });
}

/**
 * The ids of the photos in the layout, which become file names. @throws UnusablePhoto for an id that could point to
 * another path.
 */
function photoNamesIn({ pages }: BookLayout): string[] {
  const used = new Set<string>();
  JSON.stringify(pages, (key, value) => {
    if (key === "photoId" && typeof value === "string") used.add(value);
    return value;
  });
  const invalid = [...used].find((id) => !PHOTO_NAME.test(id));
  if (invalid !== undefined) throw new UnusablePhoto(invalid, "its id isn’t a valid file name");
  return [...used];
}

function refusalFor(error: unknown): Refusal {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof UnusablePhoto) return { ok: false, reason: "photo_unreadable", detail };
  if (error instanceof MissingGlyph) return { ok: false, reason: "glyph_missing", detail };
  return { ok: false, reason: "failed", detail };
}

/** Does the job of one process. `onStep` is called after each step of a book’s pages. */
export async function runJob(
  job: RenderProcessJob,
  onStep: (done: number, total: number) => void,
): Promise<RenderMessage> {
  if (job.kind === "layout") return { kind: "laid_out", doublePagePhotos: layoutBook(job.input).doublePagePhotos };
  if (job.kind === "count") return { kind: "counted", pageCount: countBook(job) };
  if (job.kind === "finish") return { kind: "finished", made: await finishBook(job).catch(refusalFor) };
  const refuse = (error: unknown): Rendered => ({ pages: refusalFor(error), next: null });
  return { kind: "rendered", ...(await makePages(job, onStep).catch(refuse)) };
}
