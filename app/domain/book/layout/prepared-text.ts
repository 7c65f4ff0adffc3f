import { normalise } from "~/domain/kernel/text/normalisation";
import { graphemesOf } from "~/domain/kernel/text/segments";
import { ADDRESS, addressesIn } from "./addresses";
import { isVerse, type Passage, passagesOf } from "./passages";
import { curlQuotes, isQuotation, nested } from "./quotation";

/**
 * Text that people typed, prepared for typesetting. Their words never change, only the typing: quotes and apostrophes
 * are curled, control and invisible characters are removed, a string without a place to break gets some, and the
 * last words of a paragraph stay together where they would be a very short line. Emoji become runs of their own,
 * because they need their own font. The result is plain data; the typesetter receives it as strings and never reads it
 * as markup.
 */

export type Run =
  /** An address of the web or of email is not divided by hyphens, which would seem to be part of it. */
  | { readonly kind: "text" | "emoji" | "address"; readonly text: string }
  /** A line that ends where its writer ended it, as in a poem or a list. */
  | { readonly kind: "break"; readonly text: "" };

export interface Paragraph {
  readonly direction: "ltr" | "rtl";
  /** Language for shaping and hyphenation, as in BCP 47; derived from the script of the first letter. */
  readonly language: "en" | "he" | "ar" | "zh" | "ja" | "ko";
  readonly runs: readonly Run[];
  /** How a paragraph is set that is not prose; see passages.ts. */
  readonly passage?: Passage;
}

/** A longer word without a place to break would overflow a narrow line; measured in lower-case letters. */
const LONGEST_UNBROKEN = 24;
/** The widest letters are as wide as two lower-case ones. */
const WIDE = /[\p{Lu}mw@%&—…]/u;
const FEWEST_THAT_MAY_BE_LONG = LONGEST_UNBROKEN / 2;
/** Verse longer than this, three pages of it, is set as prose: one letter per line could otherwise fill a book. */
const MOST_LINES = 100;
/** Paragraphs as many as that are this long on average, or are set as one. */
const SHORTEST_OF_MANY = 30;
/** The last line of a paragraph has so many letters, with its full stop, unless a word before them is long. */
const SHORTEST_LAST_LINE = 12;
const LONGEST_BEFORE_IT = 12;
/** A paragraph with fewer letters before its last words is short anyway. */
const FEWEST_BEFORE = 20;
const NO_BREAK_SPACE = "\u00a0";
const ZERO_WIDTH_SPACE = "\u200b";
const SOFT_HYPHEN = "\u00ad";

// Controls other than the new line, bidirectional overrides, embeddings, isolates and marks, byte order marks and other
// non-characters, replacement characters, and zero-width spaces that were not inserted here.
const UNSEEN =
  /[\p{Cc}\p{Cs}\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\p{Noncharacter_Code_Point}]/gu;
// Properties of strings need the flag "v", which this project's language level does not accept in a literal yet.
const STRING_SETS = "v";
const EMOJI = new RegExp("^\\p{RGI_Emoji}$", STRING_SETS);
const LOOKS_LIKE_EMOJI = /[\p{Extended_Pictographic}\u{1f1e6}-\u{1f1ff}\u20e3]/u;
const STRONG_RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
// Excludes scripts that are written without spaces and break between letters or by dictionary.
const UNBROKEN = new RegExp(
  `[^\\s\\-\\u2010-\\u2015${ZERO_WIDTH_SPACE}\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}]{${FEWEST_THAT_MAY_BE_LONG + 1},}`,
  "gu",
);

/**
 * Text of several paragraphs, with verse, lists and the ends of a letter told apart. A blank line separates paragraphs,
 * and several count as one.
 */
export function prepareProse(text: string): Paragraph[] {
  const passages = passagesOf(clean(text));
  const lineCount = passages.reduce((count, { lines }) => count + lines.length, 0);
  const isBroken = passages.some(isVerse) || text.length < lineCount * SHORTEST_OF_MANY;
  if (lineCount > MOST_LINES && isBroken) {
    return [paragraphOf([passages.flatMap(({ lines }) => lines).join(" ")])];
  }
  return passages.map(({ kind, lines }) => {
    if (kind !== "prose") return { ...paragraphOf(lines), passage: kind };
    return paragraphOf(lines.map(keepLastWords));
  });
}

/** Text of one line, such as a title: new lines become spaces. */
export function prepareLine(text: string): Paragraph {
  return paragraphOf([clean(text).replace(/\s+/g, " ").trim()]);
}

/** The same line as a plain string, for the document's title and alternative text. */
export function plainLine(text: string): string {
  const found = addressesIn(clean(text).replace(/\s+/g, " ").trim());
  const left = [...found.addresses];
  return curlQuotes(found.text).replaceAll(ADDRESS, () => left.shift() ?? "");
}

/** The characters of a paragraph, for measuring and comparing; a line end counts as one, and each space is a plain one. */
export function textOf(paragraph: Paragraph): string {
  const characters = paragraph.runs.map((run) => (run.kind === "break" ? " " : run.text)).join("");
  return characters.replaceAll(NO_BREAK_SPACE, " ");
}

export function isEmpty(paragraph: Paragraph): boolean {
  return textOf(paragraph).trim() === "";
}

