import type { WeekWords } from "./pages";
import { type Paragraph, textOf } from "./prepared-text";
import { headShare, type TypeStep } from "./type-steps";

/**
 * Estimates the printed length of a week's words from the widths of their letters, in millimetres. Only the typesetter
 * knows the line breaks; the estimate chooses a form for a spread whose words will probably fit, and the typesetter
 * takes more pages where they do not. The parts match the templates (`words.typ`).
 */

const POINT = 25.4 / 72;
/** The average share of a line that stays empty because the next word does not fit. */
const LOST_OF_A_LINE = 0.02;
/** An English word and its space, in ems. */
const WORD = 2.95;

/** The widths of Besley's letters from the space to the tilde, in hundredths of their size. */
const BESLEY =
  "30 32 38 66 66 100 87 20 45 45 64 53 25 46 23 52 59 53 57 53 54 52 55 52 53 55 23 25 56 56 56 55 106 86 75 81 82 76 72 87 89 41 59 87 73 103 88 83 69 83 77 67 78 84 86 118 87 79 76 33 52 33 55 56 40 56 64 54 64 55 39 60 66 33 29 61 31 92 67 57 64 63 48 50 35 66 58 86 58 62 54 27 30 27 69"
    .split(" ")
    .map((width) => Number(width) / 100);
/** The widths of other characters by kind. */
const WIDTHS: readonly (readonly [letters: RegExp, width: number])[] = [
  [/[’‘“”]/u, 0.3],
  [/[\p{M}\p{Cf}]/u, 0],
  [/\p{Extended_Pictographic}/u, 1.15],
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u, 1],
  [/\p{Script=Arabic}/u, 0.42],
  [/\p{Lu}|[—…]/u, 0.8],
];
const USUAL_WIDTH = 0.56;

/** The length of words as English words of the same width, so that no script counts as more or less than another. */
export function lengthInWords(paragraphs: readonly Paragraph[]): number {
  return Math.round(paragraphs.reduce((sum, paragraph) => sum + widthOf(textOf(paragraph)), 0) / WORD);
}

/** The highlight as a headline, with the title above it. */
export function headlineHeight({ title, highlight }: WeekWords, step: TypeStep, width: number): number {
  let height = 0;
  if (title !== null && highlight !== null) height += heightOf([title], step.head * 0.5, step.head * 0.7, width) + 3.6;
  const line = highlight ?? title;
  if (line === null) return height;
  const share = headShare(textOf(line).length);
  // A headline is not hyphenated, which loses more of its lines.
  return height + heightOf([line], step.head * share, step.headLeading * share, width * 0.92);
}

/** Question, an empty line, answer, what was learned and what somebody was grateful for. */
export function tellingHeight(words: WeekWords, step: TypeStep, width: number, { withGratitude = true } = {}): number {
  const { prompt, answer } = words;
  let height = answerHeight(answer, step, width);
  if (prompt !== null && answer.length > 0)
    height += heightOf([prompt], step.body, step.leading, width * 0.92) + step.leading * POINT;
  return height + codaHeight(words, step, width, withGratitude);
}

/** Everything in one column: headline, stitched rule and the telling, which begins on a line of the grid. */
export function wholeHeight(words: WeekWords, step: TypeStep, width: number): number {
  const line = step.leading * POINT;
  const head = headlineHeight(words, step, width);
  const above = head === 0 ? 0 : Math.ceil((head + RULE) / line) * line;
  return above + tellingHeight(words, step, width);
}

/** The least room for the stitched rule. */
const RULE = 13;

export function codaHeight(
  { learned, gratitude }: WeekWords,
  step: TypeStep,
  width: number,
  withGratitude = true,
): number {
  return [learned, withGratitude ? gratitude : []]
    .filter((said) => said.length > 0)
    .reduce((height, said) => height + step.leading * 2 * POINT + heightOf(said, step.body, step.leading, width), 0);
}

/** The passages of an answer with the space between them. */
export function answerHeight(answer: readonly Paragraph[], step: TypeStep, width: number): number {
  return answer.reduce((height, paragraph, index) => {
    const before = answer[index - 1];
    const isApart = before !== undefined && (before.passage ?? paragraph.passage) !== undefined;
    const isInColumns = paragraph.passage === "list" && linesIn(paragraph).length >= 6;
    const set = heightOf([paragraph], step.body, step.leading, isInColumns ? width / 2 - 4 : width);
    return height + (isInColumns ? set / 2 : set) + (isApart ? step.leading * POINT : 0);
  }, 0);
}

/** The height of lines of these paragraphs, in millimetres. */
export function heightOf(paragraphs: readonly Paragraph[], size: number, leading: number, width: number): number {
  return linesOf(paragraphs, size, width) * leading * POINT;
}

function linesOf(paragraphs: readonly Paragraph[], size: number, width: number): number {
  const room = (width / POINT / size) * (1 - LOST_OF_A_LINE);
  return paragraphs.flatMap(linesIn).reduce((lines, line) => lines + Math.max(1, Math.ceil(widthOf(line) / room)), 0);
}

function linesIn({ runs }: Paragraph): string[] {
  return runs
    .map((run) => (run.kind === "break" ? "\n" : run.text))
    .join("")
    .split("\n");
}

function widthOf(line: string): number {
  let width = 0;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.codePointAt(at) ?? 0;
    if (code > 0xffff) at += 1;
    width += BESLEY[code - 0x20] ?? otherWidth(code);
  }
  return width;
}

/** By code point, as found once; a line is measured for each form that its week could take. */
const otherWidths = new Map<number, number>();

function otherWidth(code: number): number {
  const known = otherWidths.get(code);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(code);
  const width = WIDTHS.find(([characters]) => characters.test(character))?.[1] ?? USUAL_WIDTH;
  otherWidths.set(code, width);
  return width;
}
