import { divideLetter } from "./letters";
import { divideSteps } from "./steps";

/**
 * The passages of a text: prose, verse, lists, and the beginning and end of a letter. They are told apart by where
 * their writer ended the lines and by the marks that lines begin with, never by what the words mean, save for the
 * greeting and the farewell of a letter.
 */

/** Set in lines, two columns, with hanging marks, or apart from the letter between them. */
export type Passage = "verse" | "list" | "steps" | "greeting" | "closing";

export interface LinesOfPassage {
  readonly kind: "prose" | Passage;
  readonly lines: readonly string[];
}

/** A shorter line ended on purpose; where a longer one ends before the last, each line was a paragraph. */
const SHORT_LINE = 60;
/** The last line of a poem may be as long as this. */
const LONGEST_LAST_LINE = 80;
const SHORTEST_LIST = 3;
const COUNTED_SHARE = 0.6;
const LONGEST_COUNTED_LINE = 44;
const QUANTITY = /^(?:[\d½¼¾⅓⅔]|(?:a|an|half|one|two|three|four|pinch)\b)/i;
const SPOKEN = /^(?:["“].*["”]|['‘].*['’](?!\p{L}))/u;
const ENDS_A_SENTENCE = /[.!?…]["”'’)]*$/;

/** Divides cleaned text. A letter begins with a greeting on a line of its own. */
export function passagesOf(text: string): LinesOfPassage[] {
  const blocks = text
    .split(/\n(?: *\n)+/)
    .map((block) => block.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0);
  const letter = divideLetter(blocks);
  if (letter === null) return passagesIn(blocks);
  return [
    { kind: "greeting", lines: [letter.greeting] },
    ...passagesIn(letter.body),
    ...(letter.closing.length > 0 ? [{ kind: "closing", lines: letter.closing } as const] : []),
    ...passagesIn(letter.postscript),
  ];
}

/** Whether its writer ended the lines. */
export function isVerse({ kind }: LinesOfPassage): boolean {
  return kind === "verse" || kind === "list" || kind === "steps";
}

function passagesIn(blocks: readonly (readonly string[])[]): LinesOfPassage[] {
  return divideSteps(blocks).flatMap(({ isSteps, lines }): LinesOfPassage[] => {
    return isSteps ? [{ kind: "steps", lines }] : passagesOfLines(lines.map((line) => line.trim()));
  });
}

function passagesOfLines(lines: readonly string[]): LinesOfPassage[] {
  const [first = "", ...others] = lines;
  if (!isSpoken(lines)) {
    // The name of a recipe is above its list.
    if (!isCounted(first) && isList(others)) return [paragraph(first), { kind: "list", lines: others }];
    if (isList(lines)) return [{ kind: "list", lines }];
    if (isPoem(lines)) return [{ kind: "verse", lines }];
  }
  return lines.map(paragraph);
}

const paragraph = (line: string): LinesOfPassage => ({ kind: "prose", lines: [line] });

/** Talk has a paragraph for each speaker. */
function isSpoken(lines: readonly string[]): boolean {
  const spoken = lines.filter((line) => SPOKEN.test(line)).length;
  return spoken > 1 && spoken >= lines.length / 2;
}

/** Short lines, of which two that are a sentence each are paragraphs. */
function isPoem(lines: readonly string[]): boolean {
  const last = lines.at(-1) ?? "";
  const isShort = lines.slice(0, -1).every((line) => line.length < SHORT_LINE);
  if (lines.length < 2 || !isShort) return false;
  const isSentences = lines.every((line) => ENDS_A_SENTENCE.test(line));
  if (lines.length === 2) return last.length < SHORT_LINE && !isSentences;
  return last.length < (isSentences ? SHORT_LINE : LONGEST_LAST_LINE);
}

const isCounted = (line: string) => QUANTITY.test(line) && line.length < LONGEST_COUNTED_LINE;

function isList(lines: readonly string[]): boolean {
  return lines.length >= SHORTEST_LIST && lines.filter(isCounted).length / lines.length >= COUNTED_SHARE;
}
