import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type BookEntry, layoutBook } from "~/domain/book/layout/layout";
import { loop, photo, week } from "../loop-on-paper";
import { pictureFeet, placedTexts } from "../pdf-lines";
import { openPdf } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";

/**
 * A page of a week is filled where its words or its pictures end in the lower half of it. Of the spreads of a year of
 * short and long texts and of photos of all shapes, 19 of 20 have two filled pages.
 */
const FILLED_SHARE = 0.95;

const WORDS = "We walked further than we had meant to, and nobody minded; the light was long.".split(" ");
const LENGTHS = [12, 30, 60, 90, 140, 220, 25, 350, 45, 110, 18];
const SHAPES = [
  ["landscape"],
  ["portrait"],
  ["square"],
  ["landscape", "portrait"],
  ["landscape"],
  ["portrait", "portrait"],
  ["square"],
  ["landscape", "landscape", "portrait"],
] as const;
const HIGHLIGHTS = ["We saw the heron.", "Sunday lasted until Wednesday, and nobody complained about it.", ""];

const mixedYear: readonly BookEntry[] = Array.from({ length: 52 }, (_, index) => {
  const length = LENGTHS[index % LENGTHS.length] ?? 0;
  return week(index + 1, {
    highlight: HIGHLIGHTS[index % HIGHLIGHTS.length] ?? "",
    gratitude: index % 2 === 0 ? "" : "Dry socks.",
    answer: Array.from({ length }, (_, place) => WORDS[place % WORDS.length]).join(" "),
    photos: (SHAPES[index % SHAPES.length] ?? []).map((shape, place) => photo(`week-${index}-${place}`, shape)),
  });
});

/** Below this, in millimetres from the sheet's head, are season and page number. */
const FOOT = 258;

it("fills both pages of nearly every spread of a year", async () => {
  const input = loop(mixedYear);
  const photos = new Map<string, Uint8Array>();
  for (const { id, width, height } of mixedYear.flatMap((entry) => entry.photos)) {
    photos.set(id, await printPhoto(1, Math.round(width / 50), Math.round(height / 50)));
  }
  const { result, outputFile } = await print(input, photos);
  if (!result.ok) throw new Error(result.detail);
  const pages = (await openPdf(readFileSync(outputFile))).getPages();
  const middle = (pages[0]?.getHeight() ?? 0) / 2 / (72 / 25.4);
  const isFilled = (page: (typeof pages)[number] | undefined) => {
    if (page === undefined) return false;
    const words = placedTexts(page).map(({ baseline }) => baseline);
    return [...words.filter((baseline) => baseline < FOOT), ...pictureFeet(page)].some((end) => end > middle);
  };
  const spreads = layoutBook(input).pages.flatMap((page, index) => (page.kind === "week" ? [index] : []));
  const empty = spreads.filter((index) => !isFilled(pages[index]) || !isFilled(pages[index + 1]));
  expect(spreads).toHaveLength(mixedYear.length);
  expect(1 - empty.length / spreads.length, `pages ${empty.join()}`).toBeGreaterThanOrEqual(FILLED_SHARE);
});
