import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loop, week } from "../loop-on-paper";
import { placedTexts, textOnText } from "../pdf-lines";
import { openPdf, pageTexts } from "../pdf-reading";
import { print } from "../print-photos";

const NAMES = [
  "Bartholomewalexander",
  "Wilhelminaconstantia",
  "Maximilianchristoph",
  "Cuthbertwolverhampton",
];
const MET = `We met ${NAMES.join(" and ")} again in Wolverhamptonstown. `;

it.each([[false], [true]])(
  "the year in numbers has room for names of twenty letters (large print: %s)",
  async (largePrint) => {
    const entries = [1, 2, 3].map((number) => week(number, { photos: [], answer: MET.repeat(4) }));
    const { result, outputFile } = await print(
      loop(entries, {}, { largePrint, printsNumbers: true }),
      new Map(),
    );
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
