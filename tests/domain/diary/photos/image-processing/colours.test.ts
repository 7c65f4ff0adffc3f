import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { SIZE_FILES } from "~/domain/diary/photos/photo-orders";
import { renderSizes } from "~/domain/diary/photos/photo-rendering.server";
import { chunkOf } from "~/domain/diary/photos/png-chunks.server";
import { inFolder } from "~/domain/diary/photos/work-folder.server";
import {
  type Coded,
  inHlg,
  inPq,
  inSrgb,
  longs,
  profileNamed,
  quartersOf,
  scenePng,
  sceneWithProfile,
} from "../../../../support/colour-scenes";
import { heicScene } from "../../../../support/heic-scenes";
import { plain, sentFile } from "../../../../support/pictures";
import { processPhoto } from "../../../../support/processed-photos";

/**
 * One scene in every kind of colours that a file can name. What each is to look like was measured with Chromium 156 on an
 * ordinary screen: of a HEIC, which it does not show, with the same pixels and codes as AVIF.
 */

const MOST_OFF = 6;

const AS_DRAWN = "200,40,40 40,180,60 50,60,200 230,230,230";
const IN_P3 = "218,0,26 0,183,30 47,60,208 230,230,230";
/** As a picture of 1,000 candelas becomes, whose white paper is to leave room for its lights. */
const DIMMED = "146,26,26 26,131,41 34,41,146 169,169,169";

const codes = (primaries: number, curve: number) => chunkOf("cICP", Buffer.from([primaries, curve, 0, 1]));
const gamma = (value: number) => chunkOf("gAMA", longs(value));
const light = (candelas: number) => chunkOf("cLLI", longs(candelas * 10_000, 0));
const SRGB = chunkOf("sRGB", Buffer.from([0]));
const P3_PLACES = chunkOf("cHRM", longs(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000));
const profile = async (name: "p3" | "srgb") =>
  chunkOf("iCCP", Buffer.concat([Buffer.from("p\0\0"), deflateSync(await profileNamed(name))]));
const [PQ, HLG] = [codes(9, 16), codes(9, 18)];

interface PngRow {
  what: string;
  colours?: readonly Coded[];
  chunks: () => Promise<Buffer[]> | Buffer[];
  shown: string;
  /** In eight bits, where they are too few for such colours and come out a little otherwise. */
  in8?: string;
}

const PNGS: readonly PngRow[] = [
  { what: "nothing said", chunks: () => [], shown: AS_DRAWN },
  { what: "sRGB", chunks: () => [SRGB], shown: AS_DRAWN },
  { what: "a profile of sRGB", chunks: async () => [await profile("srgb")], shown: AS_DRAWN },
  { what: "a profile of Display P3", chunks: async () => [await profile("p3")], shown: IN_P3 },
  { what: "codes of Display P3", chunks: () => [codes(12, 13)], shown: IN_P3 },
  {
    what: "codes before a profile",
    chunks: async () => [codes(12, 13), await profile("srgb")],
    shown: IN_P3,
  },
  { what: "codes of BT.2020", chunks: () => [codes(9, 13)], shown: "249,0,27 0,190,14 0,58,210 230,230,230" },
  { what: "codes of films", chunks: () => [codes(1, 1)], shown: "197,28,28 28,176,49 39,49,197 229,229,229" },
  { what: "codes that nobody knows", chunks: () => [codes(2, 2)], shown: AS_DRAWN },
  {
    what: "PQ",
    colours: inPq(),
    chunks: () => [PQ],
    shown: AS_DRAWN,
    in8: "199,39,40 38,181,60 48,60,200 230,231,231",
  },
  {
    what: "PQ that names the light of paper",
    colours: inPq(),
    chunks: () => [PQ, light(203)],
    shown: AS_DRAWN,
    in8: "199,39,40 38,181,60 48,60,200 230,231,231",
  },
  {
    what: "PQ that names 400 candelas",
    colours: inPq(),
    chunks: () => [PQ, light(400)],
    shown: "180,35,35 35,162,53 44,53,180 207,207,207",
    in8: "179,34,35 33,163,53 42,53,179 207,207,207",
  },
  {
    what: "PQ that names 1,000 candelas",
    colours: inPq(),
    chunks: () => [PQ, light(1000)],
    shown: DIMMED,
    in8: "145,26,27 25,132,42 33,42,146 169,169,169",
  },
  {
    what: "PQ of 1,000, 400 and fewer candelas",
    colours: [
      [0.751827, 0.751827, 0.751827],
      [0.652579, 0.652579, 0.652579],
      [0.751827, 0.440282, 0.440282],
      [0.440282, 0.580689, 0.580689],
    ],
    chunks: () => [PQ],
    shown: "255,255,255 223,223,223 255,0,50 0,195,189",
  },
  {
    what: "HLG",
    colours: inHlg(),
    chunks: () => [HLG],
    shown: AS_DRAWN,
    in8: "199,39,41 36,181,60 51,60,199 229,229,229",
  },
  {
    what: "HLG that names 1,000 candelas",
    colours: inHlg(),
    chunks: () => [HLG, light(1000)],
    shown: DIMMED,
    in8: "146,26,27 23,132,41 35,42,146 168,168,168",
  },
  { what: "gAMA of sRGB", chunks: () => [gamma(45455)], shown: AS_DRAWN },
  {
    what: "gAMA of 1",
    chunks: () => [gamma(100_000)],
    shown: "229,110,110 110,219,133 122,133,229 244,244,244",
  },
  {
    what: "gAMA of an old Mac",
    chunks: () => [gamma(55556)],
    shown: "210,53,53 53,193,77 65,77,210 235,235,235",
  },
  {
    what: "gAMA and the places of P3",
    chunks: () => [gamma(45455), P3_PLACES],
    shown: "220,0,18 0,185,23 44,58,209 231,231,231",
  },
  { what: "gAMA beside sRGB", chunks: () => [SRGB, gamma(100_000)], shown: AS_DRAWN },
  { what: "gAMA that nothing could be seen by", chunks: () => [gamma(1)], shown: AS_DRAWN },
  {
    what: "gAMA and places in a line",
    chunks: () => [gamma(45455), chunkOf("cHRM", longs(31270, 32900, ...Array<number>(6).fill(30_000)))],
    shown: AS_DRAWN,
  },
  { what: "places alone", chunks: () => [P3_PLACES], shown: AS_DRAWN },
];

