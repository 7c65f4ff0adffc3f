import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loop, week } from "../loop-on-paper";
import { placedTexts, textOnText } from "../pdf-lines";
import { openPdf, pageTexts } from "../pdf-reading";
import { print } from "../print-photos";

const NAMES = ["Bartholomewalexander", "Wilhelminaconstantia", "Maximilianchristoph", "Cuthbertwolverhampton"];
const MET = `We met ${NAMES.join(" and ")} again in Wolverhamptonstown. `;

it.each([[false], [true]])(
  "the year in numbers has room for names of twenty letters (large print: %s)",
  async (largePrint) => {
    const entries = [1, 2, 3].map((number) => week(number, { photos: [], answer: MET.repeat(4) }));
    const { result, outputFile } = await print(loop(entries, {}, { largePrint, printsNumbers: true }), new Map());
    if (!result.ok) throw new Error(result.detail);
    const pdf = await openPdf(readFileSync(outputFile));
    const index = pageTexts(pdf).findIndex((text) => text.startsWith("People"));
    const texts = placedTexts(pdf.getPage(index));
    expect(texts.length).toBeGreaterThan(8);
    expect(textOnText(texts)).toEqual([]);
    // Inside the column of words, on a page of 216 mm with its bleed.
    for (const { x, width } of texts) {
      expect(x).toBeGreaterThan(30);
      expect(x + width).toBeLessThan(184);
    }
  },
);

it("the year in numbers ends above its foot, with as many long names as it shows, in large print too", async () => {
  const initials = "abcdefghijklmnop".split("");
  const names = initials.map((initial) => `Constantina-${initial.toUpperCase()}${initial.repeat(7)}`);
  const words = initials.slice(0, 12).map((initial) => `extraordinarily${initial}${initial}`);
  const answer = `we met ${names.join(" and ")} there, ${words.join(" ")}. `;
  const entries = Array.from({ length: 52 }, (_, index) => week(index + 1, { photos: [], answer }));
  const input = loop(entries, {}, { largePrint: true, printsNumbers: true });
  const { result, outputFile } = await print(input, new Map());
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const index = pageTexts(pdf).findIndex((text) => text.startsWith("People"));
  for (const page of [index - 1, index]) {
    const texts = placedTexts(pdf.getPage(page));
    expect(textOnText(texts)).toEqual([]);
    const [last = 0, foot = 0] = [...new Set(texts.map(({ baseline }) => Math.round(baseline)))].slice(-2);
    expect(foot).toBeGreaterThan(262);
    expect(last).toBeLessThan(258);
  }
});
