import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { deflateSync } from "node:zlib";
import { profileOf } from "./colour-profile";
import {
  BT2020_PRIMARIES,
  type ColourSpace,
  gammaCurve,
  HLG_CODE,
  LINEAR_CODE,
  PQ_CODE,
  type Primaries,
  primariesOfCode,
  SRGB_PRIMARIES,
  spaceOfCodes,
} from "./colour-spaces";
import { chunkOf, PNG_SIGNATURE } from "./png-chunks.server";
import { PAPER_WHITE, type SpecialColours, specialCurve } from "./tone-mapping";

/**
 * What a PNG says of its colours outside a profile, written into it as one, because the decoder knows profiles alone:
 * it takes sixteen bits without one for Display P3, and leaves codes and `gAMA` unread.
 */

/** In which order these count: PNG, third edition, 4.3. */
const OF_COLOURS = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"];

interface Chunk {
  name: string;
  /** With its length, name and sum. */
  content: Buffer;
}

interface Head {
  depth: number;
  isGrey: boolean;
  /** The chunks before the picture. */
  chunks: Chunk[];
  /** Where the picture begins. */
  picture: number;
}

/** A picture to draw. */
export interface Colours {
  /** The file to draw from. */
  from: string;
  /**
   * Where its pixels are converted by themselves, as those for special screens: how they are meant, in how many bits, and
   * their brightest light where the file says it.
   */
  special?: SpecialColours & { depth: number; light: number | undefined };
}

/**
 * The same picture with a profile for its colours, in the folder; the file itself where nothing else has to be said.
 * @param writeInEightBits writes the same pixels with eight bits
 */
export async function readColours(
  png: string,
  folder: string,
  writeInEightBits: (png: string, to: string) => Promise<void>,
): Promise<Colours> {
  const head = await readHead(png);
  if (!head) return { from: png };
  const says = new Map(head.chunks.map(({ name, content }) => [name, content.subarray(8, -4)]));
  const [primaries = 0, transfer = 0] = says.get("cICP") ?? [];
  if (transfer === PQ_CODE || transfer === HLG_CODE) {
    const meant = { ...specialCurve(transfer), primaries: primariesOfCode(primaries) ?? BT2020_PRIMARIES };
    return { from: png, special: { ...meant, depth: head.depth, light: lightSaid(says) } };
  }
  const fine = head.depth === 16 ? nearlyLinear(says) : undefined;
  if (fine) return { from: png, special: { ...fine, depth: head.depth, light: 1 } };
  const isCut = head.depth === 16;
  const pixelsFrom = isCut ? join(folder, "eight-bits.png") : png;
  if (isCut) await writeInEightBits(png, pixelsFrom);
  const pixels = isCut ? await readHead(pixelsFrom) : head;
  const profile = pixels && profileFor(says, pixels.isGrey);
  if (!pixels || (!isCut && !profile)) return { from: png };
  const named = profile && chunkOf("iCCP", Buffer.concat([Buffer.from("icc\0\0"), deflateSync(profile)]));
  const [header = Buffer.alloc(0), ...others] = [
    ...pixels.chunks.filter(({ name }) => !OF_COLOURS.includes(name)),
    ...(isCut ? head.chunks.filter(({ name }) => name === "eXIf" || (name === "iCCP" && !named)) : []),
  ].map(({ content }) => content);
  const made = join(folder, "with-profile.png");
  const start = Buffer.concat([PNG_SIGNATURE, header, named ?? Buffer.alloc(0), ...others]);
  await writeFile(made, start, { mode: 0o600 });
  await pipeline(createReadStream(pixelsFrom, { start: pixels.picture }), createWriteStream(made, { flags: "a" }));
  return { from: made };
}

