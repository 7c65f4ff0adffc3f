import { readFileSync, rmSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { openPdfWorker, type PdfWorker } from "../assembly/pdf-worker-client.server";
import { type PrintPhoto, putStandIns, readPhoto, UnbindablePhoto } from "../assembly/print-photos.server";
import { measureCover } from "../layout/cover";
import type { BookLayout } from "../layout/pages";
import {
  countPages,
  MissingGlyph,
  prepareFolder,
  type TypesetBook,
  typeset,
  typesetCover,
} from "../typesetting/typesetter.server";
import { keepPictures } from "./page-store.server";
import type { CountOrder, RenderJob, RenderMessage, RenderResult } from "./render-job";

/**
 * The render process. One process makes or counts one book, because the typesetter keeps every document in memory until
 * its process ends. It starts with the path of a job file, reports its steps and its result, and exits. A worker thread
 * assembles the PDF, so that both cores of a small machine have work.
 */

const PHOTO_NAME = /^[a-z0-9-]{1,64}$/i;
const TYPESETTING_FOLDER = "typesetting";

async function printBook(
  order: RenderJob,
  onStep: (done: number, total: number) => void,
): Promise<RenderResult> {
  const photos = photosInUse(order);
  const ids = photos.map(({ id }) => id);
  // One step for typesetting, one for the page pictures, one for each photo in the PDF.
  const total = photos.length + 2;
  let done = 0;
  const step = () => onStep(++done, total);
  // Opened first: the thread starts up while the book is typeset.
  const pdfWorker = openPdfWorker(step);
  try {
    const folder = join(order.workFolder, TYPESETTING_FOLDER);
    prepareFolder(folder, order.artwork);
    putStandIns(folder, ids);
    const book = typeset(folder, order.layout, order.artwork);
    const { pageCount, warnings, notes } = book;
    const { format } = order.layout;
    if (pageCount % format.pageMultiple !== 0) throw new Error(`The book has ${pageCount} pages.`);
    step();
    const { opensTrimmed, outputFile } = order;
    const binding = pdfWorker.bind({ typeset: book.pdf, photos, format, opensTrimmed, outputFile });
    await keepPictures(book.drawPages(), order.picturesFile);
    step();
    const covering = order.cover && printCover(order, order.cover, { folder, book, pdfWorker });
    const [bound, cover] = await Promise.all([binding, covering]);
    onStep(total, total);
    return { ok: true, ...bound, cover, warnings, notes };
  } finally {
    await pdfWorker.close();
  }
}

/** Makes the cover, once the pages are counted. Its turn-in takes the place of a page's bleed. */
async function printCover(
  { layout }: RenderJob,
  { binding, outputFile }: NonNullable<RenderJob["cover"]>,
  { folder, book, pdfWorker }: { folder: string; book: TypesetBook; pdfWorker: PdfWorker },
) {
  const sheet = measureCover(book.pageCount, layout.format);
  // Where gold would not show on the cloth, the cover is stamped in ink.
  const isInked = layout.colours.clothRing === layout.colours.onCloth;
  const bound = await pdfWorker.bind({
    typeset: typesetCover(folder, { ...sheet, binding, isInked }, book.fonts),
    photos: [],
    format: { ...layout.format, bleed: sheet.turnIn },
    opensTrimmed: false,
    outputFile,
  });
  return { bytes: bound.bytes, sha256: bound.sha256, spineWidth: sheet.spineWidth };
}

function countBook({ layout, artwork, workFolder }: CountOrder): number {
  const folder = join(workFolder, TYPESETTING_FOLDER);
  prepareFolder(folder, artwork);
  putStandIns(folder, photoNamesIn(layout));
  return countPages(folder, layout, artwork);
}

/** The photos that appear on a page, each with a usable file inside the work folder. */
function photosInUse(order: RenderJob): PrintPhoto[] {
  const given = new Map(order.photos.map((photo) => [photo.id, photo]));
  return photoNamesIn(order.layout).map((id) => {
    const photo = given.get(id);
    if (photo === undefined) throw new UnbindablePhoto(id, "it has no print file");
    if (!resolve(photo.printFile).startsWith(resolve(order.workFolder) + sep)) {
      throw new UnbindablePhoto(id, "its file lies outside the work folder");
    }
    return readPhoto(id, photo.printFile);
  });
}

/**
 * The ids of the photos in the layout, which become file names. @throws UnbindablePhoto for an id that could point to
 * another path.
 */
function photoNamesIn({ pages }: BookLayout): string[] {
  const used = new Set<string>();
  JSON.stringify(pages, (key, value) => {
    if (key === "photoId" && typeof value === "string") used.add(value);
    return value;
  });
  const odd = [...used].find((id) => !PHOTO_NAME.test(id));
  if (odd !== undefined) throw new UnbindablePhoto(odd, "its id is not a valid file name");
  return [...used];
}

function refusalFor(error: unknown): RenderResult {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof UnbindablePhoto) return { ok: false, reason: "photo_unreadable", detail };
  if (error instanceof MissingGlyph) return { ok: false, reason: "glyph_missing", detail };
  return { ok: false, reason: "failed", detail };
}

function tell(message: RenderMessage): Promise<void> {
  return new Promise((sent) => {
    if (process.send) process.send(message, undefined, undefined, () => sent());
    else sent();
  });
}

// The parent process has gone, so nothing waits for this book.
process.once("disconnect", () => process.exit());

async function carryOut(order: RenderJob | CountOrder): Promise<RenderMessage> {
  if (order.kind === "count") return { kind: "counted", pageCount: countBook(order) };
  const result = await printBook(order, (done, total) => void tell({ kind: "step", done, total })).catch(
    refusalFor,
  );
  return { kind: "finished", result };
}

const orderFile = process.argv[2];
if (orderFile === undefined) throw new Error("The render process needs the path of a job file.");
const order = JSON.parse(readFileSync(orderFile, "utf8")) as RenderJob | CountOrder;
const outcome = await carryOut(order);
rmSync(join(order.workFolder, TYPESETTING_FOLDER), { recursive: true, force: true });
await tell(outcome);
process.disconnect?.();
