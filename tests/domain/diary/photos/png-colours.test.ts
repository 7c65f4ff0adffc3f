import { copyFile, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { profileOf } from "~/domain/diary/photos/colour-profile";
import { spaceOfCodes } from "~/domain/diary/photos/colour-spaces";
import { chunkOf, PNG_SIGNATURE } from "~/domain/diary/photos/png-chunks.server";
import { readColours } from "~/domain/diary/photos/png-colours.server";
import { inFolder } from "~/domain/diary/photos/work-folder.server";
import { inSrgb, longs, scenePng } from "../../../support/colour-scenes";
import { sentFile } from "../../../support/pictures";

const codes = (primaries: number, curve: number) => chunkOf("cICP", Buffer.from([primaries, curve, 0, 1]));
const gamma = (value: number) => chunkOf("gAMA", longs(value));
const said = (name: string, ...bytes: Buffer[]) => chunkOf(name, Buffer.concat(bytes));
const SRGB = chunkOf("sRGB", Buffer.from([0]));
const PQ = codes(9, 16);
/** White, red, green and blue in hundred-thousandths. */
const places = (...xy: number[]) => chunkOf("cHRM", longs(31270, 32900, ...xy));
const P3 = [68000, 32000, 26500, 69000, 15000, 6000];
const USUAL = 45_455;

/** What becomes of a file: drawn as it is, with a profile written into it, or by our own conversion. */
async function wayOf(png: Buffer) {
  return await inFolder(async (folder) => {
    const sent = sentFile(png);
    const { from, special } = await readColours(sent, folder, copyFile);
    if (special) return special.light === undefined ? "special" : `special, of light ${special.light.toFixed(2)}`;
    if (from === sent) return "as it is";
    return (await readFile(from)).includes("iCCP") ? "with a profile" : "without one";
  });
}

it.each<[what: string, depth: 8 | 16, chunks: Buffer[], way: string]>([
  ["nothing", 8, [], "as it is"],
  ["codes of Display P3", 8, [codes(12, 13)], "with a profile"],
  ["the least gamma", 8, [gamma(20_000)], "with a profile"],
  ["less than the least gamma", 8, [gamma(19_999)], "as it is"],
  ["the greatest gamma", 8, [gamma(300_000)], "with a profile"],
  ["more than the greatest gamma", 8, [gamma(300_001)], "as it is"],
  ["nearly the usual gamma", 8, [gamma(USUAL + 499)], "as it is"],
  ["nearly the usual gamma", 8, [gamma(USUAL - 499)], "as it is"],
  ["not quite the usual gamma", 8, [gamma(USUAL + 500)], "with a profile"],
  ["not quite the usual gamma", 8, [gamma(USUAL - 500)], "with a profile"],
  ["the usual gamma and the places of P3", 8, [gamma(USUAL), places(...P3)], "with a profile"],
  ["places that are cut off", 8, [gamma(USUAL), said("cHRM", longs(31270, 32900, ...P3.slice(1)))], "as it is"],
  ["a gamma that is cut off", 8, [said("gAMA", Buffer.alloc(3, 1))], "as it is"],
  ["a place on the line to white", 8, [gamma(USUAL), places(70000, 30000, ...P3.slice(2))], "with a profile"],
  ["a place beyond it", 8, [gamma(USUAL), places(70000, 30001, ...P3.slice(2))], "as it is"],
  ["a place at no height", 8, [gamma(USUAL), places(...P3.slice(0, 4), 15000, 0)], "as it is"],
  ["a gamma beside sRGB", 8, [SRGB, gamma(100_000)], "as it is"],
  ["a gamma beside codes", 8, [codes(1, 13), gamma(100_000)], "with a profile"],
  ["a gamma beside a profile", 8, [said("iCCP", Buffer.from("icc\0\0none")), gamma(100_000)], "as it is"],
  ["nothing", 16, [], "without one"],
  ["a gamma that eight bits are enough for", 16, [gamma(70_000)], "with a profile"],
  ["a gamma that they are too few for", 16, [gamma(70_001)], "special, of light 1.00"],
  ["codes that light is its number", 16, [codes(1, 8)], "special, of light 1.00"],
  ["codes of sRGB beside such a gamma", 16, [codes(1, 13), gamma(100_000)], "with a profile"],
  ["PQ", 8, [PQ], "special"],
  ["PQ and a light", 8, [PQ, said("cLLI", longs(203 * 10_000))], "special, of light 1.00"],
  ["PQ and a light that is cut off", 8, [PQ, said("cLLI", Buffer.alloc(3, 1))], "special"],
  ["PQ and a screen", 8, [PQ, said("mDCV", Buffer.alloc(16), longs(406 * 10_000))], "special, of light 2.00"],
  ["PQ and a screen that is cut off", 8, [PQ, said("mDCV", Buffer.alloc(16), Buffer.alloc(3, 1))], "special"],
])("a PNG that says %s in %i bits", async (_, depth, chunks, way) => {
  expect(await wayOf(scenePng(depth, inSrgb, chunks))).toBe(way);
});

it.each([
  ["without a picture", PNG_SIGNATURE.length + 25],
  ["that breaks off within the head of a part", PNG_SIGNATURE.length + 25 + 4],
  ["of nothing but its first bytes", PNG_SIGNATURE.length],
])("a PNG %s is left to the decoder", async (_, length) => {
  expect(await wayOf(scenePng(8, inSrgb).subarray(0, length))).toBe("as it is");
});

it("the profile of a grey picture has one curve and no primaries", () => {
  const [grey, coloured] = [true, false].map((isGrey) => profileOf(spaceOfCodes(1, 13), isGrey));
  expect([grey?.includes("GRAY"), grey?.includes("rXYZ")]).toEqual([true, false]);
  expect([coloured?.includes("GRAY"), coloured?.includes("rXYZ")]).toEqual([false, true]);
});
