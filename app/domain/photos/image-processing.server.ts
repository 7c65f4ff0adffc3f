import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type sharp from "sharp";
import { Semaphore } from "../jobs/semaphore";
import { SECOND_MS } from "../time/durations";
import { decodeHeic } from "./heic-decoder.server";
import { type ImageKind, imageKindOf } from "./image-kinds";
import { countScans } from "./jpeg-scans";
import { removeMetadata } from "./metadata-removal.server";
import {
  LARGEST_PHOTO_PIXELS,
  type PhotoRefusal,
  printSize,
  SCREEN_LONG_EDGE,
  THUMB_EDGE,
} from "./photo-rules";
import { inFolder } from "./work-folder.server";

/**
 * Image processing: frees an uploaded file of its metadata, which is kept as the original, and makes newly encoded
 * photos from that. Only four file types reach a decoder, regardless of their names; no uploaded bytes are ever shown or
 * printed, and its owner's download alone has them.
 */

/** Fifty megapixels take one second; a photo that takes longer is malicious, or the machine is overloaded. */
const LONGEST_SECONDS = 5;
/** Three times what progressive photos have. The decoder checks its time limit only after it has read all scans. */
const MOST_SCANS = 30;
const semaphore = new Semaphore(2);
let decoder: Promise<typeof sharp> | undefined;
const PRINT_QUALITY = 88;
/** A photo that is printed with all its pixels has none to spare. */
const UNSCALED_QUALITY = 92;

export interface ProcessedPhoto extends Printed {
  original: Buffer;
  kind: ImageKind;
  width: number;
  height: number;
  sha256: string;
}

export type ProcessResult = { ok: true; photo: ProcessedPhoto } | { ok: false; reason: PhotoRefusal };

/** Loads the decoder with the first photo, because its native code would take a quarter of every start. */
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
 * Processes one photo; two at a time, the others wait. Refuses a file that is not a photo; never throws for its
 * content.
 * @param longestSeconds whole seconds after which a decoder is stopped; the refusal is then `failed`, worth a retry.
 */
export async function processPhoto(file: string, longestSeconds = LONGEST_SECONDS): Promise<ProcessResult> {
  return await inFolder(async (folder): Promise<ProcessResult> => {
    const original = join(folder, "original");
    const kind = await semaphore.run(() => freeOfMetadata(file, original));
    if (!kind) return { ok: false, reason: "not_a_photo" };
    const readable = await makeReadable(original, kind);
    if (!readable.ok) return readable;
    const sizes = await semaphore.run(() => processImage(readable.path, longestSeconds));
    if (!sizes.ok) return sizes;
    return { ok: true, photo: { ...sizes.photo, kind, original: await readFile(original) } };
  });
}

export type PrintFile = Pick<ProcessedPhoto, "print" | "printWidth" | "printHeight">;
export interface Printed {
  print: Buffer;
  printWidth: number;
  printHeight: number;
  screen: Buffer;
  thumb: Buffer;
}

/**
 * Makes all sizes again from a stored original, turned clockwise by this many quarters. Starting from the original
 * keeps a photo turned ten times as sharp as one turned once. `original` is in a folder of its own.
 */
export async function makeTurnedSizes(original: string, quarterTurns: number): Promise<Printed> {
  const path = await readableOriginal(original);
  return await semaphore.run(async () => {
    const { width: _, height: __, ...file } = await renderPrintFile(path, quarterTurns, LONGEST_SECONDS);
    return { ...file, ...(await smallSizes(file.print)) };
  });
}

/**
 * Makes only the print file again from a stored original, turned clockwise by this many quarters.
 * @param sizeOf the size in pixels for the whole photo's, turned the same way.
 */
export async function makePrintFile(
  original: string,
  quarterTurns: number,
  sizeOf = printSize,
): Promise<PrintFile> {
  const path = await readableOriginal(original);
  const { print, printWidth, printHeight } = await semaphore.run(() =>
    renderPrintFile(path, quarterTurns, LONGEST_SECONDS, sizeOf),
  );
  return { print, printWidth, printHeight };
}

