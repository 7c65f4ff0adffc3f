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
 * The press: one process for one book, also where it is only counted, because the typesetter keeps what it has once
 * laid out in memory for as long as its process lives. Started with the path of an order; tells its steps and its result, and ends. What has
 * been set is bound by a thread of its own, so that both cores of a small machine have work.
 */

const PHOTO_NAME = /^[a-z0-9-]{1,64}$/i;

async function printBook(
  order: RenderJob,
  onStep: (done: number, total: number) => void,
): Promise<RenderResult> {
  const photos = photosInUse(order);
  const ids = photos.map(({ id }) => id);
  // A step for the setting, one for the pictures of the pages, one for each photo bound.
  const total = photos.length + 2;
  let done = 0;
  const step = () => onStep(++done, total);
  // Opened first: it gets ready while the book is set.
  const pdfWorker = openPdfWorker(step);
  try {
    const folder = join(order.workFolder, "press");
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

/** The case, once the pages are counted; what is folded in behind the boards is to it what the bleed is to a page. */
async function printCover(
  { layout }: RenderJob,
  { binding, outputFile }: NonNullable<RenderJob["cover"]>,
  { folder, book, pdfWorker }: { folder: string; book: TypesetBook; pdfWorker: PdfWorker },
) {
  const sheet = measureCover(book.pageCount, layout.format);
  // Where gold would not show, the case is stamped in ink.
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
  const folder = join(workFolder, "press");
  prepareFolder(folder, artwork);
  putStandIns(folder, photoNamesIn(layout));
  return countPages(folder, layout, artwork);
}

/** The photos that stand on a page, each of them a file inside the work folder that can be bound. */
function photosInUse(order: RenderJob): PrintPhoto[] {
  const given = new Map(order.photos.map((photo) => [photo.id, photo]));
  return photoNamesIn(order.layout).map((id) => {
    const photo = given.get(id);
    if (photo === undefined) throw new UnbindablePhoto(id, "no print file was handed in");
    if (!resolve(photo.printFile).startsWith(resolve(order.workFolder) + sep)) {
      throw new UnbindablePhoto(id, "its file lies outside the work folder");
    }
    return readPhoto(id, photo.printFile);
  });
}

/** They become the names of files. @throws UnbindablePhoto for one that could lead elsewhere. */
function photoNamesIn({ pages }: BookLayout): string[] {
  const used = new Set<string>();
  JSON.stringify(pages, (key, value) => {
    if (key === "photoId" && typeof value === "string") used.add(value);
    return value;
  });
  const odd = [...used].find((id) => !PHOTO_NAME.test(id));
  if (odd !== undefined) throw new UnbindablePhoto(odd, "that is no name of a photo");
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

// Whoever ordered the book is gone, so nobody waits for it.
process.once("disconnect", () => process.exit());

async function carryOut(order: RenderJob | CountOrder): Promise<RenderMessage> {
  if (order.kind === "count") return { kind: "counted", pageCount: countBook(order) };
  const result = await printBook(order, (done, total) => void tell({ kind: "step", done, total })).catch(
    refusalFor,
  );
  return { kind: "finished", result };
}

const orderFile = process.argv[2];
if (orderFile === undefined) throw new Error("The press is started with the path of an order.");
const order = JSON.parse(readFileSync(orderFile, "utf8")) as RenderJob | CountOrder;
const outcome = await carryOut(order);
rmSync(join(order.workFolder, "press"), { recursive: true, force: true });
await tell(outcome);
process.disconnect?.();
