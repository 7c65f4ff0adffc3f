import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { layoutBook } from "~/domain/book/layout/layout";
import { loop, photo, week } from "../loop-on-paper";
import { bodyLines, placedTexts } from "../pdf-lines";
import { openPdf, pageTexts } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";

const SENTENCE = "We walked further than we had meant to, and nobody minded; the light was long. ";
const QUESTION = "Where did you lose track of time?";

async function printed(shape: "landscape" | "portrait") {
  const answer = Array.from({ length: 5 }, () => SENTENCE.repeat(7).trim()).join("\n\n");
  expect(answer.split(/\s+/).length).toBeGreaterThan(500);
  const input = loop([week(1, { answer, photos: [photo("one", shape)] })]);
  const { result, outputFile } = await print(input, new Map([["one", await printPhoto(1, 191, 143)]]));
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const texts = pageTexts(pdf);
  const pages = pdf.getPages().map((page) => bodyLines(page, layoutBook(input).type.steps));
  const first = texts.findIndex((text) => text.includes(QUESTION));
  return { pages, first, texts, said: texts.map((text) => text.split("nobody minded").length - 1) };
}

it("sets a week of 500 words with a wide photo on two pages, and loses none of them", async () => {
  const { first, texts, said } = await printed("landscape");
  expect(said.filter((count) => count > 0)).toEqual([35]);
  expect(texts[first]).toContain("The woman at the boat hire.");
});

it("sets one with an upright photo in the book’s own size, as much on one page as on the next", async () => {
  const { pages, first, said } = await printed("portrait");
  const [left = [], right = []] = pages.slice(first, first + 2);
  expect(said.slice(first, first + 2).every((count) => count > 12)).toBe(true);
  expect(said.reduce((sum, count) => sum + count, 0)).toBe(35);
  const foot = (lines: typeof left) => Math.max(...lines.map(({ baseline }) => baseline));
  const head = (lines: typeof left) => Math.min(...lines.map(({ baseline }) => baseline));
  expect(head(left)).toBeCloseTo(head(right), 2);
  expect(Math.abs(foot(left) - foot(right))).toBeLessThan(30);
});

it("ends two columns on one line, or the left a line lower, and loses no word, however paragraphs fall", async () => {
  const weeks = Array.from({ length: 12 }, (_, index) => {
    const sentences = Array.from({ length: 24 + (index % 4) }, (_, at) => {
      return SENTENCE + ((at + 1) % (3 + (index % 5)) === 0 ? "\n\n" : "");
    });
    return week(index + 1, {
      answer: sentences.join("").trim(),
      gratitude: "",
      photos: [photo(`p${index}`, "landscape")],
    });
  });
  const input = loop(weeks);
  const bytes = await printPhoto(1, 191, 143);
  const { result, outputFile } = await print(input, new Map(weeks.map((_, index) => [`p${index}`, bytes])));
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const said = pageTexts(pdf).map((text) => text.split("nobody minded").length - 1);
  expect(said.filter((count) => count > 20)).toEqual(weeks.map((_, index) => 24 + (index % 4)));
  const [, small] = layoutBook(input).type.steps;
  const lower = said.flatMap((count, index) => {
    if (count <= 20) return [];
    const lines = placedTexts(pdf.getPage(index)).filter(({ size }) => Math.abs(size - small.body) < 0.01);
    const foot = (isLeft: boolean) =>
      Math.max(
        ...lines.filter(({ x, width }) => x < 105 === isLeft && width > 12 && x > 0).map(({ baseline }) => baseline),
      );
    return [Math.round(((foot(true) - foot(false)) * 72) / 25.4 / small.leading)];
  });
  expect(
    lower.filter((lines) => lines < 0 || lines > 1),
    lower.join(),
  ).toEqual([]);
});
