import { BOOK_PROMISE } from "~/domain/diary/loops/book-days";

import { PRINTED_ON_REQUEST } from "~/domain/diary/loops/completion";
import { MISSED_WEEKS, NO_GAP } from "~/domain/diary/loops/printed-weeks";
import { PAUSING } from "~/domain/diary/loops/rescheduling";
import { OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";

import { GIVER_SEES_NOTHING, VALIDITY } from "~/domain/shop/vouchers/gift-words";

/** The six questions of the home page, in the order in which people ask them. */

export interface Question {
  readonly id: string;
  readonly question: string;
  /** One paragraph each. */
  readonly answer: readonly string[];
}

export const questionsHeading = "Frequently asked questions";

export const questions: readonly Question[] = [
  {
    id: "missed-week",
    question: "What if I miss a week?",
    answer: [`Carry on. ${MISSED_WEEKS}`, `${PAUSING} ${NO_GAP}.`],
  },
  {
    id: "book-arrives",
    question: "When does my book arrive?",
    answer: [
      `You choose the day when you start, and you can change it afterwards. ${BOOK_PROMISE}`,
      `You check every page first. ${PRINTED_ON_REQUEST} We deliver to addresses in the United Kingdom.`,
    ],
  },
  {
    id: "ownership",
    question: "Who owns what I write?",
    answer: [`You do. ${USED_FOR_THE_BOOK}`, TAKEN_AT_ANY_TIME],
  },
  {
    id: "artificial-intelligence",
    question: "Does AI write any of it?",
    answer: [
      `No. ${OWN_WORDS}`,
      "There’s an optional year-end wrap-up, the year in numbers. It’s counted from your own entries, and it’s only in the book if you ask for it.",
    ],
  },
  {
    id: "present",
    question: "Can I give a loop as a present?",
    answer: [
      `Yes. You get a voucher to print, or we’ll email it on a day you choose. They choose their own loop and when to start. ${VALIDITY.short}`,
      GIVER_SEES_NOTHING,
    ],
  },
  {
    id: "subscription",
    question: "Is it a subscription?",
    answer: [
      "No. You pay once, and that covers the year, one luxury hardback and UK delivery. Start any time; nothing renews.",
      "You can order more copies for the grandparents.",
    ],
  },
];
