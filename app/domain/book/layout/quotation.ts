/**
 * Quotation marks, apostrophes and dashes as a printer sets them: British, double outside and single inside. People
 * type where a quotation is; which mark it takes is decided here.
 */

/** Before a word that opens a quotation. */
const BEFORE = "^|[\\s([{\\u2013\\u2014/“‘]";
const OPENS_TWO = new RegExp(`(${BEFORE})(?:'"|"')(?=[^\\s"'])`, "g");
const OPENS_DOUBLE = new RegExp(`(${BEFORE})"`, "g");
const OPENS_SINGLE = new RegExp(`(${BEFORE})'`, "g");
/** Words that begin with an apostrophe for letters left out. */
const DROPPED = /'(?=\d0s\b|(?:tis|twas|twill|em|til|cause|bout|n|neath|ere|ello|im|nuff)\b)/gi;
/** The same, unless a quotation closes after it. */
const PERHAPS_DROPPED = /'(?=(?:er|is|appen|ome|ow|cos|phone|flu|bus)\b(?!.{0,200}[\p{L},.!?…]'(?!\p{L})))/giu;

/**
 * Curls straight quotes, and turns a spaced hyphen into a dash, three full stops into an ellipsis, and the marks of feet
 * and inches into primes. An apostrophe for omitted letters at the start of a word ('twas, '90s) turns the right way.
 */
export function curlQuotes(text: string): string {
  return setPrimes(text.replace(/(?<![\d'])''(?!')/g, '"'))
    .replace(/(^|\s)-{1,3}(?=\s)/g, "$1–")
    .replace(/(?<=\p{L}|[,;:.!?…’”])-{2,3}(?=[\p{L}“‘"'])/gu, "—")
    .replace(/\.{3}/g, "…")
    .replace(DROPPED, "’")
    .replace(PERHAPS_DROPPED, "’")
    .replace(OPENS_TWO, (both, before: string) => before + (both.endsWith('"') ? "‘“" : "“‘"))
    .replace(OPENS_DOUBLE, "$1“")
    .replace(/"/g, "”")
    .replace(OPENS_SINGLE, "$1‘")
    .replace(/'/g, "’");
}

/** A mark after a figure is a prime, unless it closes a quotation that was opened before it. */
function setPrimes(text: string): string {
  const isDoubleOpen = openBefore(text, /(?:^|[\s([{–—/])'?"/g, /[^\s([{–—/\d]"/g);
  const isSingleOpen = openBefore(text, /(?:^|[\s([{–—/])"?'(?!\d0s)/g, /[^\s([{–—/\d]'(?!\p{L})/gu);
  return text
    .replace(/(\d)'( ?\d{1,2}(?:[½¼¾]|\.\d)?)"(?!\p{L})/gu, "$1′$2″")
    .replace(/(?<=\d[½¼¾]?)(["'])(?=$|[\s,.;:!?)×])/g, (mark: string, _: string, at: number) => {
      if (mark === '"') return isDoubleOpen(at) ? mark : "″";
      return isSingleOpen(at) ? mark : "′";
    });
}

/** Tells whether more quotations open than close before a place; asked in the order of the text, which is read once. */
function openBefore(text: string, opening: RegExp, closing: RegExp) {
  const opened = countBefore(text, opening);
  const closed = countBefore(text, closing);
  return (place: number) => opened(place) > closed(place);
}

function countBefore(text: string, pattern: RegExp) {
  const found = text.matchAll(pattern);
  let next = found.next();
  let count = 0;
  return (place: number) => {
    while (!next.done && next.value.index + next.value[0].length <= place) {
      count += 1;
      next = found.next();
    }
    return count;
  };
}

/** Whether the whole of a text is one quotation already, or is marked as one in a way that is left alone. */
export function isQuotation(text: string): boolean {
  if (/^[«„"'״「『]/.test(text)) return true;
  if (text.startsWith("“")) {
    const end = endOfDouble(text, 0);
    return end === -1 || /^[.,;:!?…]*$/.test(text.slice(end + 1));
  }
  if (!text.startsWith("‘")) return text.startsWith("”");
  const end = endOfSingle(text, 0, text.length);
  return end === -1 || /^[.,;:!?…]*$/.test(text.slice(end + 1));
}

/** The marks of quotations within a quotation: double ones become single, and single ones in those become double. */
export function nested(text: string): string {
  const marks = text.split("");
  const turn = (from: number, to: number, opening: string, closing: string) => {
    marks[from] = opening;
    if (to !== -1) marks[to] = closing;
  };
  for (const { index: at } of text.matchAll(/“[^”]*/g)) {
    const end = endOfDouble(text, at);
    const inside = end === -1 ? text.length : end;
    turn(at, end, "‘", "’");
    for (const { index } of text.slice(at, inside).matchAll(/‘/g)) {
      turn(at + index, endOfSingle(text, at + index, inside), "“", "”");
    }
  }
  return marks.join("");
}

function endOfDouble(text: string, from: number): number {
  return text.indexOf("”", from + 1);
}

/** The mark that closes a single quotation is also an apostrophe: the first after a stop is it, or else the last. */
function endOfSingle(text: string, from: number, to: number): number {
  const next = text.slice(0, to).indexOf("‘", from + 1);
  const inside = text.slice(0, next === -1 ? to : next);
  let last = -1;
  for (let at = inside.indexOf("’", from + 1); at !== -1; at = inside.indexOf("’", at + 1)) {
    if (/\p{L}/u.test(text[at + 1] ?? "")) continue;
    if (/[.,!?…–—]/.test(text[at - 1] ?? "")) return at;
    last = at;
  }
  return last;
}
