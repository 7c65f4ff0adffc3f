import { createHash } from "node:crypto";
import { open, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type sharp from "sharp";
import { type ImageKind, imageKindOf, judgeFile, TELLING_BYTES } from "./image-kinds";
import { countScans } from "./jpeg-scans";
import { removeMetadata } from "./metadata-removal.server";
import { PRINT_SIZES, type PrintSize, type RenderedSizes, SIZE_FILES } from "./photo-orders";
import { LARGEST_PHOTO_PIXELS, SCREEN_LONG_EDGE, THUMB_EDGE } from "./photo-rules";
import { withProfile } from "./png-colours.server";
import { lightOf } from "./tone-mapping";

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

/** Writes the file without its metadata. Gives its kind, or why it is not taken. */
export async function stripMetadata(
  from: string,
  to: string,
): Promise<ImageKind | "other_kind" | "not_a_photo" | "incomplete"> {
  const file = await readFile(from);
  const kind = judgeFile(file);
  if (kind === "other_kind" || kind === "not_a_photo") return kind;
  if (kind === "jpeg" && countScans(file) > MOST_SCANS) return "not_a_photo";
  const original = removeMetadata(file, kind);
  if (!original) return "incomplete";
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

async function renderPrintFile({
  from: sent,
  folder,
  quarterTurns,
  size,
}: Parameters<typeof renderSizes>[0]) {
  const sharp = await openDecoder();
  const from = (await isPng(sent))
    ? await withProfile(sent, folder, { findBrightest, writeInEightBits })
    : sent;
  const opened = (failOn: "warning" | "error" = "warning") =>
    sharp(from, {
      failOn,
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
  const draw = (failOn?: "error") =>
    opened(failOn)
      .autoOrient()
      .rotate(quarterTurns * 90)
      .resize(target.width, target.height)
      .flatten({ background: "#ffffff" })
      // Sixteen bits stay so until they are sRGB.
      .toColourspace(data.depth === "ushort" ? "rgb16" : "srgb")
      .withIccProfile("srgb")
      .jpeg({ quality: target.width === width ? UNSCALED_QUALITY : PRINT_QUALITY })
      .toBuffer();
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

/** Measured where a file does not say it: Chromium takes 1,000 candelas then, and shows most photographs too dark. */
async function findBrightest(png: string, depth: number, transfer: number): Promise<number> {
  const sharp = await openDecoder();
  const isDeep = depth === 16;
  const { data, info } = await sharp(png, { limitInputPixels: LARGEST_PHOTO_PIXELS, ignoreIcc: true })
    .resize(BRIGHT_PARTS, BRIGHT_PARTS, { fit: "inside", withoutEnlargement: true, kernel: "linear" })
    .removeAlpha()
    .toColourspace(isDeep ? "rgb16" : "srgb")
    .raw({ depth: isDeep ? "ushort" : "uchar" })
    .toBuffer({ resolveWithObject: true });
  const parts = isDeep ? new Uint16Array(data.buffer, data.byteOffset, data.length / 2) : data;
  const share = (index: number) => (parts[index] ?? 0) / (isDeep ? 0xffff : 0xff);
  let brightest = 0;
  for (let at = 0; at < parts.length; at += info.channels) {
    brightest = Math.max(brightest, ...lightOf(transfer, [share(at), share(at + 1), share(at + 2)]));
  }
  return brightest;
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

/** Each size is made from the larger one. Both have the sRGB profile, so their colours need no second conversion. */
async function renderSmall(from: Buffer, edge: number, quality: number): Promise<Buffer> {
  const sharp = await openDecoder();
  return await sharp(from)
    .resize(edge, edge, { fit: "inside", withoutEnlargement: true })
    .keepIccProfile()
    .jpeg({ quality })
    .toBuffer();
}
