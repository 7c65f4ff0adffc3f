import { createReadStream, createWriteStream } from "node:fs";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { deflateSync } from "node:zlib";
import { profileOf, toneMappedProfile } from "./colour-profile";
import {
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
import { PAPER_WHITE } from "./tone-mapping";

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

/** What has to be done with a picture's pixels on the way. */
export interface Drawing {
  /** The light of the brightest part, of which 1 is white paper. */
  findBrightest: (png: string, depth: number, transfer: number) => Promise<number>;
  /** Writes the same pixels with eight bits. */
  writeInEightBits: (png: string, to: string) => Promise<void>;
}

/** The same picture with a profile for its colours, in the folder; the file itself where nothing else has to be said. */
export async function withProfile(png: string, folder: string, drawing: Drawing): Promise<string> {
  const head = await readHead(png);
  if (!head) return png;
  const says = new Map(head.chunks.map(({ name, content }) => [name, content.subarray(8, -4)]));
  // The decoder knows no profiles of grey in sixteen bits.
  const isCut = head.depth === 16 && (head.isGrey || !isFine(says));
  const from = isCut ? join(folder, "eight-bits.png") : png;
  if (isCut) await drawing.writeInEightBits(png, from);
  const pixels = isCut ? await readHead(from) : head;
  if (!pixels) return png;
  const profile = await profileFor(says, pixels.isGrey, (transfer) =>
    drawing.findBrightest(from, pixels.depth, transfer),
  );
  if (!isCut && !profile) return png;
  const named = profile && chunkOf("iCCP", Buffer.concat([Buffer.from("icc\0\0"), deflateSync(profile)]));
  const [header = Buffer.alloc(0), ...others] = [
    ...pixels.chunks.filter(({ name }) => !OF_COLOURS.includes(name)),
    ...(isCut ? head.chunks.filter(({ name }) => name === "eXIf" || (name === "iCCP" && !named)) : []),
  ].map(({ content }) => content);
  const made = join(folder, "with-profile.png");
  const start = Buffer.concat([PNG_SIGNATURE, header, named ?? Buffer.alloc(0), ...others]);
  await writeFile(made, start, { mode: 0o600 });
  await pipeline(createReadStream(from, { start: pixels.picture }), createWriteStream(made, { flags: "a" }));
  return made;
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

const isSpecial = (transfer: number | undefined): transfer is number =>
  transfer === PQ_CODE || transfer === HLG_CODE;

/** Whether its dark parts need more than eight bits; sixteen take ten times as long to convert. */
function isFine(says: Said): boolean {
  const transfer = says.get("cICP")?.[1];
  if (transfer !== undefined) return isSpecial(transfer) || transfer === LINEAR_CODE;
  return (gammaSaid(says)?.value ?? 0) > NEARLY_LINEAR;
}

/** The profile to write; null where the file's own, or none, is right. */
async function profileFor(
  says: Said,
  isGrey: boolean,
  findBrightest: (transfer: number) => Promise<number>,
): Promise<Buffer | null> {
  const [primaries, transfer] = says.get("cICP") ?? [];
  if (isSpecial(transfer)) {
    const brightest = lightSaid(says) ?? (await findBrightest(transfer));
    const space = { transfer, primaries: primariesOfCode(primaries ?? 0) };
    return toneMappedProfile(space, brightest, isGrey);
  }
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
    (most && most.length >= 4 && most.readUInt32BE(0)) ||
    (screen && screen.length >= 20 && screen.readUInt32BE(16));
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
