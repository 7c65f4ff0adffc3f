import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type sharp from "sharp";
import { type ImageKind, imageKindOf } from "./image-kinds";
import { countScans } from "./jpeg-scans";
import { removeMetadata } from "./metadata-removal.server";
import { PRINT_SIZES, type PrintSize, type RenderedSizes, SIZE_FILES } from "./photo-orders";
import { LARGEST_PHOTO_PIXELS, SCREEN_LONG_EDGE, THUMB_EDGE } from "./photo-rules";

/**
 * Reads and draws photos, in a process of their own: what a file from outside makes a parser or a decoder cost ends
 * with that process. Only four file types reach a decoder, regardless of their names; no uploaded bytes are ever shown
 * or printed, and its owner's download alone has them.
 */

/** Three times what progressive photos have; each scan is drawn over the whole picture. */
const MOST_SCANS = 30;
const PRINT_QUALITY = 88;
/** A photo that is printed with all its pixels has none to spare. */
const UNSCALED_QUALITY = 92;

let decoder: Promise<typeof sharp> | undefined;

function openDecoder(): Promise<typeof sharp> {
  decoder ??= import("sharp").then(({ default: loaded }) => {
    loaded.cache(false);
    loaded.concurrency(1);
    loaded.block({ operation: ["VipsForeignLoad"] });
    loaded.unblock({
      operation: ["VipsForeignLoadJpeg", "VipsForeignLoadPng", "VipsForeignLoadWebp"],
    });
    return loaded;
  });
  return decoder;
}

/** The decoder's version. @throws where its native code does not load, which else the first photo would find out. */
export async function decoderVersion(): Promise<string> {
  return (await openDecoder()).versions.vips;
}

/** Writes the file without its metadata; null for a file that we do not take. */
export async function stripMetadata(from: string, to: string): Promise<ImageKind | null> {
  const file = await readFile(from);
  const kind = imageKindOf(file);
  if (!kind || (kind === "jpeg" && countScans(file) > MOST_SCANS)) return null;
  const original = removeMetadata(file, kind);
  if (!original) return null;
  await writeFile(to, original, { mode: 0o600 });
  return kind;
}

export class TooManyPixels extends Error {}

/** Draws the print file, upright and turned, and the small sizes. @throws TooManyPixels, or the decoder's error. */
export async function renderSizes(order: {
  from: string;
  folder: string;
  quarterTurns: number;
  size: PrintSize;
  printOnly: boolean;
}): Promise<RenderedSizes> {
  const { print, ...sizes } = await renderPrintFile(order);
  const keep = (name: string, content: Buffer) =>
    writeFile(join(order.folder, name), content, { mode: 0o600 });
  await keep(SIZE_FILES.print, print);
  if (!order.printOnly) {
    const screen = await renderSmall(print, SCREEN_LONG_EDGE, 80);
    await keep(SIZE_FILES.screen, screen);
    await keep(SIZE_FILES.thumb, await renderSmall(screen, THUMB_EDGE, 75));
  }
  return { ...sizes, sha256: createHash("sha256").update(print).digest("hex") };
}

async function renderPrintFile({ from, quarterTurns, size }: Parameters<typeof renderSizes>[0]) {
  const sharp = await openDecoder();
  const opened = () =>
    sharp(from, {
      failOn: "warning",
      limitInputPixels: LARGEST_PHOTO_PIXELS,
      pages: 1,
      sequentialRead: true,
    });
  const data = await opened().metadata();
  if (data.width * data.height > LARGEST_PHOTO_PIXELS) throw new TooManyPixels();
  const upright = data.autoOrient;
  const isAcross = quarterTurns % 2 === 1;
  const width = isAcross ? upright.height : upright.width;
  const height = isAcross ? upright.width : upright.height;
  const target = PRINT_SIZES[size](width, height);
  const print = await opened()
    .autoOrient()
    .rotate(quarterTurns * 90)
    .resize(target.width, target.height)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .withIccProfile("srgb")
    .jpeg({ quality: target.width === width ? UNSCALED_QUALITY : PRINT_QUALITY })
    .toBuffer();
  return { print, printWidth: target.width, printHeight: target.height, width, height };
}

/** Each size is made from the larger one. Both have the sRGB profile, so their colours need no second conversion. */
async function renderSmall(from: Buffer, edge: number, quality: number): Promise<Buffer> {
  const sharp = await openDecoder();
  return await sharp(from)
    .resize(edge, edge, { fit: "inside", withoutEnlargement: true })
    .keepIccProfile()
    .jpeg({ quality })
    .toBuffer();
}
