import { graphemesOf } from "~/domain/kernel/text/segments";
import type { BookWarning, Page } from "../layout/pages";
import { joined, type Paragraph, type Run } from "../layout/prepared-text";
import { inPlainCharacters } from "./plain-characters";

/**
 * No character is ever printed as a box. Characters that no typeface of the book draws are written in plain ones, or
 * removed, before typesetting, and listed in a warning: a lost emoji leaves nothing behind, lost letters leave "[…]".
 */

export interface Coverage {
  /** Whether a text typeface draws this code point. */
  text(codePoint: number): boolean;
  /** Whether the emoji typeface draws it. */
  emoji(codePoint: number): boolean;
}

export interface FittedParagraph {
  paragraph: Paragraph;
  /** The removed characters, each once, in order. */
  missing: string[];
  /** What prints in plain characters, a word or a figure at a time. */
  plain: PlainWords[];
}

export interface PlainWords {
  readonly typed: string;
  readonly printed: string;
}

const LOST_LETTERS = "[…]";
// Joiners, variation selectors, tags and soft hyphens modify the characters beside them and have no glyph.
const INVISIBLE = /^(?:\u00ad|[\u200b-\u200d]|[\ufe00-\ufe0f]|[\u{e0020}-\u{e007f}])$/u;
const SYMBOL = /[\p{Extended_Pictographic}\p{S}\p{Co}]/u;

/** Assigns each character to a typeface that draws it, or removes it. */
export function fitToTypefaces(paragraph: Paragraph, coverage: Coverage): FittedParagraph {
  const missing = new Set<string>();
  const plain: PlainWords[] = [];
  const runs = paragraph.runs.flatMap((run): Run[] => {
    if (run.kind !== "emoji" && isDrawn(run.text, coverage.text)) return [run];
    return fitRun(run.text, run.kind === "emoji" ? "emoji" : "text", coverage, missing, plain);
  });
  if (missing.size === 0) return { paragraph: { ...paragraph, runs: joined(runs) }, missing: [], plain };
  const closed = joined(runs).map((run): Run => (run.kind === "text" ? { ...run, text: closeGaps(run.text) } : run));
  const remaining = closed.filter((run) => run.kind === "break" || run.text !== "");
  return { paragraph: { ...paragraph, runs: joined(remaining) }, missing: [...missing], plain };
}

function fitRun(
  text: string,
  kind: "text" | "emoji",
  coverage: Coverage,
  missing: Set<string>,
  plain: PlainWords[],
): Run[] {
  const fitted: Run[] = [];
  let isWithinPlain = false;
  for (const segment of graphemesOf(text)) {
    const printed = plainOf(segment, kind, coverage);
    if (printed === null) fitted.push(fitGrapheme(segment, kind, coverage, missing));
    else {
      const before = fitted.at(-1)?.text ?? "";
      // “2⅓” is “2 1/3”.
      const gap = /\d$/.test(before) && /^\d+\//.test(printed) ? "\u00a0" : "";
      fitted.push({ kind: "text", text: gap + printed });
      const last = isWithinPlain ? plain.pop() : undefined;
      plain.push({ typed: (last?.typed ?? "") + segment, printed: (last?.printed ?? "") + printed });
    }
    isWithinPlain = printed !== null;
  }
  return fitted;
}

/** A character in plain ones; null where a typeface draws it as it is, or where nothing is as plain. */
function plainOf(segment: string, kind: "text" | "emoji", coverage: Coverage): string | null {
  const drawsText = (text: string) => isDrawn(text, coverage.text);
  if (kind === "text" && drawsText(segment)) return null;
  if (SYMBOL.test(segment) && (isDrawn(segment, coverage.emoji) || drawsText(withoutSelectors(segment)))) return null;
  return inPlainCharacters(withoutSelectors(segment), drawsText);
}

const withoutSelectors = (segment: string) => segment.replace(/[\ufe00-\ufe0f]/g, "");

