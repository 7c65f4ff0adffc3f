import { readQuestions } from "~/content/pages";
import { BOOK_PROMISE } from "~/domain/diary/loops/book-days";
import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import { MISSED_WEEKS, NO_GAP } from "~/domain/diary/loops/printed-weeks";
import { PAUSING } from "~/domain/diary/loops/rescheduling";
import { OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { GIVER_SEES_NOTHING, VALIDITY } from "~/domain/shop/vouchers/gift-words";

/** What people ask before they buy: on the home page, and on the page of each type. */
export const QUESTIONS = readQuestions({
  bookPromise: BOOK_PROMISE,
  giverSeesNothing: GIVER_SEES_NOTHING,
  missedWeeks: MISSED_WEEKS,
  noGap: NO_GAP,
  ownWords: OWN_WORDS,
  pausing: PAUSING,
  printedOnRequest: PRINTED_ON_REQUEST,
  takenAtAnyTime: TAKEN_AT_ANY_TIME,
  usedForTheBook: USED_FOR_THE_BOOK,
  validity: VALIDITY.short,
});

export type AskedQuestion = (typeof QUESTIONS.year)[number];

/** The questions of a type's page: its own is the second. */
export function yearQuestions(own: AskedQuestion): readonly AskedQuestion[] {
  return QUESTIONS.year.toSpliced(1, 0, own);
}
