/**
 * The passages of a text: prose, verse, a list, and the beginning and end of a letter. They are told apart by where
 * their writer ended the lines, never by what the words mean, save for the greeting of a letter.
 */

/** Set in lines, two columns, or apart from the letter between them. */
export type Passage = "verse" | "list" | "greeting" | "closing";

export interface LinesOfPassage {
  readonly kind: "prose" | Passage;
  readonly lines: readonly string[];
}

/** A shorter line ended on purpose; where a longer one ends before the last, each line was a paragraph. */
const SHORT_LINE = 60;
const LONGEST_CLOSING = 3;
const LONGEST_CLOSING_LINE = 40;
/** A closing of one line is as short as a name, or begins like a farewell. */
const LONGEST_NAME = 24;
const SHORTEST_LIST = 3;
const COUNTED_SHARE = 0.6;
const LONGEST_COUNTED_LINE = 44;
const GREETING = /^(?:my |our )?(?:dear|dearest|darling|to|hello|hi)\b[^.!?]{0,40},$/i;
const FAREWELL = /^(?:yours|love|with |all my|ever|always|best|kind|lots of|sincerely|your )/i;
const QUANTITY = /^(?:[\d½¼¾⅓⅔]|(?:a|an|half|one|two|three|four|pinch)\b)/i;

/** Divides cleaned text. A letter begins with a greeting on a line of its own and has at least two paragraphs more. */
export function passagesOf(text: string): LinesOfPassage[] {
  const stanzas = text
    .split(/\n[ ]*\n\s*/)
    .map((stanza) => stanza.split("\n").map((line) => line.trim()))
    .map((lines) => lines.filter((line) => line !== ""))
    .filter((lines) => lines.length > 0);
  const isLetter = stanzas.length > 2 && stanzas[0]?.length === 1 && GREETING.test(stanzas[0][0] ?? "");
  return stanzas.flatMap((lines, index): LinesOfPassage[] => {
    if (isLetter && index === 0) return [{ kind: "greeting", lines }];
    if (isLetter && index === stanzas.length - 1 && isClosing(lines)) return [{ kind: "closing", lines }];
    if (lines.length === 1) return [{ kind: "prose", lines }];
    if (lines.slice(0, -1).some((line) => line.length >= SHORT_LINE)) {
      return lines.map((line) => ({ kind: "prose", lines: [line] }));
    }
    return [{ kind: isList(lines) ? "list" : "verse", lines }];
  });
}

export function isVerse({ kind }: LinesOfPassage): boolean {
  return kind === "verse" || kind === "list";
}

function isClosing(lines: readonly string[]): boolean {
  const [first = ""] = lines;
  if (lines.length > LONGEST_CLOSING || lines.some((line) => line.length > LONGEST_CLOSING_LINE))
    return false;
  return lines.length > 1 || FAREWELL.test(first) || first.length <= LONGEST_NAME;
}

function isList(lines: readonly string[]): boolean {
  const counted = lines.filter((line) => QUANTITY.test(line) && line.length < LONGEST_COUNTED_LINE);
  return lines.length >= SHORTEST_LIST && counted.length / lines.length >= COUNTED_SHARE;
}
