import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFPage } from "@cantoo/pdf-lib";
import { pageContent } from "./pdf-reading";

/** Where each piece of text on a page is, how wide it is and how large its type. */
export interface PlacedText {
  /** Millimetres from the sheet's left edge and from its head to the baseline. */
  readonly x: number;
  readonly baseline: number;
  readonly width: number;
  /** Points. */
  readonly size: number;
}

type Matrix = readonly [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const MILLIMETRE = 72 / 25.4;

export function placedTexts(page: PDFPage): PlacedText[] {
  const tall = page.getHeight();
  const widths = new Map<string, ReadonlyMap<number, number>>();
  const found: PlacedText[] = [];
  const kept: Matrix[] = [];
  let matrix = IDENTITY;
  let text = IDENTITY;
  let font = { name: "", size: 0 };
  let operands: string[] = [];
  for (const token of pageContent(page).match(TOKEN) ?? []) {
    if (/^[(<[/\d.+-]/.test(token) || token === "]") {
      operands.push(token);
      continue;
    }
    if (token === "q") kept.push(matrix);
    else if (token === "Q") matrix = kept.pop() ?? matrix;
    else if (token === "cm") matrix = times(asMatrix(operands), matrix);
    else if (token === "Tm") text = asMatrix(operands);
    else if (token === "Tf") font = { name: operands.at(-2)?.slice(1) ?? "", size: Number(operands.at(-1)) };
    else if (token === "TJ" || token === "Tj") {
      const placed = times(text, matrix);
      const known = widths.get(font.name) ?? widthsOf(page, font.name);
      widths.set(font.name, known);
      const width = (lengthOf(operands, known) / 1000) * font.size * Math.abs(placed[0]);
      found.push({
        x: placed[4] / MILLIMETRE,
        baseline: (tall - placed[5]) / MILLIMETRE,
        width: width / MILLIMETRE,
        size: font.size * Math.abs(placed[3]),
      });
    }
    operands = [];
  }
  return found;
}

const TOKEN = /\((?:\\[\s\S]|[^\\()])*\)|<[0-9a-fA-F]*>|\[|\]|\/[^\s()<>[\]{}/%]*|[^\s()<>[\]{}/%]+/g;

function lengthOf(operands: readonly string[], widths: ReadonlyMap<number, number>): number {
  let length = 0;
  for (const part of operands) {
    if (/^[(<]/.test(part)) for (const glyph of glyphsOf(part)) length += widths.get(glyph) ?? 0;
    else if (/^[\d.+-]/.test(part)) length -= Number(part);
  }
  return length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

function glyphsOf(string: string): number[] {
  const bytes = string.startsWith("<")
    ? Buffer.from(string.slice(1, -1), "hex")
    : Buffer.from(
        string
          .slice(1, -1)
          .replace(/\\([0-7]{1,3}|[\s\S])/g, (_, code: string) =>
            /^[0-7]/.test(code) ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
          ),
        "latin1",
      );
  return Array.from({ length: bytes.length >> 1 }, (_, index) => bytes.readUInt16BE(index * 2));
}

function widthsOf(page: PDFPage, name: string): ReadonlyMap<number, number> {
  const widths = new Map<number, number>();
  const font = page.node.Resources()?.lookupMaybe(PDFName.of("Font"), PDFDict)?.lookupMaybe(PDFName.of(name), PDFDict);
  const cid = font?.lookupMaybe(PDFName.of("DescendantFonts"), PDFArray)?.lookup(0, PDFDict);
  const list = cid?.lookupMaybe(PDFName.of("W"), PDFArray)?.asArray() ?? [];
  for (let at = 0; at < list.length; at += 1) {
    const [first, next] = [list[at], list[at + 1]];
    if (!(first instanceof PDFNumber)) continue;
    if (next instanceof PDFArray) {
      for (const [index, width] of next.asArray().entries())
        if (width instanceof PDFNumber) widths.set(first.asNumber() + index, width.asNumber());
      at += 1;
    } else if (next instanceof PDFNumber) {
      const width = list[at + 2];
      for (let glyph = first.asNumber(); glyph <= next.asNumber(); glyph += 1)
        if (width instanceof PDFNumber) widths.set(glyph, width.asNumber());
      at += 2;
    }
  }
  return widths;
}

function asMatrix(operands: readonly string[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = operands.slice(-6).map(Number);
  return [a, b, c, d, e, f];
}

function times([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix {
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

/** Where the pictures of a page end, in millimetres from the sheet's head. */
export function pictureFeet(page: PDFPage): number[] {
  const feet: number[] = [];
  const kept: Matrix[] = [];
  let matrix = IDENTITY;
  let operands: string[] = [];
  for (const token of pageContent(page).match(TOKEN) ?? []) {
    if (/^[(<[/\d.+-]/.test(token) || token === "]") {
      operands.push(token);
      continue;
    }
    if (token === "q") kept.push(matrix);
    else if (token === "Q") matrix = kept.pop() ?? matrix;
    else if (token === "cm") matrix = times(asMatrix(operands), matrix);
    else if (token === "Do") {
      const foot = Math.min(matrix[5], matrix[5] + matrix[3]);
      feet.push((page.getHeight() - foot) / MILLIMETRE);
    }
    operands = [];
  }
  return feet;
}

/** Pieces of text that lie on others of the same line. */
export function textOnText(texts: readonly PlacedText[]): PlacedText[] {
  const slack = 0.4;
  return texts.filter((one, index) =>
    texts.slice(0, index).some((other) => {
      const isOnLine = Math.abs(one.baseline - other.baseline) < (one.size + other.size) / 2 / MILLIMETRE / 2;
      return isOnLine && one.x < other.x + other.width - slack && other.x < one.x + one.width - slack;
    }),
  );
}

export interface Step {
  readonly body: number;
  readonly leading: number;
}

/** The baselines of lines in these sizes, between the running head and the foot, with their size. */
export function bodyLines(page: PDFPage, steps: readonly Step[]): { baseline: number; step: Step }[] {
  const found = new Map<string, { baseline: number; step: Step }>();
  for (const { baseline, size, x } of placedTexts(page)) {
    const step = steps.find(({ body }) => Math.abs(body - size) < 0.01);
    if (!step || baseline < 40 || baseline > 255 || x < 0) continue;
    found.set(`${baseline.toFixed(2)} ${step.body}`, { baseline, step });
  }
  return [...found.values()];
}

/** Whether the words of two facing pages are on one grid; null where only one of them has lines in their size. */
export function areOnOneGrid(left: PDFPage, right: PDFPage, steps: readonly Step[]): boolean | null {
  const linesOn = (step: Step) => [left, right].map((page) => bodyLines(page, [step]));
  const [most] = steps.map(linesOn).sort((one, other) => other.flat().length - one.flat().length);
  const [here = [], there = []] = most ?? [];
  if (here.length === 0 || there.length === 0) return null;
  const all = [...here, ...there];
  return all.every(({ baseline, step }) => {
    const lines = ((baseline - (all[0]?.baseline ?? 0)) * MILLIMETRE) / step.leading;
    return Math.abs(lines - Math.round(lines)) < 0.03;
  });
}
