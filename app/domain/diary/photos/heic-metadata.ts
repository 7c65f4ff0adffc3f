import { NO_FACTS, type PhotoFacts, readExif, writeExif } from "./exif";
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

/** Which way the camera was held, where a HEIC says so by its Exif alone; a turn of its own (irot, imir) goes before. */
export function orientationOf(heic: Buffer): number {
  const parts = partsOf(heic);
  const [infos, places] = [parts?.part("iinf"), parts?.part("iloc")];
  if (!parts || !infos || !places || isTurnedItself(heic, parts.part)) return NO_FACTS.orientation;
  const exif = [...itemTypes(heic, infos)].find(([, type]) => type === "Exif")?.[0];
  const [span] = spansOfItems(heic, places, parts.part("idat")?.content ?? 0).get(exif ?? 0) ?? [];
  return span ? factsIn(heic, span).orientation : NO_FACTS.orientation;
}

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
  const found = partsOf(heic);
  if (!found) return null;
  const { boxes, meta, parts, part } = found;
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
    for (const one of boxesIn(heic, list.content, list.end)) if (!PROPERTIES.includes(one.type)) free(made, one);
  }
  keepFacts(heic, made, ofTypes(["Exif"]), { pictures, isTurned: isTurnedItself(heic, part) });
  return made.subarray(0, boxes.at(-1)?.end ?? 0);
}

type FindPart = (type: string) => Box | undefined;

function partsOf(heic: Buffer) {
  const boxes = boxesIn(heic, 0, heic.length);
  const meta = boxes.find(({ type }) => type === "meta");
  if (!meta) return null;
  const parts = boxesIn(heic, meta.content + 4, meta.end);
  return { boxes, meta, parts, part: ((type) => parts.find((one) => one.type === type)) as FindPart };
}

/** The width and height that a HEIC names for its picture, as it is seen; null for one that names none. */
export function sizeOfHeic(heic: Buffer): { width: number; height: number } | null {
  const parts = partsOf(heic);
  const own = parts ? ownProperties(heic, parts.part) : [];
  const [size, turn] = ["ispe", "irot"].map((wanted) => own.find(({ type }) => type === wanted));
  if (!size) return null;
  const [width, height] = [heic.readUInt32BE(size.content + 4), heic.readUInt32BE(size.content + 8)];
  const FIRST_ACROSS = 5;
  const isAcross = turn ? ((heic[turn.content] ?? 0) & 1) === 1 : orientationOf(heic) >= FIRST_ACROSS;
  return isAcross ? { width: height, height: width } : { width, height };
}

/** Whether the picture has a turn or a mirror among its own properties, if only one by nothing. */
function isTurnedItself(heic: Buffer, part: FindPart): boolean {
  return ownProperties(heic, part).some(({ type }) => type === "irot" || type === "imir");
}

/** The properties of the picture that the file is of. */
function ownProperties(heic: Buffer, part: FindPart): Box[] {
  const [first, properties] = [part("pitm"), part("iprp")];
  if (!first || !properties) return [];
  const picture =
    heic[first.content] === 0 ? heic.readUInt16BE(first.content + 4) : heic.readUInt32BE(first.content + 4);
  const lists = boxesIn(heic, properties.content, properties.end);
  const list = lists.find(({ type }) => type === "ipco");
  const all = list ? boxesIn(heic, list.content, list.end) : [];
  return lists
    .filter(({ type }) => type === "ipma")
    .flatMap((links) => propertiesOf(heic, links, picture).flatMap((place) => all[place - 1] ?? []));
}

/** The places, from 1, of a picture's properties in their list. */
function propertiesOf(heic: Buffer, { content, end }: Box, picture: number): number[] {
  const [isLong, isWide] = [(heic[content] ?? 0) >= 1, ((heic[content + 3] ?? 0) & 1) === 1];
  const found: number[] = [];
  for (let at = content + 8; at + (isLong ? 5 : 3) <= end; ) {
    const item = isLong ? heic.readUInt32BE(at) : heic.readUInt16BE(at);
    at += isLong ? 4 : 2;
    const links = heic[at] ?? 0;
    at += 1;
    for (let link = 0; link < links; link += 1) {
      const place = isWide ? heic.readUInt16BE(at) & 0x7fff : (heic[at] ?? 0) & 0x7f;
      at += isWide ? 2 : 1;
      if (item === picture) found.push(place);
      if (found.length > MOST_PARTS) throw new RangeError("More properties than a picture has.");
    }
  }
  return found;
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
    const value = bytes === 0 ? 0 : bytes === 8 ? Number(file.readBigUInt64BE(at)) : file.readUIntBE(at, bytes);
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

/** Erases one part of the file after the other, in their order, except for `retained`, which is gone through once. */
function eraser(file: Buffer, retained: readonly Span[]): (part: Span) => void {
  let next = 0;
  return ({ from, to }) => {
    let at = from;
    for (; next < retained.length; next += 1) {
      const span = retained[next];
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

/** Erases the texts that a file may give its items and itself. */
function eraseNames(file: Buffer, parts: readonly Box[], infos: Box): void {
  const NAME_OF_HANDLER = 24;
  for (const { type, content, end } of parts) {
    if (type === "hdlr") file.fill(0, content + NAME_OF_HANDLER, end);
  }
  const list = infos.content + 4 + (file[infos.content] === 0 ? 2 : 4);
  for (const info of boxesIn(file, list, infos.end)) {
    const { type } = itemOf(file, info);
    // The first two versions have no type before the name.
    file.fill(0, (file[info.content] ?? 0) < 2 ? type : type + 4, info.end);
  }
}

function factsIn(heic: Buffer, { from, to }: Span): PhotoFacts {
  const block = heic.subarray(from, to);
  const start = block.length < 4 ? block.length : 4 + block.readUInt32BE(0);
  return readExif(block.subarray(Math.min(start, block.length)));
}

/** Writes when the photo was taken, and how it was held where the picture itself does not say it, where its Exif was. */
function keepFacts(
  heic: Buffer,
  made: Buffer,
  [span]: readonly Span[],
  { pictures, isTurned }: { pictures: readonly Span[]; isTurned: boolean },
): void {
  if (!span || span.to > heic.length) return;
  const facts = factsIn(heic, span);
  const exif = writeExif(isTurned ? { ...facts, orientation: NO_FACTS.orientation } : facts);
  const isShared = pictures.some(({ from, to }) => from < span.to && span.from < to);
  if (exif && !isShared && EXIF_HEAD.length + exif.length <= span.to - span.from) {
    made.set(Buffer.concat([EXIF_HEAD, exif]), span.from);
  }
}
