import { createHash } from "node:crypto";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type sharp from "sharp";
import type { Channels, Sharp } from "sharp";
import {
  LARGEST_PHOTO_PIXELS,
  MEDIUM_LONG_EDGE,
  type PhotoRefusal,
  SCREEN_LONG_EDGE,
  THUMB_EDGE,
} from "../rules/photo-rules";
import { sizeOfHeic } from "./heic-metadata";
import { imageKindOf, TELLING_BYTES, validateFile } from "./image-kinds";
import { countScans, hasEnd } from "./jpeg-scans";
import { removeMetadata } from "./metadata-removal.server";
import { PRINT_SIZES, type PrintSize, type RenderedSizes, SIZE_FILES, type StrippedPhoto } from "./photo-orders";
import { type Colours, readColours } from "./png-colours.server";
import { guessFrom } from "./point-guessing.server";
import { brightestOf, toneMap } from "./tone-mapping";

/**
 * Reads and draws photos, in a process of their own: what a file from outside makes a parser or a decoder cost ends
 * with that process. Only four file types reach a decoder, regardless of their names; no uploaded bytes are ever
 * printed, and its owner alone is sent them, without their metadata: in a download, and until the sizes are made.
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

/**
 * Writes the file without its metadata. Gives what its beginning says, or why it is not taken.
 * @throws the decoder's error for a file that it could not even open.
 */
export async function stripMetadata(from: string, to: string): Promise<StrippedPhoto | PhotoRefusal> {
  const file = await readFile(from);
  const kind = validateFile(file);
  if (kind === "other_kind" || kind === "not_a_photo") return kind;
  if (kind === "jpeg" && countScans(file) > MOST_SCANS) return "not_a_photo";
  const original = removeMetadata(file, kind);
  if (!original) return "incomplete";
  if (kind === "jpeg" && !hasEnd(file)) await readToItsEnd(original);
  const size = kind === "heic" ? sizeOfHeic(original) : await sizeOf(original);
  if (!size) return "incomplete";
  if (size.width * size.height > LARGEST_PHOTO_PIXELS) return "too_many_pixels";
  await writeFile(to, original, { mode: 0o600 });
  return { kind, ...size, sha256: createHash("sha256").update(original).digest("hex") };
}

/** @throws the decoder's error for a JPEG that broke off on its way, at a third of the cost of drawing it. */
async function readToItsEnd(jpeg: Buffer): Promise<void> {
  const sharp = await openDecoder();
  const opened = sharp(jpeg, { failOn: "warning", limitInputPixels: LARGEST_PHOTO_PIXELS, sequentialRead: true });
  await opened
    .resize(THUMB_EDGE)
    .toBuffer()
    .catch((error: Error) => {
      if (!HARMLESS.test(error.message)) throw error;
    });
}

async function sizeOf(photo: Buffer): Promise<{ width: number; height: number }> {
  const sharp = await openDecoder();
  return (await sharp(photo, { failOn: "warning" }).metadata()).autoOrient;
}

/** Draws the print file, upright and turned, and the small sizes. @throws the decoder's error, also for too many pixels. */
export async function renderSizes(order: {
  from: string;
  folder: string;
  quarterTurns: number;
  size: PrintSize;
  printOnly: boolean;
}): Promise<RenderedSizes> {
  const { print, ...sizes } = await renderPrintFile(order);
  const keep = (name: string, content: Buffer) => writeFile(join(order.folder, name), content, { mode: 0o600 });
  await keep(SIZE_FILES.print, print);
  if (order.printOnly) return { ...sizes, point: null };
  const screen = await renderSmall(print, SCREEN_LONG_EDGE, 80);
  const thumb = await renderSmall(screen, THUMB_EDGE, 75);
  await keep(SIZE_FILES.screen, screen);
  await keep(SIZE_FILES.medium, await renderMedium(screen));
  await keep(SIZE_FILES.thumb, thumb);
  const sharp = await openDecoder();
  return { ...sizes, point: await guessFrom(sharp(thumb)) };
}