/** Quotation marks as they open and close, where a language has others than English (Unicode CLDR). */
const MARKS: Partial<Record<Paragraph["language"], readonly [string, string]>> = {
  ar: ["”", "“"],
  he: ["”", "”"],
};

/** Puts a paragraph between quotation marks, unless its writer already did, and changes those within it. */
export function quoted(paragraph: Paragraph): Paragraph {
  const text = textOf(paragraph);
  if (isQuotation(text)) return paragraph;
  const mark = (character: string): Run => ({ kind: "text", text: character });
  const [opening, closing] = MARKS[paragraph.language] ?? ["“", "”"];
  const inside = paragraph.language === "en" ? nestedRuns(paragraph.runs) : paragraph.runs;
  return { ...paragraph, runs: joined([mark(opening), ...inside, mark(closing)]) };
}

function nestedRuns(runs: readonly Run[]): Run[] {
  const whole = nested(runs.map(({ text }) => text).join(""));
  let at = 0;
  return runs.map((run): Run => {
    at += run.text.length;
    return run.kind === "text" ? { ...run, text: whole.slice(at - run.text.length, at) } : run;
  });
}

/** Keeps the last words on one line, as many of them as a last line needs. */
function keepLastWords(line: string): string {
  const words = line.split(" ");
  let last = words.pop() ?? "";
  for (let before = words.at(-1); before && last.length < SHORTEST_LAST_LINE; before = words.at(-1)) {
    if (before.length > LONGEST_BEFORE_IT) break;
    last = `${before}${NO_BREAK_SPACE}${last}`;
    words.pop();
  }
  const rest = words.join(" ");
  return rest.length < FEWEST_BEFORE ? line : `${rest} ${last}`;
}

function clean(text: string): string {
  return normalise(text, "NFC")
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .replace(/\ufeff/g, "")
    .replace(/[^\S\n]/g, " ")
    .replace(UNSEEN, (character) => (character === "\n" ? "\n" : ""));
}

function paragraphOf(lines: readonly string[]): Paragraph {
  const whole = lines.join("\n");
  const runs = lines.flatMap((line, index): Run[] => {
    const set = runsOf(line);
    return index === 0 ? set : [{ kind: "break", text: "" }, ...set];
  });
  return { ...directionOf(whole), runs: joined(runs) };
}

/** The runs of a line: addresses as they were typed, the words between them as a printer sets them. */
function runsOf(line: string): Run[] {
  const found = addressesIn(line);
  const [first = "", ...others] = curlQuotes(found.text).split(ADDRESS);
  return [
    ...splitEmoji(breakLongWords(first)),
    ...others.flatMap((words, index): Run[] => [
      { kind: "address", text: breakLongWords(found.addresses[index] ?? "") },
      ...splitEmoji(breakLongWords(words)),
    ]),
  ];
}

function directionOf(text: string): Pick<Paragraph, "direction" | "language"> {
  const firstLetter = /\p{L}/u.exec(text)?.[0] ?? "";
  if (/\p{Script=Hangul}/u.test(firstLetter)) return { direction: "ltr", language: "ko" };
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(firstLetter)) {
    return {
      direction: "ltr",
      language: /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? "ja" : "zh",
    };
  }
  if (!STRONG_RIGHT_TO_LEFT.test(firstLetter)) return { direction: "ltr", language: "en" };
  return { direction: "rtl", language: /\p{Script=Hebrew}/u.test(firstLetter) ? "he" : "ar" };
}

function widthOf(segment: string): number {
  return WIDE.test(segment) ? 2 : 1;
}

function isWide(word: string): boolean {
  let width = 0;
  for (const segment of graphemesOf(word)) {
    width += widthOf(segment);
    if (width > LONGEST_UNBROKEN) return true;
  }
  return false;
}

function breakLongWords(text: string): string {
  return text.replace(UNBROKEN, (word) => {
    if (!isWide(word)) return word;
    const parts: string[] = [];
    let part = "";
    let length = 0;
    const segments = [...graphemesOf(word)];
    for (const [index, segment] of segments.entries()) {
      part += segment;
      length += widthOf(segment);
      // A URL reads best when it breaks after its own punctuation.
      const isStroke = length > 3 && /^[/?&=#.]$/.test(segment) && segments[index + 1] !== "/";
      if (length >= LONGEST_UNBROKEN || isStroke) {
        parts.push(part);
        part = "";
        length = 0;
      }
    }
    // A word is divided with a hyphen; an address must not seem to hold one.
    const isWord = /^[\p{L}\p{M}’']+$/u.test(word);
    return [...parts, part].filter(Boolean).join(isWord ? SOFT_HYPHEN : ZERO_WIDTH_SPACE);
  });
}

function splitEmoji(text: string): Run[] {
  if (!LOOKS_LIKE_EMOJI.test(text)) return text === "" ? [] : [{ kind: "text", text }];
  const runs: Run[] = [];
  for (const segment of graphemesOf(text)) {
    runs.push({ kind: EMOJI.test(segment) ? "emoji" : "text", text: segment });
  }
  return runs;
}

/** Merges adjacent runs of one kind, so that letters keep their kerning and ligatures. */
export function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = [];
  for (const run of runs) {
    const last = result.at(-1);
    if (last !== undefined && last.kind === run.kind && run.kind !== "break") {
      result[result.length - 1] = { kind: run.kind, text: last.text + run.text };
    } else result.push(run);
  }
  return result;
}