const HEICS: readonly [what: string, heic: () => Promise<Buffer> | Buffer, shown: string][] = [
  ["8 bits, nothing said", () => heicScene("8"), AS_DRAWN],
  ["8 bits, codes of sRGB", () => heicScene("8", { codes: [1, 13, 6] }), AS_DRAWN],
  ["8 bits, codes of films", () => heicScene("8", { codes: [1, 1, 6] }), AS_DRAWN],
  ["8 bits, codes of Display P3", () => heicScene("8", { codes: [12, 13, 6] }), IN_P3],
  ["8 bits, a profile of Display P3", async () => heicScene("8", { icc: await profileNamed("p3") }), IN_P3],
  [
    "8 bits, a profile before codes",
    async () => heicScene("8", { icc: await profileNamed("p3"), codes: [1, 13, 6] }),
    IN_P3,
  ],
  ["10 bits, nothing said", () => heicScene("10"), AS_DRAWN],
  ["10 bits, codes of Display P3", () => heicScene("10", { codes: [12, 13, 6] }), IN_P3],
  ["10 bits, PQ", () => heicScene("pq", { codes: [9, 16, 6] }), AS_DRAWN],
  ["10 bits, PQ that names 1,000 candelas", () => heicScene("pq", { codes: [9, 16, 6], light: 1000 }), DIMMED],
  ["10 bits, HLG", () => heicScene("hlg", { codes: [9, 18, 6] }), AS_DRAWN],
];

async function expectShown(sent: Buffer, shown: string): Promise<void> {
  const processed = await processPhoto(sentFile(sent));
  if (!processed.ok) throw new Error(`Refused: ${processed.reason}.`);
  await expectColours([processed.photo.print, processed.photo.screen], shown);
}

/** Draws a PNG in the process of the test, since the table is long. */
async function drawn(png: Buffer): Promise<Buffer[]> {
  return await inFolder(async (folder) => {
    await renderSizes({ from: sentFile(png), folder, quarterTurns: 0, size: "page", printOnly: false });
    return await Promise.all([SIZE_FILES.print, SIZE_FILES.screen].map((name) => readFile(join(folder, name))));
  });
}

async function expectColours(sizes: readonly Buffer[], shown: string): Promise<void> {
  const numbers = shown.split(/[ ,]/).map(Number);
  for (const size of sizes) {
    const seen = await quartersOf(size);
    const off = numbers.map((part, index) => Math.abs(part - (seen.flat()[index] ?? Number.NaN)));
    expect({ seen, isAsShown: Math.max(...off) <= MOST_OFF }).toEqual({ seen, isAsShown: true });
  }
}

describe("the colours of a photo are those that a browser shows", () => {
  it.each(PNGS)("as a PNG of 8 bits with $what", async ({ colours = inSrgb, chunks, shown, in8 = shown }) => {
    await expectColours(await drawn(scenePng(8, colours, await chunks())), in8);
  });

  it.each(PNGS)("as a PNG of 16 bits with $what", async ({ colours = inSrgb, chunks, shown }) => {
    await expectColours(await drawn(scenePng(16, colours, await chunks())), shown);
  });

  it.each([
    ["jpeg", null, AS_DRAWN],
    ["jpeg", "srgb", AS_DRAWN],
    ["jpeg", "p3", IN_P3],
    ["webp", null, AS_DRAWN],
    ["webp", "srgb", AS_DRAWN],
    ["webp", "p3", IN_P3],
  ] as const)("as a %s with a profile of %s", async (format, name, shown) => {
    await expectShown(await sceneWithProfile(format, name), shown);
  });

  it.each(HEICS)("as a HEIC of %s", async (_, heic, shown) => await expectShown(await heic(), shown));
});

describe("a picture for special screens", () => {
  it("with lights brighter than paper keeps them apart, and its white paper light", async () => {
    const lights = [1, 2, 3, 4.9].map((brighter) => inPq(brighter)[3] ?? []);
    const [print = Buffer.alloc(0)] = await drawn(scenePng(16, lights, [codes(9, 16)]));
    const [paper = 0, ...brighter] = (await quartersOf(print)).map(([red = 0]) => red);
    expect(paper).toBeGreaterThan(160);
    expect([paper, ...brighter]).toEqual([paper, ...brighter].sort((one, other) => one - other));
    expect(new Set([paper, ...brighter]).size).toBe(4);
  });

  it.each(["b-w", "grey16"] as const)("in grey (%s) is as light as in colours", async (space) => {
    const grey = await plain(64, 64, "#808080").greyscale().toColourspace(space).png().toBuffer();
    const codesAt = 33;
    const sent = Buffer.concat([grey.subarray(0, codesAt), PQ, grey.subarray(codesAt)]);
    const [print = Buffer.alloc(0)] = await drawn(sent);
    for (const [red = 0, green = 0, blue = 0] of await quartersOf(print)) {
      // PQ's middle is 92 candelas, less than half of paper.
      expect([red > 160 && red < 190, Math.abs(red - green) < 3, Math.abs(red - blue) < 3]).toEqual([true, true, true]);
    }
  });
});
