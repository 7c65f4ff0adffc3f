import { NO_FACTS, readExif, writeExif } from "./exif";
import { MOST_PARTS } from "./file-parts";

/**
 * A HEIC's picture data without its metadata. The file points at its parts by their places, so nothing is moved: what
 * says something about the picture is overwritten, and so is everything that no part of a picture points at.
 */

interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  content: number;
  end: number;
}

interface Span {
  from: number;
  to: number;
}

/** What pictures are made of: pictures in HEVC, and how they are put together. */
const PICTURES = ["hvc1", "grid", "iden", "iovl", "tmap"];
const DESCRIPTIONS = ["hdlr", "pitm", "iinf", "iloc", "iref", "iprp", "idat", "dinf", "grpl"];
const PROPERTIES = [
  ...["hvcC", "ispe", "pixi", "colr", "irot", "imir", "clap", "pasp", "auxC", "clli", "mdcv", "cclv", "amve"],
  ...["ndwt", "lsel", "rref"],
];
/** The four bytes before an Exif block say how far it is from there; then comes the name of JPEG's segment. */
const EXIF_HEAD = Buffer.from("\0\0\0\x06Exif\0\0", "latin1");

/** Overwrites every part that says something about the picture; null for a file that is not put together as HEIC is. */
export function removeHeicMetadata(heic: Buffer): Buffer | null {
  try {
    return withoutMetadata(heic);
  } catch (error) {
    // A place beyond the end of the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function withoutMetadata(heic: Buffer): Buffer | null {
  const boxes = boxesIn(heic, 0, heic.length);
  const meta = boxes.find(({ type }) => type === "meta");
  if (!meta) return null;
  const parts = boxesIn(heic, meta.content + 4, meta.end);
  const part = (type: string) => parts.find((one) => one.type === type);
  const [infos, places, properties, data] = [part("iinf"), part("iloc"), part("iprp"), part("idat")];
  if (!infos || !places || !properties) return null;
  const types = itemTypes(heic, infos);
  const spans = spansOfItems(heic, places, data?.content ?? 0);
  const made = Buffer.from(heic);
  const ofTypes = (wanted: readonly string[]) =>
    [...types].filter(([, type]) => wanted.includes(type)).flatMap(([id]) => spans.get(id) ?? []);
  const pictures = joined(ofTypes(PICTURES));
  const eraseExceptPictures = eraser(made, pictures);
  for (const box of boxes) {
    if (box.type === "mdat") eraseExceptPictures({ from: box.content, to: box.end });
    else if (box.type !== "ftyp" && box !== meta) free(made, box);
  }
  for (const one of parts) if (!DESCRIPTIONS.includes(one.type)) free(made, one);
  if (data) eraser(made, pictures)({ from: data.content, to: data.end });
  eraseNames(made, parts, infos);
  for (const list of boxesIn(heic, properties.content, properties.end)) {
    if (list.type !== "ipco") continue;
    // The list is counted by places, so a property keeps its place.
    for (const one of boxesIn(heic, list.content, list.end))
      if (!PROPERTIES.includes(one.type)) free(made, one);
  }
  keepMoment(heic, made, ofTypes(["Exif"]), pictures);
  return made.subarray(0, boxes.at(-1)?.end ?? 0);
}

/** The boxes of a part of the file, up to the first bytes that are not a box. @throws RangeError for too many. */
function boxesIn(file: Buffer, from: number, to: number): Box[] {
  const boxes: Box[] = [];
  let start = from;
  while (start + 8 <= to) {
    const short = file.readUInt32BE(start);
    const size = short === 1 ? Number(file.readBigUInt64BE(start + 8)) : short === 0 ? to - start : short;
    const content = start + (short === 1 ? 16 : 8);
    const end = start + size;
    if (end < content || end > to) break;
    if (boxes.length >= MOST_PARTS) throw new RangeError("More boxes than a photo has.");
    boxes.push({ type: file.toString("latin1", start + 4, start + 8), start, content, end });
    start = end;
  }
  return boxes;
}

/** What each item of the file is, by its number. */
function itemTypes(file: Buffer, { content, end }: Box): Map<number, string> {
  const list = content + 4 + (file[content] === 0 ? 2 : 4);
  const types = new Map<number, string>();
  for (const info of boxesIn(file, list, end)) {
    const { number, type } = itemOf(file, info);
    types.set(number, file.toString("latin1", type, type + 4));
  }
  return types;
}

/** An item's number, and where its type is. */
function itemOf(file: Buffer, { content }: Box): { number: number; type: number } {
  const isLong = (file[content] ?? 0) >= 3;
  const number = isLong ? file.readUInt32BE(content + 4) : file.readUInt16BE(content + 4);
  return { number, type: content + (isLong ? 10 : 8) };
}

/** Where in the file the data of each item are. @throws RangeError for places beyond its end. */
function spansOfItems(file: Buffer, { content }: Box, data: number): Map<number, Span[]> {
  const version = file[content] ?? 0;
  const sizes = file.readUInt16BE(content + 4);
  const [offsetBytes, lengthBytes] = [sizes >> 12, (sizes >> 8) & 15];
  const [baseBytes, indexBytes] = [(sizes >> 4) & 15, version === 0 ? 0 : sizes & 15];
  let at = content + 6;
  const read = (bytes: number) => {
    const value =
      bytes === 0 ? 0 : bytes === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, bytes);
    at += bytes;
    return value;
  };
  const items = read(version < 2 ? 2 : 4);
  let parts = items;
  const spans = new Map<number, Span[]>();
  for (let item = 0; item < items; item += 1) {
    const number = read(version < 2 ? 2 : 4);
    const isInside = version > 0 && (read(2) & 15) === 1;
    read(2);
    const base = read(baseBytes) + (isInside ? data : 0);
    const extents = read(2);
    parts += extents;
    if (parts > MOST_PARTS) throw new RangeError("More parts than a photo has.");
    const own: Span[] = [];
    for (let extent = 0; extent < extents; extent += 1) {
      read(indexBytes);
      const from = base + read(offsetBytes);
      own.push({ from, to: from + read(lengthBytes) });
    }
    spans.set(number, own);
  }
  return spans;
}

