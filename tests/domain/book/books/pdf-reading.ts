import { createHash } from "node:crypto";
import {
  decodePDFRawStream,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFName,
  type PDFPage,
  PDFRawStream,
  PDFString,
} from "@cantoo/pdf-lib";

/** Parses a finished PDF: its text by page, its photos, its outline. */

export async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  return PDFDocument.load(bytes, { updateMetadata: false });
}

/** The text of each page in the order it was set, without line breaks. */
export function pageTexts(document: PDFDocument): string[] {
  return document.getPages().map(pageText);
}

/** Replacement texts of glyphs that are no characters, such as break opportunities. */
const READ_INSTEAD = /\/ActualText\s*(?:<[0-9a-f]*>|\((?:\\[\s\S]|[^\\)])*\))/gi;

function pageText(page: PDFPage): string {
  const maps = fontMaps(page);
  let map = new Map<string, string>();
  let text = "";
  for (const block of contentOf(page).matchAll(/BT\n([\s\S]*?)\nET/g)) {
    for (const token of tokens((block[1] ?? "").replace(READ_INSTEAD, ""))) {
      if (token.kind === "font") map = maps.get(token.value) ?? map;
      else for (const glyph of token.value.match(/.{4}/g) ?? []) text += map.get(glyph) ?? "";
    }
    text += " ";
  }
  return text
    .replace(/[\u200b\u00ad]/g, "")
    .replace(/[ \u00a0]+/g, " ")
    .trim();
}

/** Font selections and shown strings as hexadecimal digits; strings may contain balanced brackets. */
function* tokens(content: string): Generator<{ kind: "font" | "string"; value: string }> {
  const hexadecimal = (bytes: string) => Buffer.from(unescaped(bytes), "latin1").toString("hex");
  for (let at = 0; at < content.length; at += 1) {
    const rest = content.slice(at);
    const font = /^\/(\S+) [\d.]+ Tf/.exec(rest);
    const digits = /^<([0-9a-f]+)>/i.exec(rest);
    if (font?.[1]) yield { kind: "font", value: font[1] };
    else if (digits?.[1]) yield { kind: "string", value: digits[1].toLowerCase() };
    else if (content[at] === "(") {
      const end = endOfString(content, at);
      yield { kind: "string", value: hexadecimal(content.slice(at + 1, end)) };
      at = end;
      continue;
    }
    at += ((font ?? digits)?.[0].length ?? 1) - 1;
  }
}

function endOfString(content: string, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    if (content[at] === "\\") at += 1;
    else if (content[at] === "(") depth += 1;
    else if (content[at] === ")") {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return content.length;
}

const ESCAPES: Record<string, string> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function unescaped(bytes: string): string {
  return bytes.replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
    /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
  );
}

/** The drawing of a page as the operators of PDF. */
export function pageContent(page: PDFPage): string {
  return contentOf(page);
}

function contentOf(page: PDFPage): string {
  const contents = page.node.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams
    .map((stream) => page.doc.context.lookup(stream))
    .map((stream) => (stream instanceof PDFRawStream ? decode(stream) : ""))
    .join("\n");
}

function decode(stream: PDFRawStream): string {
  return Buffer.from(decodePDFRawStream(stream).decode()).toString("latin1");
}

function fontMaps(page: PDFPage): Map<string, Map<string, string>> {
  const maps = new Map<string, Map<string, string>>();
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of("Font"), PDFDict);
  for (const [name] of fonts?.entries() ?? []) {
    const stream = fonts?.lookup(name, PDFDict).lookup(PDFName.of("ToUnicode"));
    const map = new Map<string, string>();
    if (stream instanceof PDFRawStream) {
      for (const [, glyph, emails] of decode(stream).matchAll(/<([0-9a-f]{4})> <([0-9a-f]+)>\n/gi)) {
        const text = (emails?.match(/.{4}/g) ?? []).map((unit) => String.fromCharCode(Number.parseInt(unit, 16)));
        map.set((glyph ?? "").toLowerCase(), text.join(""));
      }
    }
    maps.set(name.decodeText(), map);
  }
  return maps;
}

/** The sha256 of every JPEG stream in the file. */
export function photoHashes(document: PDFDocument): string[] {
  const hashes: string[] = [];
  for (const [, object] of document.context.enumerateIndirectObjects()) {
    if (object instanceof PDFRawStream && object.dict.get(PDFName.of("Filter")) === PDFName.of("DCTDecode")) {
      hashes.push(createHash("sha256").update(object.contents).digest("hex"));
    }
  }
  return hashes.sort();
}

/** The titles of the outline, in the order of the book. */
export function outlineTitles(document: PDFDocument): string[] {
  const titles: string[] = [];
  const walk = (parent: PDFDict) => {
    let item = parent.lookupMaybe(PDFName.of("First"), PDFDict);
    while (item) {
      const title = item.lookup(PDFName.of("Title"));
      if (title instanceof PDFString || title instanceof PDFHexString) titles.push(title.decodeText());
      walk(item);
      item = item.lookupMaybe(PDFName.of("Next"), PDFDict);
    }
  };
  const outlines = document.catalog.lookupMaybe(PDFName.of("Outlines"), PDFDict);
  if (outlines) walk(outlines);
  return titles;
}

type Matrix = readonly [number, number, number, number, number, number];

/** The baselines of a page's lines of words, in millimetres from the head of the sheet, from the top. */
export function baselinesOf(page: PDFPage): number[] {
  const found = new Set(wordPlacesOf(page).map(({ down }) => down));
  return [...found].sort((one, other) => one - other);
}

/** Where each piece of text on a page begins, in millimetres from the sheet's left edge and from its head. */
export function wordPlacesOf(page: PDFPage): { across: number; down: number }[] {
  const tall = page.getHeight();
  const found: { across: number; down: number }[] = [];
  let matrix: Matrix = [1, 0, 0, 1, 0, 0];
  const kept: Matrix[] = [];
  const bare = contentOf(page).replace(/\((?:\\[\s\S]|[^\\)])*\)|<[0-9a-f]*>/gi, " ");
  let numbers: number[] = [];
  for (const word of bare.split(/[\s[\]]+/)) {
    const number = Number(word);
    if (word !== "" && Number.isFinite(number)) {
      numbers.push(number);
      continue;
    }
    if (word === "q") kept.push(matrix);
    else if (word === "Q") matrix = kept.pop() ?? matrix;
    else if (word === "cm") matrix = times(asMatrix(numbers), matrix);
    else if (word === "Tm") {
      const [, , , , x, y] = times(asMatrix(numbers), matrix);
      found.push({ across: inMillimetres(x), down: inMillimetres(tall - y) });
    }
    numbers = [];
  }
  return found;
}

const inMillimetres = (points: number) => Math.round((points * 25.4 * 10) / 72) / 10;

function asMatrix(numbers: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers.slice(-6);
  return [a, b, c, d, e, f];
}

function times(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [g, h, i, j, k, l] = other;
  return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + l];
}
