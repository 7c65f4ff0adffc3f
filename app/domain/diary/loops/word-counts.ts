import { countWords } from "~/domain/kernel/text/word-count";
import { LONGEST_DRAFT } from "../rules/entry-limits";
import { type EntryWords, lengthOf } from "./entry-text";

/**
 * The words of a week are counted when they are saved, and the counts stored with them; no page counts a saved week.
 */
export interface WordCounts {
  /** Of the answer alone; null until the worker has counted them. */
  answerWords: number | null;
  /** Of all boxes. */
  allWords: number | null;
}

export function countAllWords({ title, highlight, gratitude, learned, content }: EntryWords) {
  const answerWords = countWords(content);
  const otherWords = countWords([title, highlight, gratitude, learned].join(" "));
  return { answerWords, allWords: answerWords + otherWords };
}

/** The counts to store with this text. An old version longer than any week of today is left to the worker. */
export function countsOf(words: EntryWords): WordCounts {
  if (lengthOf(words) > LONGEST_DRAFT) return { answerWords: null, allWords: null };
  return countAllWords(words);
}
