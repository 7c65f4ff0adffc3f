import { normalise } from "../text/normalisation";

/**
 * What a search in words compares: whole words, without accents, capitals and punctuation. Half a word finds nothing, so
 * that nobody can spell out what somebody wrote letter by letter.
 */
function asWords(text: string): string {
  const plain = normalise(text, "NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).join(" ");
}

/** How many letters and figures there are to search for. */
export function countCharacters(text: string): number {
  return [...asWords(text).replaceAll(" ", "")].length;
}

/** A test of whether a text has these words, one after another. */
export function holding(words: string): (text: string) => boolean {
  const sought = ` ${asWords(words)} `;
  return (text) => ` ${asWords(text)} `.includes(sought);
}
