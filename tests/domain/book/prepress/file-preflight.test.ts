import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { deflateSync, inflateSync } from "node:zlib";
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream, PDFString } from "@cantoo/pdf-lib";
import { beforeAll, describe, expect, it } from "vitest";
import { type CoverSheet, measureCover } from "~/domain/book/layout/cover";
import { preflightFile } from "~/domain/book/prepress/file-preflight.server";
import { FILE_RULES } from "~/domain/book/prepress/file-rules.server";
import { PAGE_RULES } from "~/domain/book/prepress/page-rules.server";
import { describeFaults, type FileKind } from "~/domain/book/prepress/preflight-report";
import { PRINTER, type Printer } from "~/domain/book/prepress/printer";
import { BOOK_FORMAT } from "~/domain/kernel/book-format/format";
import { loop, photo, week } from "../books/loop-on-paper";
import { pageContent } from "../books/pdf-reading";
import { print, printPhoto } from "../books/print-photos";

/** A short book with its cover for the printer, and copies of them with one thing broken each. */

const INTERIOR: FileKind = { kind: "interior" };
let book: string;
let cover: string;
let sheet: CoverSheet;
beforeAll(async () => {
  const photos = new Map([["photo-1", await printPhoto(3, 2551, 1913)]]);
  const answer = "We stayed, \u{1F469}\u200D\u{1F467} and all. \u{1F9F5}";
  const input = loop([week(1, { photos: [photo("photo-1")], title: "Rain & “sun”", answer })]);
  const { result, outputFile } = await print(input, photos, { printer: PRINTER, cover: "luxury" });
  if (!result.ok) throw new Error(result.detail);
  book = outputFile;
  cover = join(dirname(outputFile), "cover.pdf");
  sheet = measureCover(result.pageCount);
});

/** Ours, but that it stops a file with a photo as coarse as a newspaper's. */
const STRICT: Printer = { ...PRINTER, fewestPixelsPerInch: 85 };

const rulesBroken = async (path: string, file: FileKind = INTERIOR, printer: Printer = STRICT) => [
  ...new Set((await preflightFile(path, printer, file)).faults.map(({ rule }) => rule)),
];

let copies = 0;
/** A copy of a file, changed by `change`. */
async function broken(path: string, change: (document: PDFDocument) => void, version = "1.6"): Promise<string> {
  const document = await PDFDocument.load(readFileSync(path), { updateMetadata: false });
  change(document);
  const bytes = Buffer.from(await document.save({ useObjectStreams: false, updateFieldAppearances: false }));
  bytes.write(`%PDF-${version}`, 0, "latin1");
  copies += 1;
  const copy = join(dirname(path), `broken-${copies}.pdf`);
  writeFileSync(copy, bytes);
  return copy;
}

const name = (text: string) => PDFName.of(text);

const objectsIn = ({ context }: PDFDocument) => context.enumerateIndirectObjects().map(([, object]) => object);

function streamAt(dict: PDFDict, key: string): PDFRawStream {
  const found = dict.lookup(name(key));
  if (!(found instanceof PDFRawStream)) throw new Error(`There is no ${key}.`);
  return found;
}

function theOnly<Kind>(found: readonly Kind[]): Kind {
  const [first] = found;
  if (!first) throw new Error("The file has nothing like it.");
  return first;
}

const infoOf = ({ context }: PDFDocument) => context.lookup(context.trailerInfo.Info, PDFDict);
const intentOf = ({ catalog }: PDFDocument) => catalog.lookup(name("OutputIntents"), PDFArray).lookup(0, PDFDict);
const photoOf = (document: PDFDocument) =>
  theOnly(
    objectsIn(document).flatMap((object) =>
      object instanceof PDFRawStream && object.dict.get(name("Filter")) === name("DCTDecode") ? object : [],
    ),
  );

const fontOf = (document: PDFDocument, kind: string) =>
  theOnly(
    objectsIn(document).flatMap((object) =>
      object instanceof PDFDict && object.get(name("Subtype")) === name(kind) ? object : [],
    ),
  );

