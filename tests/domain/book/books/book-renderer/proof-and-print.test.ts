import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { PRINTER } from "~/domain/book/prepress/printer";
import { loop, photo, week } from "../loop-on-paper";
import { openPdf, pageContent, pageTexts, wordPlacesOf } from "../pdf-reading";
import { print, printPhoto } from "../print-photos";

const SEVERAL = ["portrait", "square", "panorama", "tall", "landscape"] as const;
const LONG = "She said it would rain, and it rained; nobody minded, because of the cake. ".repeat(24);
const VERSE = "The kettle sang\nat six, at ten,\nand nobody came\nand then came Len.";

const mixed = SEVERAL.map((shape, index) =>
  week(index * 9 + 1, {
    photos: [photo("one", shape, index % 2 === 0 ? "The jetty" : ""), photo("two")].slice(0, 1 + (index % 2)),
    answer: [LONG, VERSE, "שלום. Short."][index % 3] ?? "",
  }),
);

const BOOKS = {
  "of three weeks": loop([week(1), week(2), week(40)].map((one) => ({ ...one, photos: [photo("one")] }))),
  "of many kinds of week": loop(mixed, {}, { printsNumbers: true }),
  "in large print, with ruled pages": loop(mixed, {}, { largePrint: true, ruledEmptyWeeks: true }),
  "filled with notes": loop([week(1, { photos: [photo("one")] })], {}, { filling: "notes" }),
};

/** Where each picture of a page is placed: the transformations before it is drawn. */
const picturesOn = (content: string) =>
  [...content.matchAll(/((?:[-\d.]+ ){6}cm\s+)+\/\S+ Do/g)].map(([placed]) => placed.replace(/\/\S+/, ""));

const photos = new Map([
  ["one", await printPhoto(1, 2551, 1913)],
  ["two", await printPhoto(2, 1913, 2551)],
]);

describe("a proof", () => {
  it.each(Object.entries(BOOKS))("%s has the pages that print: words, pictures and order", async (_, input) => {
    const [proof, printed] = [await print(input, photos), await print(input, photos, { printer: PRINTER })];
    if (!proof.result.ok || !printed.result.ok) throw new Error("A book was not made.");
    expect(printed.result.pagesSha256).toBe(proof.result.pagesSha256);
    const [shown, sent] = [
      await openPdf(readFileSync(proof.outputFile)),
      await openPdf(readFileSync(printed.outputFile)),
    ];
    expect(pageTexts(sent)).toEqual(pageTexts(shown));
    for (const [index, page] of sent.getPages().entries()) {
      const other = shown.getPage(index);
      expect(wordPlacesOf(page)).toEqual(wordPlacesOf(other));
      expect(picturesOn(pageContent(page))).toEqual(picturesOn(pageContent(other)));
    }
    expect(sent.getPages().flatMap((page) => picturesOn(pageContent(page))).length).toBeGreaterThan(0);
  });
});
