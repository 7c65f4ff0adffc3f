import { cleanAddress } from "./email-addresses";
import { normalise } from "./normalisation";
import { tidyPostcode } from "./postcodes";

/**
 * The one cleaner of what people type and paste: signs that cannot be seen, the wrapping of what was copied, and other
 * characters for the same letters and figures are taken out before it is checked, stored or compared. A password is no
 * such text: it is what its owner typed.
 */

/**
 * `line`: one line. `lines`: several. `prose`: what an owner writes; only line ends and controls change. `email`: an
 * address in its one form. `code`: of a voucher or a discount. `postcode`, `phone`. `number`: a sum, a count or a day.
 * `digits`: nothing but the figures.
 */
export type TypedKind = "line" | "lines" | "prose" | "email" | "code" | "postcode" | "phone" | "number" | "digits";

export function clean(typed: string, kind: TypedKind): string {
  return SHORT.has(kind) && typed.length > LONGEST_SHORT ? typed : CLEANERS[kind](typed);
}

/** What is longer than an address, a code or a number with all its wrapping is refused as it is. */
const LONGEST_SHORT = 2000;
const SHORT: ReadonlySet<TypedKind> = new Set(["email", "code", "postcode", "phone", "number", "digits"]);

const CLEANERS: Readonly<Record<TypedKind, (typed: string) => string>> = {
  line: asLine,
  lines: (typed) => seenLines(typed).trim(),
  prose: (typed) => normalise(withPlainLineEnds(typed).replace(CONTROLS_IN_LINES, ""), "NFC"),
  email: (typed) => cleanAddress(unwrap(plainLine(typed))),
  code: (typed) =>
    unwrap(endOfLink(plainLine(typed)))
      .replace(/\s/g, "")
      .replace(DASHES, "-")
      .toUpperCase(),
  postcode: (typed) => tidyPostcode(unwrap(plainLine(typed))),
  phone: (typed) => unwrap(plainLine(typed).replace(/^tel:/i, "")).replace(DASHES, "-"),
  number: (typed) => unwrap(plainLine(typed)).replace(DASHES, "-"),
  digits: (typed) => plainLine(typed).replace(/\D/g, ""),
};

/** Scripts whose letters are joined or parted by joiners that are not seen themselves. */
const JOINED_SCRIPTS =
  "Arabic Syriac Mandaic Nko Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan"
    .split(" ")
    .map((script) => `\\p{Script=${script}}`)
    .join("");

/** The joiners of those scripts and of emoji, and the flags of England, Scotland and Wales. */
const MEANT = [
  `(?<=[${JOINED_SCRIPTS}])[\\u200c\\u200d]`,
  "(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})",
  "\\u{1f3f4}[\\u{e0020}-\\u{e007e}]{1,8}\\u{e007f}",
].join("|");

/**
 * What is not seen: format characters but for the marks of Arabic and Kaithi numbers, halves of characters, and letters
 * that are blank.
 */
const UNSEEN =
  "[^\\P{Cf}\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}]|[\\p{Cs}\\u034f\\u2800\\u3164\\uffa0]";
/** What shapes or joins other signs: alone it is an empty field. */
const ANYTHING_SEEN = /[^\s\p{Default_Ignorable_Code_Point}]/u;
const MEANT_OR_UNSEEN = new RegExp(`(${MEANT})|${UNSEEN}`, "gu");
const CONTROLS = /\p{Cc}/gu;
const CONTROLS_IN_LINES = /[^\P{Cc}\n\t]|\p{Cs}/gu;

const DASHES = /[\p{Pd}\u2212]/gu;

function withoutUnseen(typed: string): string {
  const seen = typed.replace(MEANT_OR_UNSEEN, (_, meant: string | undefined) => meant ?? "");
  return ANYTHING_SEEN.test(seen) ? seen : "";
}

function asLine(typed: string): string {
  const seen = withoutUnseen(typed.replace(CONTROLS, " "));
  return normalise(seen.replace(/\s+/g, " ").trim(), "NFC");
}

function seenLines(typed: string): string {
  const text = withPlainLineEnds(typed).replace(CONTROLS_IN_LINES, "");
  return normalise(withoutUnseen(text), "NFC");
}

/** Line ends as one character each, as a text area counts them; forms send two. */
export function withPlainLineEnds(typed: string): string {
  return typed.replace(/\r\n?|[\u0085\u2028\u2029]/g, "\n");
}

/** One line in the plain letters and figures that keyboards have: full-width, mathematical and circled ones are theirs. */
function plainLine(typed: string): string {
  const line = normalise(asLine(typed), "NFKC");
  return line
    .replace(/[^\P{Nd}0-9]/gu, plainFigure)
    .replace(/\p{Variation_Selector}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** The figure 0 to 9 that a figure of another script is; Unicode keeps each script's ten in a row. */
function plainFigure(figure: string): string {
  const point = figure.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(point - value - 1))) value += 1;
  return String(value);
}

/** Without the quotation marks, brackets and the stop that were copied with it. */
function unwrap(text: string): string {
  return text.replace(/^["'“”„‘’‚«»‹›`([<\s]+/u, "").replace(/["'“”„‘’‚«»‹›`)\]>,;.\s]+$/u, "");
}

/**
 * What a link carries at its end: “https://…/redeem#K7QM-4XPD-92HR” is the code, also behind words and before what a
 * newsletter adds (“&utm_source=mail”).
 */
function endOfLink(text: string): string {
  const link = /(?:https?:\/\/|^[\w.-]+(?::\d+)?\/)\S+$/i.exec(unwrap(text))?.[0];
  if (link === undefined) return text;
  const parts = link
    .replace(/%2d/gi, "-")
    .replace(/([?#&])code=/gi, "$1")
    .split(/[/#?&]/);
  return parts.filter((part) => part !== "" && !part.includes("=")).at(-1) ?? text;
}
