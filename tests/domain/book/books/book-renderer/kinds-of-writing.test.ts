import { readFileSync } from "node:fs";
import type { PDFPage } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import type { BookEntry } from "~/domain/book/layout/layout";
import { loop, week } from "../loop-on-paper";
import { placedTexts } from "../pdf-lines";
import { openPdf, pageContent, pageTexts, wordPlacesOf } from "../pdf-reading";
import { print } from "../print-photos";

/** The page of a week on which these words are. */
async function pageWith(words: string, given: Partial<BookEntry>) {
  const { result, outputFile } = await print(loop([week(1, { photos: [], ...given })]), new Map());
  if (!result.ok) throw new Error(result.detail);
  const pdf = await openPdf(readFileSync(outputFile));
  const index = pageTexts(pdf).findIndex((text) => text.includes(words));
  return { page: pdf.getPage(index), text: pageTexts(pdf)[index] ?? "" };
}

const STITCHED = /\[5\.2 3\.5\] 0 d/;

it("draws a stitched rule under a headline, and none where there is none", async () => {
  const short = { answer: "We walked along the harbour.", gratitude: "" };
  const long = { answer: "We walked along the harbour. ".repeat(70), gratitude: "" };
  for (const answer of [short, long]) {
    const bare = await pageWith("harbour", { ...answer, highlight: "", title: "" });
    expect(pageContent(bare.page)).not.toMatch(STITCHED);
  }
  const answer = "We walked along the harbour. ".repeat(20);
  const titled = await pageWith("harbour", { answer, highlight: "", title: "A walk" });
  expect(pageContent(titled.page)).toMatch(STITCHED);
});

it("sets the words of a step beside its number, also on its second line", async () => {
  const steps =
    "1. Warm the oven.\n2. Melt the butter. On no account let it boil, because Nan will know, and so will everybody else who has ever had it.\n3. Stir.";
  const { page, text } = await pageWith("Warm the oven", { answer: steps, gratitude: "", prompt: "" });
  expect(text).toMatch(/1\. ?Warm the oven\. ?2\. ?Melt/);
  const places = wordPlacesOf(page).filter(({ down }) => down > 40 && down < 255);
  const edges = [...new Set(places.map(({ across }) => across))].sort((one, other) => one - other);
  // Marks at the margin, words from one line beside them.
  const [margin = 0, words = 0] = edges;
  expect(words - margin).toBeGreaterThan(5);
  expect(places.filter(({ across }) => across === words).length).toBeGreaterThanOrEqual(4);
  const linesAt = (edge: number) => places.filter(({ across }) => across === edge).map(({ down }) => down);
  expect(linesAt(words)).toEqual(expect.arrayContaining(linesAt(margin)));
});

it("divides an address with no hyphen", async () => {
  const address = "www.whitbyharbourconservationvolunteers.org.uk/extraordinary/circumstances";
  const answer = `We looked at ${address} for it. `.repeat(9);
  const { text } = await pageWith("looked at", { answer });
  expect(text.replaceAll(" ", "").split(address)).toHaveLength(10);
});

/** The pieces of a headline by their lines, from the first. */
function headlineOf(page: PDFPage) {
  const pieces = placedTexts(page).filter(({ size, baseline }) => size > 25 && baseline > 40);
  const baselines = [...new Set(pieces.map(({ baseline }) => baseline))].sort((one, other) => one - other);
  return baselines.map((baseline) => pieces.filter((piece) => piece.baseline === baseline));
}

const HEBREW = "הלכנו לאורך הנהר ביום ראשון אחרי הצהריים ואכלנו עוגה".split(" ");

it.each([5, 6, 7])("balances a headline of %i words from right to left", async (count) => {
  const given = { highlight: HEBREW.slice(0, count).join(" "), title: "", answer: "On the jetty.", gratitude: "" };
  const { page } = await pageWith("November 2024", given);
  const lines = headlineOf(page).map((pieces) => ({
    from: Math.min(...pieces.map(({ x }) => x)),
    to: Math.max(...pieces.map(({ x, width }) => x + width)),
  }));
  const wide = lines.map(({ from, to }) => to - from);
  expect(wide.length).toBeGreaterThan(1);
  expect((wide.at(-1) ?? 0) / Math.max(...wide)).toBeGreaterThan(0.55);
  expect(lines.at(-1)?.to).toBeCloseTo(lines[0]?.to ?? 0, 0);
});

it("divides a headline in Korean between words", async () => {
  const given = { highlight: "우리는 강가를 걸었고, 빛은 길었다.", title: "", answer: "On the jetty.", gratitude: "" };
  const lines = headlineOf((await pageWith("November 2024", given)).page);
  expect(lines.length).toBeGreaterThan(1);
  // The shortest of these words has two syllables, 28 mm wide in this size; spaces and marks are under ten.
  const written = lines.flat().filter(({ width }) => width > 10);
  expect(Math.min(...written.map(({ width }) => width))).toBeGreaterThan(25);
  expect(lines.length).toBeLessThan(4);
});

it.each([
  ["English under Hebrew", "הלכנו לאורך הנהר.", "For Ned, who drove."],
  ["Hebrew under English", "We walked along the river.", "הלכנו לאורך הנהר."],
])("puts the name of what follows an answer where its words begin: %s", async (_, answer, gratitude) => {
  const { page } = await pageWith("Grateful", { highlight: answer, title: "", prompt: "", answer, gratitude });
  const pieces = placedTexts(page).filter(({ baseline }) => baseline > 40 && baseline < 255);
  const name = pieces.find(({ size }) => size === 10);
  const words = pieces.filter(({ baseline }) => name !== undefined && baseline > name.baseline);
  const isLeft = Math.min(...words.map(({ x }) => x)) < 60;
  expect((name?.x ?? 0) < 60).toBe(isLeft);
});
