import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type JpegData, nameJpeg, readJpeg } from "./jpeg";

/**
 * The photos of a book on their way through the press. While it is set, each is stood in for by a grey square of
 * eight pixels that carries its name: where a photo stands and how large is the layout's, so the typesetter need not
 * open a single one.
 */

const STAND_IN = join(process.cwd(), "app", "domain", "assembly", "stand-in.jpg");
/** Longer than what stands before the picture in any file the image processor made. */
const HEAD_BYTES = 64 * 1024;

/** A photo's print file that is not what it has to be. */
export class UnbindablePhoto extends Error {
  constructor(
    readonly photoId: string,
    readonly reason: string,
  ) {
    super(`Photo ${photoId}: ${reason}`);
  }
}

export interface PrintPhoto {
  readonly id: string;
  readonly file: string;
  readonly bytes: number;
  readonly width: number;
  readonly height: number;
}

/** Puts what stands in for each photo where the typesetter looks for it. */
export function putStandIns(folder: string, photoIds: readonly string[]): void {
  const standIn = readFileSync(STAND_IN);
  for (const id of photoIds) writeFileSync(join(folder, "photos", `${id}.jpg`), nameJpeg(standIn, id));
}

/** Looks at a print file without reading it whole. @throws UnbindablePhoto where it cannot be bound as it is. */
export function readPhoto(id: string, file: string): PrintPhoto {
  const data = measurePhoto(file);
  if (data === null) throw new UnbindablePhoto(id, "the print file is no whole JPEG");
  const { components, bitsPerComponent, bytes, width, height } = data;
  // The colour space in the book is the stand-in's: three channels of eight bits, sRGB.
  if (components !== 3 || bitsPerComponent !== 8) {
    throw new UnbindablePhoto(id, `the print file has ${components} channels of ${bitsPerComponent} bits`);
  }
  return { id, file, bytes, width, height };
}

/** What a JPEG file says of itself and how many bytes it has; null for one that is not there or no whole JPEG. */
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
