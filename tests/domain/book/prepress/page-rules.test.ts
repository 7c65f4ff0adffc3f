import { PDFDocument, PDFName } from "@cantoo/pdf-lib";
import { describe, expect, it } from "vitest";
import { PAGE_RULES } from "~/domain/book/prepress/page-rules.server";
import type { FileKind } from "~/domain/book/prepress/preflight-report";
import { PRINTER, type Printer } from "~/domain/book/prepress/printer";
import type { Said } from "~/domain/book/prepress/rule.server";

const POINTS_PER_MM = 72 / 25.4;
const [BLEED, WIDTH, HEIGHT] = [3, 216, 286].map((length) => length * POINTS_PER_MM) as [number, number, number];
const PLATE: FileKind = { kind: "cover", sheet: { width: 0, height: 0, turnIn: 0 }, isStamped: true };

/** What a rule says of a page on which this is drawn, with one photo of 600 by 300 pixels. */
async function saysOf(rule: string, drawn: string, given: { file?: FileKind; printer?: Printer; edge?: number } = {}) {
  const { file = { kind: "interior" }, printer = PRINTER, edge = 0 } = given;
  const document = await PDFDocument.create();
  const { context } = document;
  const page = document.addPage([WIDTH, HEIGHT]);
  page.setMediaBox(edge, 0, WIDTH, HEIGHT);
  page.setBleedBox(0, 0, WIDTH, HEIGHT);
  page.setCropBox(0, 0, WIDTH, HEIGHT);
  page.setTrimBox(BLEED, BLEED, WIDTH - 2 * BLEED, HEIGHT - 2 * BLEED);
  const size = { Type: "XObject", Subtype: "Image", Width: 600, Height: 300 };
  const resources = {
    ExtGState: { over: { op: true } },
    Font: { f: { Type: "Font", Subtype: "TrueType" } },
    XObject: {
      photo: context.register(context.stream("", { ...size, Filter: "DCTDecode" })),
      drawing: context.register(context.flateStream("", size)),
    },
  };
  page.node.set(PDFName.of("Resources"), context.obj(resources));
  page.node.set(PDFName.of("Contents"), context.register(context.flateStream(drawn)));
  const inspected = { version: "1.6", document, damage: [], printer, file };
  const { validate } = PAGE_RULES.find(({ name }) => name === rule) ?? {};
  if (!validate) throw new Error(`There is no rule ${rule}.`);
  return [...validate(page, inspected)] as Said[];
}

const words = (inks: string, size = 62) => `${inks} BT /f ${size} Tf (a) Tj ET`;

it.each<[string, string, string, number]>([
  ["takes all the ink of the paper", "ink", "1 1 1 0 k", 0],
  ["takes one percent more", "ink", "1 1 1 0.01 k", 1],
  ["has text of nine points on two plates", "small-text", words("0.5 0.5 0 0 k", 9), 0],
  ["has smaller text on two plates", "small-text", words("0.5 0.5 0 0 k", 8.9), 1],
  ["has it with a trace on the second", "small-text", words("0.5 0.004 0 0 k", 7), 0],
  ["has it with more than a trace", "small-text", words("0.5 0.005 0 0 k", 7), 1],
  ["has words that are not yet dark, in four inks", "dark-words", words("0.5 0 0 0.45 k"), 0],
  ["has dark words in four inks", "dark-words", words("0.5 0 0 0.46 k"), 1],
  ["has dark words with a trace of colour", "dark-words", words("0.004 0 0 0.9 k"), 0],
  ["has them with more than a trace", "dark-words", words("0.005 0 0 0.9 k"), 1],
  ["has words that are not yet black, cut out", "dark-words", words("0 0 0 0.996 k"), 0],
  ["has black words that are cut out", "dark-words", words("0 0 0 0.997 k"), 1],
  ["has them with a trace of colour", "dark-words", words("0.004 0 0 1 k"), 1],
  ["has them printed over their ground", "dark-words", words("/over gs 0 0 0 1 k"), 0],
  ["has a photo of 300 pixels an inch", "resolution", "144 0 0 72 0 0 cm /photo Do", 0],
  ["has a photo of fewer", "resolution", "144.7 0 0 72 0 0 cm /photo Do", 1],
  ["has a drawing of fewer", "resolution", "144.7 0 0 72 0 0 cm /drawing Do", 0],
])("a page that %s: what the rule “%s” says of “%s”", async (_, rule, drawn, count) => {
  expect(await saysOf(rule, drawn)).toHaveLength(count);
});

it("a photo of fewer pixels than the printer takes is a fault, and one of as many is named", async () => {
  const printer = { ...PRINTER, fewestPixelsPerInch: 200 };
  const [named] = await saysOf("resolution", "216 0 0 108 0 0 cm /photo Do", { printer });
  const [fault] = await saysOf("resolution", "217 0 0 108 0 0 cm /photo Do", { printer });
  expect([named, fault]).toMatchObject([
    { detail: "A photo has 200 pixels per inch.", isNote: true },
    { detail: "A photo has 199 pixels per inch.", isNote: false },
  ]);
});

it.each([
  [0, 0.5],
  [1, 0.51],
])("finds %i faults where the edge of a page is %f points off", async (count, edge) => {
  expect(await saysOf("boxes", "", { edge })).toHaveLength(count);
});

describe("a plate for stamping", () => {
  it.each([
    ["a trace of colour", "0.004 0 0 1 k", 0],
    ["more than a trace of colour", "0.005 0 0 1 k", 1],
    ["a trace of black", "0 0 0 0.004 k", 0],
    ["a light tint", "0 0 0 0.005 k", 1],
    ["black with a trace missing", "0 0 0 0.996 k", 0],
    ["a dark tint", "0 0 0 0.995 k", 1],
    ["a photo", "/photo Do", 1],
  ])("that has %s", async (_, drawn, count) => {
    expect(await saysOf("stamp", drawn, { file: PLATE })).toHaveLength(count);
  });

  it("is what only a cover has, and only one that is stamped", async () => {
    for (const file of [{ kind: "interior" }, { ...PLATE, isStamped: false }] as const) {
      expect(await saysOf("stamp", "0 0 0 0.5 k", { file })).toEqual([]);
    }
  });
});
