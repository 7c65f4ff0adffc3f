import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JpegData, nameJpeg, readJpeg } from "../prepress/jpeg";

/**
 * The photos of a book while it is rendered. For typesetting, each is replaced by a grey placeholder of eight by eight
 * pixels that carries its id: the layout already fixes position and size, so the typesetter opens no photo.
 */

const PLACEHOLDER = join(process.cwd(), "app", "domain", "book", "assembly", "placeholder.jpg");
/** Longer than the headers before the pixels in any file that image processing writes. */
const HEAD_BYTES = 64 * 1024;

/** A photo whose print file cannot be used in the book. */
export class UnusablePhoto extends Error {
  readonly photoId: string;
  readonly reason: string;

  constructor(photoId: string, reason: string) {
    super(`Photo ${photoId}: ${reason}`);
    this.photoId = photoId;
    this.reason = reason;
  }
}

export interface PrintPhoto {
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Writes a placeholder for each photo to the path where the typesetter looks for it. */
export function writePlaceholders(folder: string, photoIds: readonly string[]): void {
  const placeholder = readFileSync(PLACEHOLDER);
  for (const id of photoIds) writeFileSync(join(folder, "photos", `${id}.jpg`), nameJpeg(placeholder, id));
}

/** Measures a print file without reading all of it. @throws UnusablePhoto when it cannot be used unchanged. */
export function readPhoto(id: string, file: string): PrintPhoto {
  const data = measurePhoto(file);
  if (data === null) throw new UnusablePhoto(id, "the print file isn’t a complete JPEG");
  const { components, bitsPerComponent, bytes, width, height } = data;
  // The PDF declares the placeholder's colour space for it: sRGB, three channels of eight bits.
  if (components !== 3 || bitsPerComponent !== 8) {
    throw new UnusablePhoto(id, `the print file has ${components} channels of ${bitsPerComponent} bits`);
  }
  return { id, file, bytes, width, height };
}

/** The header data and the size in bytes of a JPEG file; null when it is missing or not a complete JPEG. */
export function measurePhoto(file: string): (JpegData & { bytes: number }) | null {
  if (!existsSync(file)) return null;
  const opened = openSync(file, "r");
  try {
    const bytes = fstatSync(opened).size;
    const ends = Buffer.alloc(Math.min(bytes, HEAD_BYTES + 2));
    const head = Math.min(bytes, HEAD_BYTES);
    const tail = ends.length - head;
    readSync(opened, ends, 0, head, 0);
    readSync(opened, ends, head, tail, bytes - tail);
    const data = readJpeg(ends) ?? (bytes > ends.length ? readJpeg(readFileSync(opened)) : null);
    return data && { ...data, bytes };
  } finally {
    closeSync(opened);
  }
}
