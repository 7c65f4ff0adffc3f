import { normalise } from "~/domain/kernel/text/normalisation";
import { segmentedWordsOf, WITHOUT_SPACES } from "~/domain/kernel/text/segments";

/** Accents of European letters. Marks of other scripts are vowels, without which words would be the same. */
const ACCENTS = /[\u0300-\u036f]/g;

const plain = (text: string) =>
  normalise(
    normalise(text, "NFKD")
      .replace(ACCENTS, "")
      .replace(/\p{Cf}/gu, ""),
    "NFC",
  ).toLowerCase();

const withoutGaps = (text: string) => plain(text).replace(/[^\p{L}\p{M}\p{N}]+/gu, "");

/**
 * What a search in words compares: whole words, without accents, capitals, punctuation and characters that nobody sees.
 * Half a word finds nothing, so that nobody can spell out what somebody wrote letter by letter.
 */
function asWords(text: string): string {
  const runs = plain(text).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return runs.flatMap((run) => (WITHOUT_SPACES.test(run) ? [...segmentedWordsOf(run)] : run)).join(" ");
}

/** How many letters and figures there are to search for. */
export function countCharacters(text: string): number {
  return [...asWords(text).replaceAll(" ", "")].length;
}

/** A test of whether a text contains these words, one after another. */
export function holding(words: string): (text: string) => boolean {
  const [together, sought] = [withoutGaps(words), ` ${asWords(words)} `];
  // Dividing a text into words is slow where it has no spaces.
  return (text) => withoutGaps(text).includes(together) && ` ${asWords(text)} `.includes(sought);
}
