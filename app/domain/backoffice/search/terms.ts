/** Search terms: any three letters or digits in a row, in names, contact details and numbers; an address first from its beginning. */

/** The index knows words by every three characters in a row. */
export const FEWEST_CHARACTERS = 3;

/** Without control characters and double spaces. */
export function readSearch(typed: string): string {
  return typed
    .replace(/[\p{Cc}\p{Cf}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

/** Postcodes and numbers are stored without spaces and dashes. */
const withoutGaps = (words: string) => words.replace(/[\s-]+/g, "");

/**
 * The FTS5 expression of a search: the words as they are, or without their gaps ("HX7 8AB", "LP-BDNB"), or each of them
 * somewhere. Null for what is too short to search.
 */
export function matchOf(search: string): string | null {
  const joined = withoutGaps(search);
  if ([...joined].length < FEWEST_CHARACTERS) return null;
  const words = search.split(" ");
  const each = words.every((word) => [...word].length >= FEWEST_CHARACTERS) ? words : [];
  const alternatives = [quote(search)];
  if (joined !== search) alternatives.push(quote(joined));
  if (each.length > 1) alternatives.push(`(${each.map(quote).join(" AND ")})`);
  return alternatives.join(" OR ");
}

const quote = (words: string) => `"${words.replaceAll('"', '""')}"`;

export interface Piece {
  text: string;
  /** Whether it is what was searched for. */
  isHit: boolean;
}

/** A text in pieces, to mark what was searched for in it. */
export function piecesOf(text: string, search: string): Piece[] {
  const sought = [search, ...search.split(" ").filter((word) => word.length >= FEWEST_CHARACTERS)];
  const patterns = sought.filter((words) => words !== "").map((words) => [...withoutGaps(words)].map(literal));
  if (patterns.length === 0) return [{ text, isHit: false }];
  const pattern = new RegExp(`(${patterns.map((signs) => signs.join("[\\s-]*")).join("|")})`, "iu");
  return text
    .split(pattern)
    .map((piece, place) => ({ text: piece, isHit: place % 2 === 1 }))
    .filter((piece) => piece.text !== "");
}

const literal = (sign: string) => sign.replace(/[\\^$.*+?()[\]{}|/-]/u, "\\$&");
