import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { makePdfX4 } from "~/domain/book/prepress/pdf-x4.server";
import { PRINTER } from "~/domain/book/prepress/printer";

/** A book of one empty page that says its title and its date. */
async function book(change: (document: PDFDocument) => void) {
  const document = await PDFDocument.create();
  document.addPage();
  document.setTitle("Our Wedding Year");
  document.setCreationDate(new Date("2026-11-27"));
  change(document);
  return document;
}

it("a book that says its title and its date is made for the press", async () => {
  const document = await book(() => {});
  await makePdfX4(document, PRINTER);
  expect(document.catalog.has(PDFName.of("OutputIntents"))).toBe(true);
});

it.each<[string, string, (document: PDFDocument) => void]>([
  ["without a title", "no title or no date", (document) => document.setTitle("")],
  ["without a date", "no title or no date", ({ context }) => remove(context.lookup(context.trailerInfo.Info))],
  ["that says nothing of itself", "says nothing of itself", ({ context }) => delete context.trailerInfo.Info],
])("one %s is not", async (_, detail, change) => {
  await expect(makePdfX4(await book(change), PRINTER)).rejects.toThrow(detail);
});

function remove(info: unknown): void {
  if (info instanceof Object && "delete" in info && typeof info.delete === "function") {
    info.delete(PDFName.of("CreationDate"));
  }
}