/** The spans in the order of the file, each byte in one of them. */
function joined(spans: readonly Span[]): Span[] {
  const all: Span[] = [];
  for (const { from, to } of [...spans].sort((one, other) => one.from - other.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}

/** Erases one part of the file after the other, in their order, except for `kept`, which is gone through once. */
function eraser(file: Buffer, kept: readonly Span[]): (part: Span) => void {
  let next = 0;
  return ({ from, to }) => {
    let at = from;
    for (; next < kept.length; next += 1) {
      const span = kept[next];
      if (!span || span.from >= to) break;
      if (span.from > at) file.fill(0, at, span.from);
      at = Math.max(at, Math.min(to, span.to));
      // The next part may begin within this span.
      if (span.to > to) break;
    }
    file.fill(0, at, to);
  };
}

/** Turns a box into free space. */
function free(file: Buffer, { start, content, end }: Box): void {
  file.write("free", start + 4, "latin1");
  file.fill(0, content, end);
}

/** Erases the texts that a file may give its pictures and itself. */
function eraseNames(file: Buffer, parts: readonly Box[], infos: Box): void {
  const NAME_OF_HANDLER = 24;
  for (const { type, content, end } of parts) {
    if (type === "hdlr") file.fill(0, content + NAME_OF_HANDLER, end);
  }
  const list = infos.content + 4 + (file[infos.content] === 0 ? 2 : 4);
  for (const info of boxesIn(file, list, infos.end)) {
    const { type } = itemOf(file, info);
    if (PICTURES.includes(file.toString("latin1", type, type + 4))) file.fill(0, type + 4, info.end);
  }
}

/** Writes when the photo was taken where its Exif block was. How it was held is a property of the picture. */
function keepMoment(heic: Buffer, made: Buffer, [span]: readonly Span[], pictures: readonly Span[]): void {
  if (!span || span.to > heic.length) return;
  const block = heic.subarray(span.from, span.to);
  const start = block.length < 4 ? block.length : 4 + block.readUInt32BE(0);
  const { takenAt } = readExif(block.subarray(Math.min(start, block.length)));
  const exif = writeExif({ ...NO_FACTS, takenAt });
  const isShared = pictures.some(({ from, to }) => from < span.to && span.from < to);
  if (exif && !isShared && EXIF_HEAD.length + exif.length <= block.length) {
    made.set(Buffer.concat([EXIF_HEAD, exif]), span.from);
  }
}