async function renderPrintFile({ from: sent, folder, quarterTurns, size }: Parameters<typeof renderSizes>[0]) {
  const sharp = await openDecoder();
  const { from, special }: Colours = (await isPng(sent))
    ? await readColours(sent, folder, writeInEightBits)
    : { from: sent };
  const opened = (failOn: "warning" | "error" = "warning") =>
    sharp(from, {
      failOn,
      limitInputPixels: LARGEST_PHOTO_PIXELS,
      pages: 1,
      sequentialRead: true,
      ignoreIcc: special !== undefined,
    });
  const { autoOrient: upright } = await opened().metadata();
  const isAcross = quarterTurns % 2 === 1;
  const width = isAcross ? upright.height : upright.width;
  const height = isAcross ? upright.width : upright.height;
  const target = PRINT_SIZES[size](width, height);
  const draw = async (failOn?: "error") => {
    const turned = opened(failOn)
      .autoOrient()
      .rotate(quarterTurns * 90)
      .resize(target.width, target.height);
    const shown = special ? await drawToneMapped(turned, from, special) : turned;
    return await shown
      .flatten({ background: "#ffffff" })
      .toColourspace("srgb")
      .withIccProfile("srgb")
      .jpeg({ quality: target.width === width ? UNSCALED_QUALITY : PRINT_QUALITY })
      .toBuffer();
  };
  const print = await draw().catch((error: Error) => {
    if (HARMLESS.test(error.message)) return draw("error");
    throw error;
  });
  return { print, printWidth: target.width, printHeight: target.height, width, height };
}

/** What every browser reads past: filling behind the last scan, and a marker that names no known colours. */
const HARMLESS = /extraneous bytes before marker 0xd9|Unknown Adobe color transform/;

async function isPng(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(TELLING_BYTES), 0, TELLING_BYTES, 0);
    return imageKindOf(buffer.subarray(0, bytesRead)) === "png";
  } finally {
    await file.close();
  }
}

/** What is smaller than this part of a picture's longer edge, such as a spark, does not make the rest darker. */
const BRIGHT_PARTS = 256;

/**
 * Where a file does not say how bright it is, that is measured: Chromium takes 1,000 candelas then, and shows most
 * photographs too dark for paper.
 */
async function drawToneMapped(
  picture: Sharp,
  from: string,
  { depth, light, ...colours }: NonNullable<Colours["special"]>,
): Promise<Sharp> {
  const sharp = await openDecoder();
  const small = sharp(from, { limitInputPixels: LARGEST_PHOTO_PIXELS, ignoreIcc: true })
    .resize(BRIGHT_PARTS, BRIGHT_PARTS, { fit: "inside", withoutEnlargement: true, kernel: "linear" })
    .removeAlpha();
  const brightest = light ?? brightestOf((await rawPixels(small, depth)).pixels, colours);
  const { pixels, width, height } = await rawPixels(picture, depth);
  const { channels } = pixels;
  return sharp(toneMap(pixels, colours, brightest), {
    limitInputPixels: LARGEST_PHOTO_PIXELS,
    raw: { width, height, channels: channels as Channels },
  });
}

async function rawPixels(picture: Sharp, depth: number) {
  const isDeep = depth === 16;
  const { data, info } = await picture
    .toColourspace(isDeep ? "rgb16" : "srgb")
    .raw({ depth: isDeep ? "ushort" : "uchar" })
    .toBuffer({ resolveWithObject: true });
  const numbers = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  return { pixels: { data: numbers, channels: info.channels }, width: info.width, height: info.height };
}

async function writeInEightBits(png: string, to: string): Promise<void> {
  const sharp = await openDecoder();
  await sharp(png, {
    failOn: "warning",
    limitInputPixels: LARGEST_PHOTO_PIXELS,
    ignoreIcc: true,
    sequentialRead: true,
  })
    .toColourspace("srgb")
    .png({ compressionLevel: 0 })
    .toFile(to);
}

/** The medium size of a photo, from its screen size. */
export function renderMedium(screen: Buffer): Promise<Buffer> {
  return renderSmall(screen, MEDIUM_LONG_EDGE, 80);
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
