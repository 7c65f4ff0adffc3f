import type { EntryWords } from "./forms";

/** The words of a week, separate from the row they are stored in. */

export const NO_WORDS: EntryWords = { title: "", highlight: "", gratitude: "", learned: "", content: "" };

export function wordsOf(row: EntryWords): EntryWords {
  const { title, highlight, gratitude, learned, content } = row;
  return { title, highlight, gratitude, learned, content };
}

export function sameWords(one: EntryWords, other: EntryWords): boolean {
  return (Object.keys(NO_WORDS) as (keyof EntryWords)[]).every((name) => one[name] === other[name]);
}

export function hasWords(words: EntryWords): boolean {
  return Object.values(wordsOf(words)).some((text) => text.trim() !== "");
}
