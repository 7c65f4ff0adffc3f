/** How much a week can hold: what fits on its page of the book. Photos have limits of their own. */

export const LONGEST_REFLECTION_WORDS = 500;
/** Characters of the same box: twelve a word, because words of some languages are that long, and some have no spaces. */
export const LONGEST_REFLECTION = 12 * LONGEST_REFLECTION_WORDS;
/** Characters of the other boxes. */
export const LONGEST_FIELDS = { title: 120, highlight: 300, gratitude: 300, learned: 500 } as const;
export const LONGEST_CAPTION = 140;
export const LONGEST_QUESTION = 200;
/**
 * Characters of all boxes of a week together: the most that is kept while it is unfinished, and that a book prints.
 */
export const LONGEST_DRAFT = 5 * LONGEST_REFLECTION;