function fitGrapheme(segment: string, kind: "text" | "emoji", coverage: Coverage, missing: Set<string>): Run {
  if (kind === "text" && isDrawn(segment, coverage.text)) return { kind: "text", text: segment };
  if (SYMBOL.test(segment) || kind === "emoji") {
    if (isDrawn(segment, coverage.emoji)) return { kind: "emoji", text: segment };
    const plain = withoutSelectors(segment);
    if (isDrawn(plain, coverage.text)) return { kind: "text", text: plain };
    missing.add(segment);
    return { kind: "text", text: "" };
  }
  // A letter without its accent reads better than a gap.
  const letter = [...segment].filter((character) => isDrawn(character, coverage.text)).join("");
  missing.add(segment);
  return { kind: "text", text: letter === "" ? LOST_LETTERS : letter };
}

/** Fits every paragraph in a layout, or in a part of one, to the available typefaces. */
export function fitWords<Layout extends object>(
  layout: Layout,
  coverage: Coverage,
): { fitted: Layout; missing: string[]; plain: PlainWords[] } {
  const missing = new Set<string>();
  const plain = new Map<string, PlainWords>();
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== "object" || value === null) return value;
    if (isParagraph(value)) {
      const fitted = fitToTypefaces(value, coverage);
      for (const character of fitted.missing) missing.add(character);
      for (const words of fitted.plain) plain.set(words.typed, words);
      return fitted.paragraph;
    }
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, visit(part)]));
  };
  const fitted = visit(layout) as Layout;
  return { fitted, missing: [...missing], plain: [...plain.values()] };
}

/**
 * The characters left out of these pages, by week; the week is null for the pages around the weeks.
 * @param titles titles that appear on pages without being part of their data.
 */
export function nameLostCharacters(
  pages: readonly Page[],
  coverage: Coverage,
  titles: readonly (Paragraph | null)[] = [],
): BookWarning[] {
  const parts = new Map<number | null, object[]>();
  const note = (week: number | null, part: object) => parts.set(week, [...(parts.get(week) ?? []), part]);
  note(null, titles);
  for (const page of pages) {
    // Counted words and the names of weeks come from some week, where the warning already names them.
    if (page.kind !== "numbers-lists" && page.kind !== "season-weeks") note(weekOf(page), page);
  }
  return [...parts].flatMap(([week, all]) => nameLost(week, all, coverage));
}

/** The characters left out of one week. */
export function nameLostOfWeek(week: number, parts: readonly unknown[], coverage: Coverage): BookWarning[] {
  return nameLost(week, parts, coverage);
}

function nameLost(week: number | null, parts: readonly unknown[], coverage: Coverage): BookWarning[] {
  const { missing, plain } = fitWords([...parts], coverage);
  return [
    ...(missing.length === 0 ? [] : [{ kind: "lost_characters", week, characters: missing } as const]),
    ...(plain.length === 0 ? [] : [{ kind: "plain_characters", week, words: plain } as const]),
  ];
}

function weekOf(page: Page): number | null {
  return page.kind === "week" ? page.week : null;
}

/** Calls `visit` for every paragraph in a layout or a part of one. */
export function forEachParagraph(value: unknown, visit: (paragraph: Paragraph) => void): void {
  if (typeof value !== "object" || value === null) return;
  if (isParagraph(value)) visit(value);
  else for (const part of Object.values(value)) forEachParagraph(part, visit);
}

function isParagraph(value: object): value is Paragraph {
  return "runs" in value && Array.isArray(value.runs);
}

function isDrawn(text: string, covers: (codePoint: number) => boolean): boolean {
  for (const character of text) {
    if (INVISIBLE.test(character) || /\s/.test(character)) continue;
    if (!covers(character.codePointAt(0) ?? 0)) return false;
  }
  return true;
}

function closeGaps(text: string): string {
  return text.replace(/(?:\[…\]\s*)+(?=\[…\])/g, "").replace(/ {2,}/g, " ");
}
