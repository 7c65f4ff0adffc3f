import { readFileSync } from "node:fs";
import type { PDFDocument } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import { loop, photo, week } from "../loop-on-paper";
import { areOnOneGrid, bodyLines, placedTexts } from "../pdf-lines";
import { openPdf, pageTexts } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";
import { WEDDING_DAY, weddingYear } from "../wedding-year";

const SENTENCE = "We walked further than we had meant to, and nobody minded; the light was long. ";
const said = (words: number) => SENTENCE.repeat(Math.ceil(words / 15)).trim();
const LENGTHS = [320, 410, 500, 640, 280, 900, 1200, 230];
const PLANS = [["landscape"], ["portrait"], ["landscape", "portrait"], []] as const;
const longYear = LENGTHS.map((words, index) =>
  week(index + 1, {
    answer: said(words),
    title: index % 2 === 0 ? "The gate that sticks" : "",
    photos: (PLANS[index % PLANS.length] ?? []).map((shape, place) => photo(`${shape}-${place}`, shape)),
  }),
);
const wedding = { startDay: WEDDING_DAY, title: "Rosie & Tom" };
/** Up to this are labels, captions and numbers. */
const SMALLEST_READ = 10;
const BOOKS = [
  ["a wedding year", loop(weddingYear, wedding)],
  ["a season of it in large print", loop(weddingYear.slice(0, 13), wedding, { largePrint: true })],
  ["long texts", loop(longYear)],
  ["long texts in large print", loop(longYear.slice(0, 5), {}, { largePrint: true })],
] as const;

describe.each(BOOKS)("%s", (_, input) => {
  const { type, pages } = layoutBook(input);
  let pdf: PDFDocument;

  beforeAll(async () => {
    const photos = new Map<string, Uint8Array>();
    for (const { id, width, height } of input.entries.flatMap((entry) => entry.photos)) {
      photos.set(id, await printPhoto(1, Math.round(width / 50), Math.round(height / 50)));
    }
    const { result, outputFile } = await print(input, photos);
    if (!result.ok) throw new Error(result.detail);
    pdf = await openPdf(readFileSync(outputFile));
  });

  it("has its words in two sizes", () => {
    const sizes = new Set(
      pdf.getPages().flatMap((page) => placedTexts(page).map(({ size }) => Math.round(size * 100) / 100)),
    );
    const read = [...sizes].filter((size) => size > SMALLEST_READ);
    const bodies = read.filter((size) => pdf.getPages().filter((page) => linesIn(page, size) > 3).length > 1);
    const known = type.steps.map(({ body }) => body);
    expect(bodies.filter((size) => !known.includes(size))).toEqual([]);
  });

  it("has titles over highlights in one size, and nothing smaller than its edition allows", () => {
    const sizes = pdf.getPages().flatMap((page) => placedTexts(page).map(({ size }) => Math.round(size * 100) / 100));
    const { entryTitle } = layoutBook(input).sizes;
    const scaled = type.steps.map(({ head }) => Math.round(head * 46) / 100);
    expect(sizes.filter((size) => scaled.includes(size) && size !== entryTitle)).toEqual([]);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(input.options.largePrint ? 14 : 8);
  });

  it("ends with lines that are evenly apart", () => {
    const last = placedTexts(pdf.getPage(pdf.getPageCount() - 1)).map(({ baseline }) => baseline);
    const lines = [...new Set(last.map((baseline) => baseline.toFixed(2)))]
      .map(Number)
      .sort((one, other) => one - other);
    const apart = lines.slice(1).map((line, index) => line - (lines[index] ?? 0));
    expect(apart.length).toBeGreaterThan(1);
    expect(Math.max(...apart) - Math.min(...apart)).toBeLessThan(0.1);
  });

  it("has the lines of two facing pages on one grid, on every spread", () => {
    const checked = Array.from({ length: pdf.getPageCount() / 2 - 1 }, (_, spread) => {
      return areOnOneGrid(pdf.getPage(2 * spread + 1), pdf.getPage(2 * spread + 2), type.steps);
    });
    expect(checked.flatMap((isOnGrid, spread) => (isOnGrid === false ? [2 * spread + 2] : []))).toEqual([]);
  });

  it("loses no word", () => {
    const bare = (text: string) => text.replace(/[\s\u00ad\u200b]/g, "");
    const set = bare(pageTexts(pdf).join(""));
    for (const { answer } of input.entries) {
      const words = bare(answer.replace(/["“”'‘’]/g, "")).slice(0, 60);
      expect(set.replace(/["“”'‘’]/g, "")).toContain(words);
    }
    expect(pages.length).toBeGreaterThan(0);
  });
});

/** How many lines of a page are in this size. */
function linesIn(page: Parameters<typeof bodyLines>[0], size: number): number {
  return bodyLines(page, [{ body: size, leading: 1 }]).length;
}
