import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { BookEntry } from "~/domain/book/layout/layout";
import { loop, week } from "../loop-on-paper";
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
