import { NO_FACTS, readExif, writeExif } from "./exif";
import { MOST_PARTS } from "./file-parts";

/** A JPEG's picture data without its metadata, the pictures hidden behind it included. */

const START = Buffer.from([0xff, 0xd8]);
const END = 0xd9;
const START_OF_SCAN = 0xda;
const NOTE = 0xfe;
const EXIF_MARK = 0xe1;
/** The frames whose scans are not progressive. */
const SEQUENTIAL = [0xc0, 0xc1, 0xc9];
const EXIF = "Exif\0\0";
const [JFIF, PROFILE, ADOBE] = [0xe0, 0xe2, 0xee];
/** The application segments that colours depend on, by what they begin with. */
const KEPT: Readonly<Record<number, string>> = {
  [JFIF]: "JFIF\0",
  [PROFILE]: "ICC_PROFILE\0",
  [ADOBE]: "Adobe",
};

/**
 * Leaves out every segment that says something about the picture, and what follows its end. Puts right what every browser
 * reads past: extraneous bytes between segments, a scan's header that is wrong for its kind, a missing end.
 */
export function removeJpegMetadata(jpeg: Buffer): Buffer | null {
  const segments: Buffer[] = [];
  let facts = NO_FACTS;
  let isSequential = false;
  let hasScan = false;
  let at = nextMark(jpeg, START.length);
  for (let parts = 0; at >= 0 && at + 2 <= jpeg.length; parts += 1) {
    const mark = jpeg[at + 1] ?? 0;
    if (parts > MOST_PARTS) return null;
    if (mark === END) break;
    if (isAlone(mark) || mark === START[1]) {
      at = nextMark(jpeg, at + 2);
      continue;
    }
    const end = at + 4 > jpeg.length ? Number.POSITIVE_INFINITY : at + 2 + jpeg.readUInt16BE(at + 2);
    if (end > jpeg.length) {
      // Only what says something about the picture may break off behind it.
      if (!isApplication(mark) && mark !== NOTE) return null;
      break;
    }
    const content = jpeg.subarray(at + 4, end);
    if (mark === EXIF_MARK && facts === NO_FACTS && content.toString("latin1", 0, 6) === EXIF) {
      facts = readExif(content.subarray(6));
    }
    if (SEQUENTIAL.includes(mark)) isSequential = true;
    if (mark === START_OF_SCAN) {
      hasScan = true;
      const until = endOfScan(jpeg, end);
      segments.push(isSequential ? wholeScan(jpeg.subarray(at, end)) : jpeg.subarray(at, end));
      segments.push(jpeg.subarray(end, until));
      at = until;
    } else {
      if (isRetained(mark, content)) segments.push(jpeg.subarray(at, end));
      at = nextMark(jpeg, end);
    }
  }
  if (!hasScan) return null;
  const exif = writeExif(facts);
  // JFIF asks to be first.
  const first = segments[0]?.[1] === JFIF ? 1 : 0;
  if (exif) segments.splice(first, 0, exifSegment(exif));
  return Buffer.concat([START, ...segments, Buffer.from([0xff, END])]);
}

/** Where the next segment begins, behind filling bytes and extraneous ones; -1 where none does. */
function nextMark(jpeg: Buffer, from: number): number {
  for (let at = jpeg.indexOf(0xff, from); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const mark = jpeg[at + 1];
    if (mark !== undefined && mark !== 0 && mark !== 0xff) return at;
  }
  return -1;
}

/**
 * The header of a scan that has all frequencies in full, as each scan of a JPEG that is not progressive; some cameras
 * write another.
 */
function wholeScan(header: Buffer): Buffer {
  const corrected = Buffer.from(header);
  const WHOLE = [0, 63, 0];
  if (header.length > 4 + WHOLE.length) corrected.set(WHOLE, header.length - WHOLE.length);
  return corrected;
}

function isRetained(mark: number, content: Buffer): boolean {
  if (!isApplication(mark)) return mark !== NOTE;
  const name = KEPT[mark];
  if (name === undefined || content.toString("latin1", 0, name.length) !== name) return false;
  return mark !== PROFILE || isProfile(content);
}

function isApplication(mark: number): boolean {
  return mark >= 0xe0 && mark <= 0xef;
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
