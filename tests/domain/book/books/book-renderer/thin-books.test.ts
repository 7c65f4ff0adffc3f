import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { loop, photo, week } from "../loop-on-paper";
import { openPdf } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";

const LONG = "We walked along the harbour, and nobody minded the rain. ".repeat(75);

async function printed(weeks: number, answer: string, largePrint: boolean) {
  const numbers = Array.from({ length: weeks }, (_, index) => index + 1);
  const entries = numbers.map((number) => week(number, { answer, photos: [photo(`photo-${number}`, "portrait")] }));
  const photos = new Map<string, Uint8Array>();
  for (const number of numbers) photos.set(`photo-${number}`, await printPhoto(number, 191, 255));
  const { result, outputFile } = await print(loop(entries, {}, { largePrint }), photos);
  if (!result.ok) throw new Error(result.detail);
  const pages = (await openPdf(readFileSync(outputFile))).getPageCount();
  return { pages, filled: result.filled.map((one) => one.pages) };
}

it("fills a book of few short weeks with as many pages as it is short of those that can be bound", async () => {
  expect(await printed(1, "On the jetty, mostly.", false)).toEqual({ pages: 24, filled: [12] });
});

it("fills a book with fewer pages where long weeks run over, and with none where they make up for them", async () => {
  expect(await printed(1, LONG, true)).toEqual({ pages: 24, filled: [8] });
  const four = await printed(4, LONG, true);
  expect(four.pages).toBeGreaterThan(24);
  expect(four.filled).toEqual([]);
});
