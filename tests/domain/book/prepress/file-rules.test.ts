import { PDFDocument } from "@cantoo/pdf-lib";
import { expect, it } from "vitest";
import { FILE_RULES } from "~/domain/book/prepress/file-rules.server";
import { makePdfX4 } from "~/domain/book/prepress/pdf-x4.server";
import { PRINTER } from "~/domain/book/prepress/printer";
import type { Inspected } from "~/domain/book/prepress/rule.server";

/** The rules that a small book for the printer breaks whose emoji is drawn like this. */
async function rulesBroken(emoji: string, change: (document: PDFDocument) => void = () => {}) {
  const document = await PDFDocument.create();
  const { context } = document;
  document.addPage();
  document.setTitle("Our Wedding Year");
  document.setCreationDate(new Date("2026-11-27"));
  await makePdfX4(document, PRINTER);
  const a = context.register(context.flateStream(emoji));
  context.register(context.obj({ Type: "Font", Subtype: "Type3", CharProcs: { a }, Encoding: [1, { x: [{}] }] }));
  change(document);
  const inspected: Inspected = { version: "1.6", document, damage: [], printer: PRINTER, file: { kind: "interior" } };
  return FILE_RULES.filter(({ validate }) => [...validate(inspected)].length > 0).map(({ name }) => name);
}

/** It was never saved, so has no identifier, and has one page. */
const TOO_SMALL = ["identity", "page-count"];

it("an emoji has no more ink on one spot than the paper takes", async () => {
  expect(await rulesBroken("1 1 1 0 k 0 0 9 9 re f")).toEqual(TOO_SMALL);
  expect(await rulesBroken("1 1 1 0.01 k 0 0 9 9 re f")).toEqual(["identity", "hidden-colours", "page-count"]);
});

it("what is set within something else is found too", async () => {
  const nested = ({ context }: PDFDocument) => void context.register(context.obj([1, { Inner: [{ TR: "Identity" }] }]));
  expect(await rulesBroken("", nested)).toEqual(["identity", "press-settings", "page-count"]);
});
