/** The text of a week, separate from the row it is stored in. */

export interface EntryWords {
  title: string;
  highlight: string;
  gratitude: string;
  learned: string;
  content: string;
}

export const NO_WORDS: EntryWords = { title: "", highlight: "", gratitude: "", learned: "", content: "" };

export function wordsOf(row: EntryWords): EntryWords {
  const { title, highlight, gratitude, learned, content } = row;
  return { title, highlight, gratitude, learned, content };
}

export function sameWords(one: EntryWords, other: EntryWords): boolean {
  return (Object.keys(NO_WORDS) as (keyof EntryWords)[]).every((name) => one[name] === other[name]);
}

/** Characters of all boxes together. */
export function lengthOf(words: EntryWords): number {
  return Object.values(wordsOf(words)).reduce((sum, text) => sum + text.length, 0);
}

export function hasWords(words: EntryWords): boolean {
  return Object.values(wordsOf(words)).some((text) => text.trim() !== "");
}

/** Both texts of each box, the first one's first; a paragraph that both have is there once, and so is a text typed on. */
export function joinWords(first: EntryWords, second: EntryWords): EntryWords {
  const join = (name: keyof EntryWords, between: string) => {
    const [one, other] = [first[name], second[name]];
    if (other.startsWith(one)) return other;
    if (one.startsWith(other)) return one;
    const parts = one.split(between);
    return [...parts, ...other.split(between).filter((part) => !parts.includes(part))].join(between);
  };
  return {
    title: join("title", " / "),
    highlight: join("highlight", " / "),
    gratitude: join("gratitude", " / "),
    learned: join("learned", " / "),
    content: join("content", "\n\n"),
  };
}
