import type { ImageKind } from "~/domain/diary/photos/image-kinds";
import { reportUnexpected } from "./unexpected";

/**
 * Photos that are too large to send, made smaller in the page. What is left fills two pages of the book, and is as much as
 * a browser of a telephone draws.
 */

const MOST_PIXELS = 16_000_000;
/** Tried one after the other until the photo is small enough. */
const QUALITIES = [0.92, 0.85, 0.75];
/** A photo's size comes after its thumbnail, its profile and what its camera wrote. */
const HEAD_BYTES = 1024 * 1024;

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The width and height that a file names, as it lies in the file; undefined where they are not found. */
export async function sizeOf(file: Blob, kind: ImageKind): Promise<Size | undefined> {
  const head = new DataView(await file.slice(0, HEAD_BYTES).arrayBuffer());
  try {
    return { jpeg: sizeOfJpeg, png: sizeOfPng, webp: sizeOfWebp, heic: sizeOfHeic }[kind](head);
  } catch (error) {
    // A place beyond what was read.
    if (!(error instanceof RangeError)) reportUnexpected(error);
    return undefined;
  }
}

function sizeOfJpeg(head: DataView): Size | undefined {
  for (let at = 2; at < head.byteLength; ) {
    const mark = head.getUint8(at + 1);
    if (head.getUint8(at) !== 0xff || mark === 0xff) at += 1;
    else if (mark >= 0xc0 && mark <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(mark))
      return { height: head.getUint16(at + 5), width: head.getUint16(at + 7) };
    else at += mark === 0 || mark === 1 || (mark >= 0xd0 && mark <= 0xd8) ? 2 : 2 + head.getUint16(at + 2);
  }
  return undefined;
}

function sizeOfPng(head: DataView): Size {
  return { width: head.getUint32(16), height: head.getUint32(20) };
}

function sizeOfWebp(head: DataView): Size {
  const long = (at: number) => head.getUint16(at, true) | (head.getUint8(at + 2) << 16);
  const kind = head.getUint8(15);
  if (kind === 0x58) return { width: long(24) + 1, height: long(27) + 1 };
  if (kind === 0x20) return { width: head.getUint16(26, true) & 0x3fff, height: head.getUint16(28, true) & 0x3fff };
  const packed = head.getUint32(21, true);
  return { width: (packed & 0x3fff) + 1, height: ((packed >> 14) & 0x3fff) + 1 };
}

/** The largest of its pictures: the others are tiles and a thumbnail. */
function sizeOfHeic(head: DataView): Size | undefined {
  const ISPE = 0x69737065;
  let largest: Size | undefined;
  for (let at = 0; at + 16 <= head.byteLength && at < 65_536; at += 1) {
    if (head.getUint32(at) !== ISPE) continue;
    const [width, height] = [head.getUint32(at + 8), head.getUint32(at + 12)];
    if (!largest || width * height > largest.width * largest.height) largest = { width, height };
  }
  return largest;
}

/** A smaller photo as a JPEG; undefined where the browser cannot draw it, or it stays too large. */
export async function makeSmaller(file: File, size: Size | undefined, mostBytes: number): Promise<File | undefined> {
  if (typeof createImageBitmap === "undefined") return undefined;
  const canvas = document.createElement("canvas");
  try {
    const drawn = await createImageBitmap(file, scalingOf(size));
    const rest = Math.min(1, Math.sqrt(MOST_PIXELS / (drawn.width * drawn.height)));
    canvas.width = Math.floor(drawn.width * rest);
    canvas.height = Math.floor(drawn.height * rest);
    const pen = canvas.getContext("2d");
    if (!pen) return undefined;
    pen.fillStyle = "#fff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(drawn, 0, 0, canvas.width, canvas.height);
    drawn.close();
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
      if (blob && blob.size <= mostBytes) return new File([blob], file.name, { type: "image/jpeg" });
    }
  } catch (error) {
    // A kind that this browser cannot draw, more than it has memory for, or options that an older one has not got.
    if (!(error instanceof DOMException || error instanceof TypeError)) reportUnexpected(error);
  } finally {
    // Telephones have little room for such pictures.
    canvas.width = 0;
  }
  return undefined;
}

/** Only a width, so that a photo held upright keeps its shape. */
function scalingOf(size: Size | undefined): ImageBitmapOptions {
  const scale = size ? Math.sqrt(MOST_PIXELS / (size.width * size.height)) : 1;
  return size && scale < 1 ? { resizeWidth: Math.floor(size.width * scale), resizeQuality: "high" } : {};
}
