import { readFileSync, rmSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { deserialize } from "node:v8";
import { openPdfWorker, type PdfWorker } from "../assembly/pdf-worker-client.server";
import { type PrintPhoto, readPhoto, UnusablePhoto, writePlaceholders } from "../assembly/print-photos.server";
import { measureCover, placeBarcode } from "../layout/cover";
import { type BookInput, layoutBook } from "../layout/layout";
import type { BookLayout } from "../layout/pages";
import type { FileKind, PreflightReport } from "../prepress/preflight-report";
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
import type { CountJob, RenderJob, RenderMessage, RenderProcessJob, RenderResult } from "./render-job";

/**
 * The render process. One process lays out and makes one book, or counts its pages, because the typesetter keeps every
 * document in memory until its process ends. It starts with the path of a job file, reports its steps and its result,
 * and exits. A worker thread assembles the PDF beside it, so that both cores of a small machine have work.
 */

const PHOTO_NAME = /^[a-z0-9-]{1,64}$/i;
const TYPESETTING_FOLDER = "typesetting";

async function makeBook(job: RenderJob, onStep: (done: number, total: number) => void): Promise<RenderResult> {
  const folder = join(job.workFolder, TYPESETTING_FOLDER);
  const laidOut = layOut(job.input, folder, job.artwork);
  const layout = job.printer === null ? laidOut : { ...laidOut, format: job.printer.format };
  const photos = photosInUse(job, layout);
  // One step for typesetting, one for the page pictures, one for each photo in the PDF.
  const total = photos.length + 2;
  let done = 0;
  const step = () => onStep(++done, total);
  // Opened first: the thread starts up while the book is typeset.
  const pdfWorker = openPdfWorker(step);
  try {
    const { opensTrimmed, printer, outputFile } = job;
    const { format } = layout;
    const begun = pdfWorker.begin({ photos, format, opensTrimmed, printer, outputFile });
    const book = typeset(folder, layout, job.artwork, printer === null ? "screen" : "print");
    const { pageCount, warnings, notes } = book;
    if (pageCount % format.pageMultiple !== 0) throw new Error(`The book has ${pageCount} pages.`);
    step();
    const assembling = begun.finish(book.pdf);
    const pagesSha256 = await storePictures(book.drawPages(), job.picturesFile);
    step();
    const makingCover = job.cover && makeCover(job, job.cover, { folder, layout, book, pdfWorker });
    const [assembled, cover] = await Promise.all([assembling, makingCover]);
    const report = await preflight(outputFile, printer, { kind: "interior" });
    onStep(total, total);
    const { documentTitle: title, doublePagePhotos, filled: pages } = layout;
    const filled = pages === 0 ? [] : [{ kind: "filled", week: null, pages } as const];
    const found = { warnings, notes, doublePagePhotos, filled };
    return { ok: true, title, ...assembled, pagesSha256, cover, preflight: report, ...found };
  } finally {
    await pdfWorker.close();
  }
}

/** Makes the cover, once the pages are counted. Its turn-in takes the place of a page's bleed. */
async function makeCover(
  { printer }: RenderJob,
  { binding, outputFile }: NonNullable<RenderJob["cover"]>,
  made: { folder: string; layout: BookLayout; book: TypesetBook; pdfWorker: PdfWorker },
) {
  const { folder, layout, book, pdfWorker } = made;
  const sheet = measureCover(book.pageCount, layout.format);
  // Where gold would not show on the cloth, the cover is stamped in ink.
  const isInked = layout.colours.clothRing === layout.colours.onCloth;
  const barcode = printer?.barcode ? placeBarcode(sheet, printer.barcode) : null;
  const begun = pdfWorker.begin({
    photos: [],
    format: { ...layout.format, bleed: sheet.turnIn },
    opensTrimmed: false,
    printer,
    outputFile,
  });
  const cover = { ...sheet, binding, isInked, barcode };
  const assembled = await begun.finish(typesetCover(folder, cover, book.fonts));
  const isStamped = binding === "luxury";
  return {
    bytes: assembled.bytes,
    sha256: assembled.sha256,
    spineWidth: sheet.spineWidth,
    preflight: await preflight(outputFile, printer, { kind: "cover", sheet, isStamped }),
  };
}

/** Only a printer's file is checked; other books do not wait until the reader of PDF files is loaded. */
async function preflight(file: string, printer: Printer | null, kind: FileKind): Promise<PreflightReport | null> {
  if (printer === null) return null;
  const { preflightFile } = await import("../prepress/file-preflight.server");
  return await preflightFile(file, printer, kind);
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

function refusalFor(error: unknown): RenderResult {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof UnusablePhoto) return { ok: false, reason: "photo_unreadable", detail };
  if (error instanceof MissingGlyph) return { ok: false, reason: "glyph_missing", detail };
  return { ok: false, reason: "failed", detail };
}

function send(message: RenderMessage): Promise<void> {
  return new Promise((sent) => {
    if (process.send) process.send(message, undefined, undefined, () => sent());
    else sent();
  });
}

// The parent process has gone, so nothing waits for this book.
process.once("disconnect", () => process.exit());

async function run(job: RenderProcessJob): Promise<RenderMessage> {
  if (job.kind === "layout") return { kind: "laid_out", doublePagePhotos: layoutBook(job.input).doublePagePhotos };
  if (job.kind === "count") return { kind: "counted", pageCount: countBook(job) };
  const result = await makeBook(job, (done, total) => void send({ kind: "step", done, total })).catch(refusalFor);
  return { kind: "finished", result };
}

const jobFile = process.argv[2];
if (jobFile === undefined) throw new Error("The render process needs the path of a job file.");
const job = deserialize(readFileSync(jobFile)) as RenderProcessJob;
const outcome = await run(job);
rmSync(join(job.workFolder, TYPESETTING_FOLDER), { recursive: true, force: true });
await send(outcome);
process.disconnect?.();
