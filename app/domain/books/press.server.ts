import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";
import { bindBook, UnbindablePhoto } from "./binder.server";
import { measureCover } from "./cover";
import type { BookLayout } from "./pages";
import type { PressMessage, PressOrder, RenderResult } from "./press-order";
import { makeThumbnails } from "./thumbnails.server";
import type { LoadedFonts } from "./typeface-loading.server";
import { MissingGlyph, prepareFolder, typeset, typesetCover } from "./typesetter.server";

/**
 * The press: one process for one book, because the typesetter keeps what it has once laid out in memory for as
 * long as its process lives. Started with the path of an order; tells its steps and its result, and ends.
 */

const PHOTO_NAME = /^[a-z0-9-]{1,64}$/i;

async function printBook(
  order: PressOrder,
  onStep: (done: number, total: number) => void,
): Promise<RenderResult> {
  const folder = join(order.workFolder, "press");
  const photos = photosInUse(order);
  // A step for each thumbnail, one for the setting, one for each photo bound.
  const total = photos.length * 2 + 1;
  let done = 0;
  const step = () => onStep(++done, total);
  prepareFolder(folder, order.artwork);
  await makeThumbnails(photos, (id) => join(folder, "photos", `${id}.jpg`), step);
  const { pdf, warnings, notes, pageCount, pictures, fonts } = typeset(folder, order.layout, order.artwork);
  if (pageCount % order.layout.format.pageMultiple !== 0) throw new Error(`The book has ${pageCount} pages.`);
  // The quickest level: the drawings shrink to a quarter by it, and a book is made more often than it is looked at.
  writeFileSync(order.picturesFile, gzipSync(JSON.stringify(pictures), { level: 1 }));
  step();
  const bound = await bindBook({
    typeset: pdf,
    printFiles: new Map(photos.map((photo) => [photo.id, photo.printFile])),
    format: order.layout.format,
    opensTrimmed: order.opensTrimmed,
    outputFile: order.outputFile,
    onPhoto: step,
  });
  const cover = order.cover && (await printCover(order.layout, order.cover, { folder, pageCount, fonts }));
  onStep(total, total);
  return { ok: true, ...bound, cover, warnings, notes: [...order.layout.warnings, ...notes] };
}

/** The case, once the pages are counted; what is folded in behind the boards is to it what the bleed is to a page. */
async function printCover(
  layout: BookLayout,
  { binding, outputFile }: NonNullable<PressOrder["cover"]>,
  { folder, pageCount, fonts }: { folder: string; pageCount: number; fonts: LoadedFonts },
) {
  const sheet = measureCover(pageCount, layout.format);
  // Where gold would not show, the case is stamped in ink.
  const isInked = layout.colours.clothRing === layout.colours.onCloth;
  const bound = await bindBook({
    typeset: typesetCover(folder, { ...sheet, binding, isInked }, fonts),
    printFiles: new Map(),
    format: { ...layout.format, bleed: sheet.turnIn },
    opensTrimmed: false,
    outputFile,
  });
  return { bytes: bound.bytes, sha256: bound.sha256, spineWidth: sheet.spineWidth };
}

/** The photos that stand on a page, each of them a file inside the work folder. */
function photosInUse(order: PressOrder): PressOrder["photos"] {
  const used = new Set<string>();
  JSON.stringify(order.layout.pages, (key, value) => {
    if (key === "photoId" && typeof value === "string") used.add(value);
    return value;
  });
  const given = new Map(order.photos.map((photo) => [photo.id, photo]));
  return [...used].map((id) => {
    const photo = given.get(id);
    if (photo === undefined || !PHOTO_NAME.test(id))
      throw new UnbindablePhoto(id, "no print file was handed in");
    for (const file of [photo.printFile, photo.proxyFile ?? photo.printFile]) {
      if (!resolve(file).startsWith(resolve(order.workFolder) + sep)) {
        throw new UnbindablePhoto(id, "its file lies outside the work folder");
      }
    }
    return photo;
  });
}

function refusalFor(error: unknown): RenderResult {
  const detail = error instanceof Error ? error.message : String(error);
  if (error instanceof UnbindablePhoto) return { ok: false, reason: "photo_unreadable", detail };
  if (error instanceof MissingGlyph) return { ok: false, reason: "glyph_missing", detail };
  return { ok: false, reason: "failed", detail };
}

function tell(message: PressMessage): Promise<void> {
  return new Promise((sent) => {
    if (process.send) process.send(message, undefined, undefined, () => sent());
    else sent();
  });
}

// Whoever ordered the book is gone, so nobody waits for it.
process.once("disconnect", () => process.exit());

const orderFile = process.argv[2];
if (orderFile === undefined) throw new Error("The press is started with the path of an order.");
const order = JSON.parse(readFileSync(orderFile, "utf8")) as PressOrder;
const result = await printBook(order, (done, total) => void tell({ kind: "step", done, total })).catch(
  refusalFor,
);
rmSync(join(order.workFolder, "press"), { recursive: true, force: true });
await tell({ kind: "finished", result });
process.disconnect?.();
