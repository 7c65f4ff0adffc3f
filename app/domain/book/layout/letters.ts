/** The parts of a letter: its greeting, its farewell with the name under it, and what was added after the name. */

export interface Letter {
  readonly greeting: string;
  readonly body: readonly (readonly string[])[];
  /** Empty where nothing at its end looks like a farewell. */
  readonly closing: readonly string[];
  readonly postscript: readonly (readonly string[])[];
}

const LONGEST_CLOSING = 3;
const LONGEST_CLOSING_LINE = 40;
/** A closing of one line is as short as a name, or begins like a farewell. */
const LONGEST_NAME = 24;
const GREETING = /^(?:my |our )?(?:dear|dearest|darling|to|hello|hi)\b[^.!?]{0,40}[,:!–—-]$/i;
const FAREWELL =
  /^(?:yours?|(?:much |all (?:my |our )?)?love|with |all my|ever|always|best|kind|warm|many thanks|thanks|lots of|sincerely|fondly|affectionately|regards|cheers|hugs|see you|take care|from |in haste|god bless)\b/i;
const POSTSCRIPT = /^P\.? ?(?:P\.? ?)?S\b/;

/** Divides blocks of lines; null where they are no letter. */
export function divideLetter(blocks: readonly (readonly string[])[]): Letter | null {
  const [first = [], ...others] = blocks;
  const [greeting = "", ...after] = first.map((line) => line.trim());
  if (!GREETING.test(greeting)) return null;
  const written = after.length > 0 ? [after, ...others] : others;
  const { before, postscript } = splitPostscript(written);
  const { body, closing } = splitClosing(before);
  // A greeting and one paragraph could be the beginning of anything.
  if (closing.length === 0 && (after.length > 0 || others.length < 2)) return null;
  return { greeting, body, closing, postscript };
}

function splitPostscript(blocks: readonly (readonly string[])[]) {
  for (const [index, block] of blocks.entries()) {
    const line = block.findIndex((one) => POSTSCRIPT.test(one.trim()));
    if (line === -1 || index + line === 0) continue;
    const added = block.slice(line).map((one) => [one]);
    const above = line > 0 ? [block.slice(0, line)] : [];
    return {
      before: [...blocks.slice(0, index), ...above],
      postscript: [...added, ...blocks.slice(index + 1)],
    };
  }
  return { before: blocks, postscript: [] };
}

function splitClosing(blocks: readonly (readonly string[])[]) {
  const last = (blocks.at(-1) ?? []).map((line) => line.trim());
  const earlier = blocks.slice(0, -1);
  if (earlier.length > 0 && isClosing(last)) {
    const farewell = (earlier.at(-1) ?? []).map((line) => line.trim());
    const isApart = earlier.length > 1 && farewell.length === 1 && isFarewell(farewell[0] ?? "");
    if (isApart && last.length < LONGEST_CLOSING && !isFarewell(last[0] ?? "")) {
      return { body: earlier.slice(0, -1), closing: [...farewell, ...last] };
    }
    return { body: earlier, closing: last };
  }
  const from = last.findIndex((line, index) => {
    return index > 0 && index >= last.length - LONGEST_CLOSING && isFarewell(line);
  });
  if (from === -1 || !isClosing(last.slice(from))) return { body: blocks, closing: [] };
  return { body: [...earlier, last.slice(0, from)], closing: last.slice(from) };
}

const isFarewell = (line: string) => FAREWELL.test(line) && line.length <= LONGEST_CLOSING_LINE;

function isClosing(lines: readonly string[]): boolean {
  const [first = ""] = lines;
  if (lines.length > LONGEST_CLOSING || lines.some((line) => line.length > LONGEST_CLOSING_LINE)) return false;
  return lines.length > 1 || FAREWELL.test(first) || first.length <= LONGEST_NAME;
}