/** Draws something more at the end of a page. */
function draw(document: PDFDocument, page: number, operators: string) {
  const contents = document.getPage(page).node.Contents();
  if (!(contents instanceof PDFRawStream)) throw new Error("The page is drawn in pieces.");
  const text = `${inflateSync(contents.contents).toString("latin1")}\n${operators}\n`;
  contents.updateContents(deflateSync(Buffer.from(text, "latin1")));
}

/** Draws the first emoji of the file otherwise. */
function drawEmoji(file: PDFDocument, operators: string) {
  const glyphs = fontOf(file, "Type3").lookup(name("CharProcs"), PDFDict);
  glyphs.set(theOnly(glyphs.keys()), file.context.register(file.context.flateStream(operators)));
}

function retype(document: PDFDocument, from: string, to: string) {
  const stream = streamAt(document.catalog, "Metadata");
  stream.updateContents(Buffer.from(Buffer.from(stream.contents).toString("utf8").replace(from, to)));
}

/** What is broken, and the rules that must say so. */
const BREAKS: [string, string, (document: PDFDocument) => void][] = [
  ["identity", "loses its identifier", ({ context }) => delete context.trailerInfo.ID],
  ["metadata", "does not say that it is PDF/X-4", (file) => retype(file, "PDF/X-4<", "PDF/X-3<")],
  ["metadata", "has no document’s id", (file) => retype(file, "xmpMM:DocumentID", "xmpMM:OtherID")],
  ["metadata", "has two titles", (file) => infoOf(file).set(name("Title"), PDFString.of("Another year"))],
  ["metadata", "does not say whether it is trapped", (file) => infoOf(file).delete(name("Trapped"))],
  [
    "metadata",
    "says two times when it was made",
    (file) => infoOf(file).set(name("CreationDate"), PDFString.of("D:20010101000000+00'00'")),
  ],
  ["metadata", "does not say when it was changed", (file) => infoOf(file).delete(name("ModDate"))],
  ["output-intent", "has no output intent", ({ catalog }) => catalog.delete(name("OutputIntents"))],
  ["output-intent", "has the intent of an archive", (file) => intentOf(file).set(name("S"), name("GTS_PDFA1"))],
  [
    "output-intent",
    "is made for another condition",
    (file) => intentOf(file).set(name("OutputConditionIdentifier"), PDFString.of("FOGRA51")),
  ],
  [
    "output-intent",
    "holds another profile",
    (file) => streamAt(intentOf(file), "DestOutputProfile").updateContents(deflateSync(Buffer.from("?"))),
  ],
  [
    "nothing-interactive",
    "does something when opened",
    ({ catalog, context }) => catalog.set(name("OpenAction"), context.obj([])),
  ],
  [
    "nothing-interactive",
    "has a script",
    ({ context }) => context.register(context.obj({ S: "JavaScript", JS: PDFString.of("app.beep()") })),
  ],
  [
    "fonts",
    "has a typeface that is not in it",
    (file) => {
      const font = theOnly(
        objectsIn(file).flatMap((object) =>
          object instanceof PDFDict && object.get(name("Type")) === name("FontDescriptor") ? object : [],
        ),
      );
      for (const key of ["FontFile", "FontFile2", "FontFile3"]) font.delete(name(key));
    },
  ],
  ["fonts", "has emoji that are not drawn in it", (file) => fontOf(file, "Type3").delete(name("CharProcs"))],
  [
    "fonts",
    "has a typeface that every reader is expected to have",
    (file) => fontOf(file, "CIDFontType2").delete(name("FontDescriptor")),
  ],
  ["photos", "has a photo of another size", (file) => photoOf(file).dict.set(name("Width"), PDFNumber.of(3_000))],
  [
    "photos",
    "has a photo that ends half-way",
    (file) => photoOf(file).updateContents(photoOf(file).contents.slice(0, 9_000)),
  ],
  ["photos", "has a photo without a profile", (file) => photoOf(file).dict.set(name("ColorSpace"), name("DeviceRGB"))],
  [
    "profiles",
    "blends something in colours of a screen",
    ({ context }) => context.register(context.obj({ Type: "Group", S: "Transparency", CS: "DeviceRGB" })),
  ],
  ["hidden-colours", "has an emoji in colours of a screen", (file) => drawEmoji(file, "1 0 0 rg 0 0 9 9 re f")],
  ["hidden-colours", "has an emoji of too much ink", (file) => drawEmoji(file, "1 1 1 1 k 0 0 9 9 re f")],
  [
    "press-settings",
    "sets how a plate takes ink",
    ({ context }) => context.register(context.obj({ Type: "ExtGState", TR2: "Identity" })),
  ],
  [
    "press-settings",
    "has a photo to be put in later",
    (file) => photoOf(file).dict.set(name("OPI"), file.context.obj({})),
  ],
  [
    "press-settings",
    "has a program in PostScript",
    ({ context }) => context.register(context.stream("showpage", { Type: "XObject", Subtype: "PS" })),
  ],
  ["page-count", "has a page too many", (file) => void file.addPage([612, 810])],
  ["boxes", "is trimmed elsewhere", (file) => file.getPage(5).setTrimBox(0, 0, 595, 793)],
  ["boxes", "has no bleed on a page", (file) => file.getPage(5).setMediaBox(0, 0, 595.28, 793.7)],
  ["boxes", "has a page turned", (file) => file.getPage(5).node.set(name("Rotate"), PDFNumber.of(90))],
  ["blending", "blends a page in colours of a screen", (file) => void file.getPage(2).node.delete(name("Group"))],
  [
    "nothing-to-press",
    "has a link on a page",
    (file) => file.getPage(2).node.set(name("Annots"), file.context.obj([])),
  ],
  ["colours", "draws in colours of a screen", (file) => draw(file, 4, "0.2 0.1 0.1 rg 0 0 9 9 re f")],
  ["ink", "lays too much ink on one spot", (file) => draw(file, 4, "0.9 0.9 0.9 0.9 k 0 0 9 9 re f")],
  ["resolution", "prints a photo too large for its pixels", (file) => enlarge(file)],
];

