/** Steps of a recipe and other lists whose lines begin with a number, a letter or a bullet, however long they are. */

export interface LinesOrSteps {
  readonly isSteps: boolean;
  /** A step a line, with its mark. */
  readonly lines: readonly string[];
}

interface Mark {
  readonly sort: "number" | "letter" | "bullet";
  /** 1 for the first; a bullet has none. */
  readonly place: number | null;
}

const NUMBER = /^\(?(\d{1,2})[.):](?= )/;
const LETTER = /^\(?([a-z])[.)](?= )/i;
const BULLET = /^[-–—•*·▪◦‣](?= )/;
const BEFORE_A = "a".charCodeAt(0) - 1;

/** Finds the steps among blocks of lines: at least two in order, also with blank lines between them. */
export function divideSteps(blocks: readonly (readonly string[])[]): LinesOrSteps[] {
  const lines = blocks.flatMap((block, index) => block.map((line) => ({ line, block: index })));
  const found: { isSteps: boolean; lines: string[]; block: number }[] = [];
  for (let at = 0; at < lines.length; ) {
    const steps = stepsFrom(lines, at);
    const block = lines[at]?.block ?? 0;
    const last = found.at(-1);
    if (steps.items.length > 1) {
      found.push({ isSteps: true, lines: steps.items, block });
      at += steps.taken;
      continue;
    }
    const line = lines[at]?.line ?? "";
    if (last && !last.isSteps && last.block === block) last.lines.push(line);
    else found.push({ isSteps: false, lines: [line], block });
    at += 1;
  }
  return found;
}

/** The steps that begin at this line; an indented line goes on with the step above it. */
function stepsFrom(lines: readonly { readonly line: string }[], from: number): { items: string[]; taken: number } {
  const items: string[] = [];
  let last: Mark | null = null;
  let at = from;
  for (; at < lines.length; at += 1) {
    const { line = "" } = lines[at] ?? {};
    const mark = readMark(line.trim());
    if (mark !== null && isNext(mark, last)) {
      items.push(line.trim());
      last = mark;
    } else if (mark === null && items.length > 0 && /^ /.test(line)) {
      items.push(`${items.pop()} ${line.trim()}`);
    } else break;
  }
  return { items, taken: at - from };
}

function readMark(line: string): Mark | null {
  const [, number] = NUMBER.exec(line) ?? [];
  if (number) return { sort: "number", place: Number(number) };
  const [, letter] = LETTER.exec(line) ?? [];
  if (letter) return { sort: "letter", place: letter.toLowerCase().charCodeAt(0) - BEFORE_A };
  return BULLET.test(line) ? { sort: "bullet", place: null } : null;
}

/** A letter begins with the first; numbers may go on where they stopped. */
function isNext(mark: Mark, last: Mark | null): boolean {
  if (last === null) return mark.sort !== "letter" || mark.place === 1;
  if (mark.sort !== last.sort) return false;
  return mark.place === null || mark.place === (last.place ?? 0) + 1;
}
