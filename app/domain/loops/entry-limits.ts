/** How much a week can hold: what fits on its page of the book. Photos have limits of their own. */

export const LONGEST_REFLECTION_WORDS = 500;
/** Characters of the other boxes. */
export const LONGEST_FIELDS = { title: 120, highlight: 300, gratitude: 300, learned: 500 } as const;
export const LONGEST_CAPTION = 140;
