import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { measureCover } from "~/domain/book/layout/cover";
import { layoutBook } from "~/domain/book/layout/layout";
import { nameJpeg } from "~/domain/book/prepress/jpeg";
import { type PdfUse, typeset, typesetCover } from "~/domain/book/typesetting/typesetter.server";
import { loop, week } from "../books/loop-on-paper";
import { workFolder } from "../books/print-photos";

const PLACEHOLDER = readFileSync("app/domain/book/assembly/placeholder.jpg");
const sheet = { ...measureCover(24), binding: "standard", isInked: false, barcode: null } as const;
const layout = layoutBook(loop([week(1, { photos: [] })]));
const NOBODY = { scene: null, pattern: null, redwork: null, motif: null, wordmark: null };

/** A cover that is set from these words of the typesetter. */
function cover(words: string) {
  const folder = workFolder();
  writeFileSync(join(folder, "cover.typ"), words);
  return () => typesetCover(folder, sheet, []);
}

it.each([
  ["two sheets", "One #pagebreak() two", "The cover has 2 sheets."],
  ["what the typesetter can’t read", "#nothing()", /could not be set: .*nothing/],
  ["a character that no typeface draws", "One \u{12000}", /No typeface draws .*\u{12000}/u],
  ["what a printer’s file can’t hold", '#pdf.attach("x.txt", bytes("x"))', /PDF\/A-2b/],
])("a cover of %s is refused", (_, words, reason) => {
  expect(cover(words)).toThrow(reason);
});

it("a cover of one sheet is a PDF", () => {
  expect(Buffer.from(cover("One")()).toString("latin1", 0, 5)).toBe("%PDF-");
});

const leaf = (page: number, side: string) =>
  `#metadata((side: "${side}", page: ${page}, kind: "week", week: 1)) <leaf>\n`;
const TWO_PAGES = `#set document(title: "Our year")\n${leaf(1, "recto")}One #pagebreak() ${leaf(2, "verso")} two`;

/** A book whose pages are set from these words. */
function book(words: string, use: PdfUse = "print") {
  const folder = workFolder();
  mkdirSync(join(folder, "artwork"));
  writeFileSync(join(folder, "book.typ"), words);
  writeFileSync(join(folder, "unknown.jpg"), PLACEHOLDER);
  writeFileSync(join(folder, "known.jpg"), nameJpeg(PLACEHOLDER, "one"));
  return typeset(folder, layout, NOBODY, use);
}

it("the pages of a book are counted and drawn one after another, with photos by their address", () => {
  const { pageCount, drawPages } = book(`${TWO_PAGES} #image("known.jpg", alt: "A photo")`, "screen");
  const drawn = [...drawPages()];
  expect([pageCount, drawn.length]).toEqual([2, 2]);
  expect(drawn[1]?.svg).toContain("/photos/one/screen");
});

it.each([
  ["of an odd number of pages", `${TWO_PAGES} #pagebreak() three`, "The book has 3 pages."],
  ["none of whose pages says its side", "One #pagebreak() two", "Page 1 is on the wrong side."],
  ["with a right page on the left", `One #pagebreak() ${leaf(2, "recto")}`, "Page 2 is on the wrong side."],
  ["with a left page on the right", `${leaf(1, "verso")} #pagebreak() two`, "Page 1 is on the wrong side."],
])("a book %s is refused", (_, words, reason) => {
  expect(() => book(words)).toThrow(reason);
});

it("a photo that nobody gave is not drawn", () => {
  const { drawPages } = book(`${TWO_PAGES} #image("unknown.jpg", alt: "A photo")`);
  expect(() => [...drawPages()]).toThrow("The book holds an unknown photo.");
});
