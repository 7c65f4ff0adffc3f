/** Who owns the text and photographs of a year, who reads them, and what we do with them: defined once. */

export const OWN_WORDS = "We print your sentences as you wrote them.";
export const NO_AI = "No AI writes your book.";
export const USED_FOR_THE_BOOK =
  "We use your photos and stories only to make your book. We never sell them or use them for training.";
export const TAKEN_AT_ANY_TIME =
  "You can download everything at any time, and delete it unless your book is being printed or on its way.";
