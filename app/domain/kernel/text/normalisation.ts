type Form = "NFC" | "NFD" | "NFKC" | "NFKD";

/** Unicode's Stream-Safe Text Format allows as many combining marks in a row; no language needs more than four. */
const MOST_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`\\p{M}{${MOST_MARKS + 1}}`, "u");
const PIECES = new RegExp(`\\P{M}*\\p{M}{0,${MOST_MARKS}}`, "gu");

/**
 * Normalises text in time that grows with its length: marks in a row are put in order in time that grows with the square
 * of their number, so a longer row is normalised in pieces.
 */
export function normalise(text: string, form: Form): string {
  if (!TOO_MANY_MARKS.test(text)) return text.normalize(form);
  return text.replace(PIECES, (piece) => piece.normalize(form));
}
