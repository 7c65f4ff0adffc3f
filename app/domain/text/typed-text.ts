/** What is taken out of text as it was typed, before it is checked, kept or shown. */

/** The marks that turn the direction of what follows, and the byte order mark. */
const DIRECTION = "\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\ufeff";
const CONTROLS = new RegExp(`[\\p{Cc}${DIRECTION}]`, "gu");
const CONTROLS_WITHIN_LINES = new RegExp(`[^\\P{Cc}\\n\\t]|[${DIRECTION}]`, "gu");

/** Without control characters, line ends among them, and without the marks that turn direction. */
export function withoutControls(typed: string, instead = ""): string {
  return typed.replace(CONTROLS, instead);
}

/** One line: controls taken out, white space folded. */
export function asLine(typed: string): string {
  return withoutControls(typed, " ").replace(/\s+/g, " ").trim();
}

/** Line ends as one character each, as a text area counts them; forms send two. */
export function withPlainLineEnds(typed: string): string {
  return typed.replace(/\r\n?/g, "\n");
}

/** Several lines: plain line ends, and controls taken out but for tabs. */
export function asLines(typed: string): string {
  return withPlainLineEnds(typed).replace(CONTROLS_WITHIN_LINES, "").trim();
}