/** Draws every photo of the book ten times as large, on the same page. */
function enlarge(file: PDFDocument) {
  for (const [index, page] of file.getPages().entries()) {
    const photos = page.node.Resources()?.lookupMaybe(name("XObject"), PDFDict)?.entries() ?? [];
    for (const [key, object] of photos) {
      const form = file.context.lookup(object);
      if (form instanceof PDFRawStream) draw(file, index, `q 3000 0 0 3000 0 0 cm ${key.toString()} Do Q`);
    }
  }
}

describe("the last check of a file for the printer", () => {
  it("finds nothing in what we make", async () => {
    expect(await preflightFile(book, PRINTER, INTERIOR)).toMatchObject({ pages: 24, faults: [], notes: [] });
    const file = { kind: "cover", sheet, isStamped: true } as const;
    expect(await preflightFile(cover, PRINTER, file)).toMatchObject({
      pages: 1,
      faults: [],
      lowestPixelsPerInch: null,
    });
  });

  it("finds nothing in a copy that only another program wrote", async () => {
    expect(await rulesBroken(await broken(book, () => undefined))).toEqual([]);
  });

  it.each(BREAKS)("by the rule “%s” stops a file that %s", async (rule, _, change) => {
    expect(await rulesBroken(await broken(book, change))).toContain(rule);
  });

  it("stops a file of another version, one that ends half-way, and one that is none", async () => {
    expect(await rulesBroken(await broken(book, () => undefined, "1.7"))).toEqual(["version"]);
    const half = join(dirname(book), "half.pdf");
    writeFileSync(half, readFileSync(book).subarray(0, 90_000));
    expect(await rulesBroken(half)).toEqual(["file"]);
    writeFileSync(half, "not a book");
    expect(await rulesBroken(half)).toEqual(["file"]);
  });

  it("stops a file whose photo is not as long as its table says", async () => {
    const bytes = readFileSync(book);
    const length = /\/Length (\d{5,7})(?=[^>]*\/Filter\s*\/DCTDecode|[\s\S]{0,200}stream\n\xff\xd8)/.exec(
      bytes.toString("latin1"),
    );
    if (!length) throw new Error("The book has no photo.");
    bytes.write(`/Length ${Number(length[1]) - 7}`, length.index, "latin1");
    const copy = join(dirname(book), "short.pdf");
    writeFileSync(copy, bytes);
    expect(await rulesBroken(copy)).toContain("whole");
  });

  const words = (inks: string, size: number) => (file: PDFDocument) => {
    const page = file.getPages().findIndex((one) => one.node.Resources()?.lookupMaybe(name("Font"), PDFDict));
    const fonts = file.getPage(page).node.Resources()?.lookup(name("Font"), PDFDict).keys() ?? [];
    draw(file, page, `q BT ${inks} ${fonts[0]?.toString()} ${size} Tf 1 0 0 1 99 99 Tm <0001> Tj ET Q`);
  };

  it("stops small text on several plates, and lets it pass on the black one", async () => {
    expect(await rulesBroken(await broken(book, words("0.5 0.4 0.3 0.1 k", 7)))).toEqual(["small-text"]);
    expect(await rulesBroken(await broken(book, words("0 0 0 1 k /black gs", 7)))).toEqual([]);
    expect(await rulesBroken(await broken(book, words("0 0 0 0.72 k", 7)))).toEqual([]);
  });

  it("stops dark words of any size on several plates, and black ones that are cut out of their ground", async () => {
    for (const [inks, rules] of [
      ["0.76 0.63 0.48 0.68 k", ["dark-words"]],
      ["0 0 0.1 1 k", ["dark-words"]],
      ["0 0 0 1 k", ["dark-words"]],
      ["0.2 0.9 0.7 0.15 k /black gs", ["dark-words"]],
      ["0.2 0.9 0.7 0.15 k", []],
    ] as const) {
      expect(await rulesBroken(await broken(book, words(inks, 62))), inks).toEqual(rules);
    }
  });

  it("finds none in a book whose cloth takes dark words, nor in its case", async () => {
    const input = loop([week(1, { photos: [] })], { theme: "pet", title: "A year of walks" });
    const { result, outputFile } = await print(input, new Map(), { printer: PRINTER, cover: "standard" });
    if (!result.ok) throw new Error(result.detail);
    expect((await preflightFile(outputFile, PRINTER, INTERIOR)).faults).toEqual([]);
    const file = { kind: "cover", sheet: measureCover(result.pageCount), isStamped: false } as const;
    const petCase = join(dirname(outputFile), "cover.pdf");
    expect((await preflightFile(petCase, PRINTER, file)).faults).toEqual([]);
    const pages = (await PDFDocument.load(readFileSync(outputFile), { updateMetadata: false })).getPages();
    const season = pages.map(pageContent).find((drawn) => drawn.includes("62 Tf")) ?? "";
    expect(season).toContain("0 0 0 1 k\n/black gs\nBT");
  });

  it("stops a stamping plate with a tint, and a cover of another size", async () => {
    const file = { kind: "cover", sheet, isStamped: true } as const;
    expect(await rulesBroken(cover, file)).toEqual([]);
    const tinted = await broken(cover, (document) => draw(document, 0, "0 0 0 0.5 k 0 0 9 9 re f"));
    expect(await rulesBroken(tinted, file)).toEqual(["stamp"]);
    expect(await rulesBroken(tinted, { ...file, isStamped: false })).toEqual([]);
    expect(await rulesBroken(cover, { ...file, sheet: { ...sheet, width: sheet.width + 2 } })).toEqual(["boxes"]);
  });

  it("checks what this printer asks for, and says on which page", async () => {
    expect(await rulesBroken(book, INTERIOR, { ...PRINTER, mostInk: 90 })).toEqual(["hidden-colours", "ink"]);
    const coarse = await preflightFile(await broken(book, enlarge), PRINTER, INTERIOR);
    expect(coarse.faults).toEqual([]);
    expect(coarse.notes.map((note) => note.rule)).toContain("resolution");
    const wide = { ...PRINTER, format: { ...BOOK_FORMAT, bleed: 5 } };
    const said = describeFaults(await preflightFile(book, wide, INTERIOR));
    expect(said).toMatch(/^Page 1: The page is 216\.0 × 286\.0 mm .* instead of 220\.0 × 290\.0 mm.*And \d+ more\.$/);
  });

  it("has a broken copy here for each of its rules", () => {
    const tried = new Set([...BREAKS.map(([rule]) => rule), "version", "whole", "small-text", "dark-words", "stamp"]);
    expect([...FILE_RULES, ...PAGE_RULES].map((rule) => rule.name).filter((rule) => !tried.has(rule))).toEqual([]);
  });
});