async function readableOriginal(original: string): Promise<string> {
  const readable = await makeReadable(original, imageKindOf(await readFile(original)));
  if (!readable.ok) throw new Error(`A stored original cannot be decoded: ${readable.reason}.`);
  return readable.path;
}

/** The file that sharp reads: the photo itself, or its pixels beside it. */
async function makeReadable(
  path: string,
  kind: ImageKind | null,
): Promise<{ ok: true; path: string } | { ok: false; reason: PhotoRefusal }> {
  if (kind !== "heic") return { ok: true, path };
  const png = `${path}.png`;
  const reason = await decodeHeic(path, png);
  return reason ? { ok: false, reason } : { ok: true, path: png };
}

/** Writes the file without its metadata; null for a file that we do not take. */
async function freeOfMetadata(from: string, to: string): Promise<ImageKind | null> {
  const file = await readFile(from);
  const kind = imageKindOf(file);
  if (!kind || (kind === "jpeg" && countScans(file) > MOST_SCANS)) return null;
  const original = removeMetadata(file, kind);
  if (!original) return null;
  await writeFile(to, original, { mode: 0o600 });
  return kind;
}

/** Renders the print file, upright and turned, with the size of the whole photo turned the same way. */
async function renderPrintFile(path: string, quarterTurns: number, seconds: number, sizeOf = printSize) {
  const sharp = await openDecoder();
  const opened = () =>
    sharp(path, {
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
  const target = sizeOf(width, height);
  const print = await opened()
    .autoOrient()
    .rotate(quarterTurns * 90)
    .resize(target.width, target.height)
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .withIccProfile("srgb")
    .jpeg({ quality: target.width === width ? UNSCALED_QUALITY : PRINT_QUALITY })
    .timeout({ seconds })
    .toBuffer();
  return { print, printWidth: target.width, printHeight: target.height, width, height };
}

class TooManyPixels extends Error {}

type Sizes = Omit<ProcessedPhoto, "original" | "kind">;

async function processImage(
  path: string,
  seconds: number,
): Promise<{ ok: true; photo: Sizes } | { ok: false; reason: PhotoRefusal }> {
  const began = performance.now();
  try {
    const file = await renderPrintFile(path, 0, seconds);
    const small = await smallSizes(file.print);
    const sha256 = createHash("sha256").update(file.print).digest("hex");
    return { ok: true, photo: { ...file, ...small, sha256 } };
  } catch (error) {
    // An error with a code comes from the operating system and not from the decoder, so it says nothing about the
    // photo.
    if (isFromSystem(error)) throw error;
    const message = error instanceof Error ? error.message : "";
    if (error instanceof TooManyPixels || /pixel limit/i.test(message)) {
      return { ok: false, reason: "too_many_pixels" };
    }
    // A decoder that is stopped reports now its timeout, now a damaged file.
    const isStopped = /timeout/i.test(message) || performance.now() - began >= seconds * SECOND_MS;
    return { ok: false, reason: isStopped ? "failed" : "not_a_photo" };
  }
}

function isFromSystem(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | null)?.code === "string";
}

/** Each size is made from the larger one. Both have the sRGB profile, so their colours need no second conversion. */
async function smallSizes(print: Buffer): Promise<Pick<Printed, "screen" | "thumb">> {
  const sharp = await openDecoder();
  const small = (from: Buffer, edge: number, quality: number) =>
    sharp(from)
      .resize(edge, edge, { fit: "inside", withoutEnlargement: true })
      .keepIccProfile()
      .jpeg({ quality })
      .timeout({ seconds: LONGEST_SECONDS })
      .toBuffer();
  const screen = await small(print, SCREEN_LONG_EDGE, 80);
  return { screen, thumb: await small(screen, THUMB_EDGE, 75) };
}
