import { NO_FACTS, readExif, writeExif } from "./exif";
import { MOST_PARTS } from "./file-parts";

/** A JPEG's picture data without its metadata, the pictures hidden behind it included. */

const START = Buffer.from([0xff, 0xd8]);
const END = 0xd9;
const START_OF_SCAN = 0xda;
const NOTE = 0xfe;
const EXIF = "Exif\0\0";
const [JFIF, PROFILE, ADOBE] = [0xe0, 0xe2, 0xee];
/** The application segments that colours depend on, by what they begin with. */
const KEPT: Readonly<Record<number, string>> = {
  [JFIF]: "JFIF\0",
  [PROFILE]: "ICC_PROFILE\0",
  [ADOBE]: "Adobe",
};

/** Leaves out every segment that says something about the picture, and what follows its end. */
export function removeJpegMetadata(jpeg: Buffer): Buffer | null {
  const segments: Buffer[] = [];
  let facts = NO_FACTS;
  let at = 2;
  let parts = 0;
  while (at + 2 <= jpeg.length) {
    const mark = jpeg[at + 1] ?? 0;
    if (jpeg[at] !== 0xff || parts > MOST_PARTS) return null;
    // A marker may be preceded by any number of filling bytes.
    if (mark === 0xff) {
      at += 1;
      continue;
    }
    parts += 1;
    if (mark === END || isAlone(mark)) {
      segments.push(jpeg.subarray(at, at + 2));
      at += 2;
      if (mark === END) break;
    } else {
      if (at + 4 > jpeg.length) return null;
      const end = at + 2 + jpeg.readUInt16BE(at + 2);
      const until = mark === START_OF_SCAN ? endOfScan(jpeg, end) : end;
      const content = jpeg.subarray(at + 4, end);
      if (mark === 0xe1 && facts === NO_FACTS && content.toString("latin1", 0, 6) === EXIF) {
        facts = readExif(content.subarray(6));
      }
      if (isKept(mark, content)) segments.push(jpeg.subarray(at, until));
      at = until;
    }
  }
  const exif = writeExif(facts);
  // JFIF asks to be first.
  const first = segments[0]?.[1] === 0xe0 ? 1 : 0;
  if (exif) segments.splice(first, 0, exifSegment(exif));
  return Buffer.concat([START, ...segments]);
}

function isKept(mark: number, content: Buffer): boolean {
  const isApplication = mark >= 0xe0 && mark <= 0xef;
  if (!isApplication) return mark !== NOTE;
  const name = KEPT[mark];
  if (name === undefined || content.toString("latin1", 0, name.length) !== name) return false;
  return mark !== PROFILE || isProfile(content);
}

/** The first part of a colour profile has its mark; what has none is something else under its name. */
function isProfile(content: Buffer): boolean {
  const [NUMBER, START, MARK] = [12, 14, 36];
  const isFirst = content[NUMBER] === 1;
  return !isFirst || content.toString("latin1", START + MARK, START + MARK + 4) === "acsp";
}

/** Markers without content: restarts, and one that means nothing. */
function isAlone(mark: number): boolean {
  return mark === 1 || (mark >= 0xd0 && mark <= 0xd7);
}

/** Within a scan 255 is followed by 0, or by a restart. */
function endOfScan(jpeg: Buffer, from: number): number {
  let at = from;
  for (;;) {
    at = jpeg.indexOf(0xff, at);
    if (at < 0 || at + 1 >= jpeg.length) return jpeg.length;
    const mark = jpeg[at + 1] ?? 0;
    if (mark !== 0 && mark !== 0xff && !isAlone(mark)) return at;
    at += mark === 0xff ? 1 : 2;
  }
}

function exifSegment(exif: Buffer): Buffer {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(2 + EXIF.length + exif.length, 2);
  return Buffer.concat([head, Buffer.from(EXIF, "latin1"), exif]);
}