/** Null for a file without a picture, which the decoder refuses. */
async function readHead(png: string): Promise<Head | null> {
  const file = await open(png);
  try {
    const chunks: Chunk[] = [];
    for (let start = PNG_SIGNATURE.length; ; ) {
      const head = await read(file, start, 8);
      if (head.length < 8) return null;
      const name = head.toString("latin1", 4);
      const header = chunks[0]?.content.subarray(8);
      if (name === "IDAT") return header ? { ...shapeOf(header), chunks, picture: start } : null;
      const content = await read(file, start, 12 + head.readUInt32BE(0));
      chunks.push({ name, content });
      start += content.length;
    }
  } finally {
    await file.close();
  }
}

function shapeOf(header: Buffer) {
  const [depth, colours] = [header[8] ?? 8, header[9] ?? 2];
  return { depth, isGrey: colours === 0 || colours === 4 };
}

async function read(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start);
  return buffer.subarray(0, bytesRead);
}

type Said = ReadonlyMap<string, Buffer>;

/** The colours of a picture whose dark parts need more than eight bits. */
function nearlyLinear(says: Said): ColourSpace | undefined {
  const [primaries = 0, transfer] = says.get("cICP") ?? [];
  if (transfer !== undefined) return transfer === LINEAR_CODE ? spaceOfCodes(primaries, transfer) : undefined;
  const gamma = gammaSaid(says);
  return gamma && gamma.value > NEARLY_LINEAR ? gamma.space : undefined;
}

/** The profile to write; null where the file's own, or none, is right. */
function profileFor(says: Said, isGrey: boolean): Buffer | null {
  const [primaries, transfer] = says.get("cICP") ?? [];
  if (primaries !== undefined && transfer !== undefined) {
    return profileOf(spaceOfCodes(primaries, transfer), isGrey);
  }
  const gamma = gammaSaid(says);
  return gamma ? profileOf(gamma.space, isGrey) : null;
}

/** The light that the file names for its brightest pixel, or for the screen it was made on. */
function lightSaid(says: Said): number | undefined {
  const [most, screen] = [says.get("cLLI"), says.get("mDCV")];
  const light =
    (most && most.length >= 4 && most.readUInt32BE(0)) || (screen && screen.length >= 20 && screen.readUInt32BE(16));
  return light ? light / 10_000 / PAPER_WHITE : undefined;
}

/** Nearly sRGB; together with its primaries alone it is meant exactly. */
const USUAL_GAMMA = 45_455;
/** From here on eight bits are too few for what is dark. */
const NEARLY_LINEAR = 70_000;
/** Beyond these nothing could be seen. */
const [LEAST_GAMMA, MOST_GAMMA] = [20_000, 300_000];
/** A fifth of the triangle of sRGB. */
const LEAST_AREA = 0.04;

function gammaSaid(says: Said) {
  if (says.has("iCCP") || says.has("sRGB")) return undefined;
  const said = says.get("gAMA");
  const gamma = said && said.length >= 4 ? said.readUInt32BE(0) : 0;
  if (gamma < LEAST_GAMMA || gamma > MOST_GAMMA) return undefined;
  const primaries = primariesSaid(says.get("cHRM"));
  if (!primaries && Math.abs(gamma - USUAL_GAMMA) < 500) return undefined;
  const space = { primaries: primaries ?? SRGB_PRIMARIES, curve: gammaCurve(100_000 / gamma) };
  return { value: gamma, space };
}

function primariesSaid(said: Buffer | undefined): Primaries | undefined {
  if (!said || said.length < 32) return undefined;
  const place = (index: number) =>
    [said.readUInt32BE(index * 8) / 100_000, said.readUInt32BE(index * 8 + 4) / 100_000] as const;
  const [white, red, green, blue] = [place(0), place(1), place(2), place(3)];
  const isPlace = [white, red, green, blue].every(([x, y]) => y > 0 && x + y <= 1);
  // Three places in a line would make no colours.
  const area = (red[0] - blue[0]) * (green[1] - blue[1]) - (red[1] - blue[1]) * (green[0] - blue[0]);
  return isPlace && Math.abs(area) > LEAST_AREA ? [red, green, blue, white] : undefined;
}
