import { createHash } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import type sharp from "sharp";
import { Semaphore } from "../jobs/semaphore";
import { SECOND_MS } from "../time/durations";
import { countScans } from "./jpeg-scans";
import {
  LARGEST_PHOTO_PIXELS,
  type PhotoRefusal,
  printSize,
  SCREEN_LONG_EDGE,
  THUMB_EDGE,
} from "./photo-rules";

/**
 * Image processing: turns an uploaded file into newly encoded photos. Only three file types reach a decoder, regardless
 * of their names, and no uploaded bytes are ever served or printed.
 */

/** Fifty megapixels take one second; a photo that takes longer is malicious, or the machine is overloaded. */
const LONGEST_SECONDS = 5;
/** Three times what progressive photos have. The decoder checks its time limit only after it has read all scans. */
const MOST_SCANS = 30;
const semaphore = new Semaphore(2);
let decoder: Promise<typeof sharp> | undefined;
const PRINT_QUALITY = 88;
/** Optimised Huffman tables would save a twentieth of the size and double the time. */
const ORIGINAL = { quality: 92, optimiseCoding: false } as const;

export interface ProcessedPhoto {
  original: Buffer;
  print: Buffer;
  screen: Buffer;
  thumb: Buffer;
  width: number;
  height: number;
  printWidth: number;
  printHeight: number;
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
  return await semaphore.run(() => processImage(file, longestSeconds));
}

export type PrintFile = Pick<ProcessedPhoto, "print" | "printWidth" | "printHeight">;
export type Printed = PrintFile & Pick<ProcessedPhoto, "screen" | "thumb">;

/**
 * Makes all sizes again from a stored original, turned clockwise by this many quarters. Starting from the original
 * keeps a photo turned ten times as sharp as one turned once.
 */
export async function makeTurnedSizes(original: string, quarterTurns: number): Promise<Printed> {
  return await semaphore.run(async () => {
    const file = await renderPrintFile(original, quarterTurns);
    return { ...file, ...(await smallSizes(file.print)) };
  });
}

/** Makes only the print file again from a stored original, turned clockwise by this many quarters. */
export async function makePrintFile(original: string, quarterTurns: number): Promise<PrintFile> {
  return await semaphore.run(() => renderPrintFile(original, quarterTurns));
}

async function renderPrintFile(original: string, quarterTurns: number): Promise<PrintFile> {
  const sharp = await openDecoder();
  const { width, height } = await sharp(original, { limitInputPixels: LARGEST_PHOTO_PIXELS }).metadata();
  const target = quarterTurns % 2 === 0 ? printSize(width, height) : printSize(height, width);
  const print = await sharp(original, { limitInputPixels: LARGEST_PHOTO_PIXELS })
    .rotate(quarterTurns * 90)
    .resize(target.width, target.height)
    .keepIccProfile()
    .jpeg({ quality: PRINT_QUALITY })
    .timeout({ seconds: LONGEST_SECONDS })
    .toBuffer();
  return { print, printWidth: target.width, printHeight: target.height };
}

async function processImage(file: string, seconds: number): Promise<ProcessResult> {
  const kind = await kindOf(file);
  if (kind === null) return { ok: false, reason: "not_a_photo" };
  if (kind === "jpeg" && countScans(await readFile(file)) > MOST_SCANS) {
    return { ok: false, reason: "not_a_photo" };
  }
  const sharp = await openDecoder();
  const began = performance.now();
  try {
    const opened = () =>
      sharp(file, {
        failOn: "warning",
        limitInputPixels: LARGEST_PHOTO_PIXELS,
        pages: 1,
        sequentialRead: true,
      });
    const data = await opened().metadata();
    if (data.width * data.height > LARGEST_PHOTO_PIXELS) return { ok: false, reason: "too_many_pixels" };
    const upright = data.autoOrient;
    const white = { background: "#ffffff" };
    const target = printSize(upright.width, upright.height);
    const whole = opened()
      .autoOrient()
      .flatten(white)
      .toColourspace("srgb")
      .withIccProfile("srgb")
      .timeout({ seconds });
    // Each decodes the file for itself, because decoding twice on two cores is faster than decoding once and waiting.
    const making = [whole.clone().jpeg(ORIGINAL).toBuffer()];
    if (target.width !== upright.width) {
      const resized = whole.clone().resize(target.width, target.height);
      making.push(resized.jpeg({ quality: PRINT_QUALITY }).toBuffer());
    }
    // Waits for both even if one fails, because the caller deletes the file afterwards.
    await Promise.allSettled(making);
    const [original, print = original] = await Promise.all(making as [Promise<Buffer>, Promise<Buffer>?]);
    const { screen, thumb } = await smallSizes(print);
    const sha256 = createHash("sha256").update(print).digest("hex");
    const sizes = {
      width: upright.width,
      height: upright.height,
      printWidth: target.width,
      printHeight: target.height,
    };
    return { ok: true, photo: { original, print, screen, thumb, sha256, ...sizes } };
  } catch (error) {
    // An error with a code comes from the operating system and not from the decoder, so it says nothing about the
    // photo.
    if (isFromSystem(error)) throw error;
    const message = error instanceof Error ? error.message : "";
    if (/pixel limit/i.test(message)) return { ok: false, reason: "too_many_pixels" };
    // A decoder that is stopped reports now its timeout, now a damaged file.
    const isStopped = /timeout/i.test(message) || performance.now() - began >= seconds * SECOND_MS;
    return { ok: false, reason: isStopped ? "failed" : "not_a_photo" };
  }
}

function isFromSystem(error: unknown): boolean {
  return typeof (error as NodeJS.ErrnoException | null)?.code === "string";
}

/** Each size is made from the larger one. Both have the sRGB profile, so their colours need no second conversion. */
async function smallSizes(print: Buffer): Promise<Pick<ProcessedPhoto, "screen" | "thumb">> {
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

/** The file type by the first bytes, independent of the file name; null for all but three types. */
async function kindOf(file: string): Promise<"jpeg" | "png" | "webp" | null> {
  const handle = await open(file);
  try {
    const head = Buffer.alloc(12);
    await handle.read(head, 0, 12, 0);
    if (head.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return "jpeg";
    if (head.subarray(0, 8).equals(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])))
      return "png";
    const isWebp = head.toString("latin1", 0, 4) === "RIFF" && head.toString("latin1", 8, 12) === "WEBP";
    return isWebp ? "webp" : null;
  } finally {
    await handle.close();
  }
}
