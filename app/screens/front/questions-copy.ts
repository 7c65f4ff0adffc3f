import { MAKING_WEEKS, WEEKS } from "~/domain/loops/calendar";
import { MOST_PAUSED_WEEKS } from "~/domain/loops/rescheduling";
import { numberInWords, ordinalInWords } from "~/domain/text/numbers";
import { GIVER_SEES_NOTHING, VALIDITY } from "~/domain/vouchers/gift-words";

/** The six questions of the home page, in the order in which people ask them. */

export interface Question {
  readonly id: string;
  readonly question: string;
  /** One paragraph each. */
  readonly answer: readonly string[];
}

export const questionsHeading = "Good questions";

export const questions: readonly Question[] = [
  {
    id: "missed-week",
    question: "What if I miss a week?",
    answer: [
      "Carry on. Missed weeks wait for you as open stitches, and you can fill any of them in later.",
      `You can also pause for up to ${numberInWords(MOST_PAUSED_WEEKS)} weeks in total, and everything after that moves back. A week you don’t write leaves no gap in the book.`,
    ],
  },
  {
    id: "book-arrives",
    question: "When does my book arrive?",
    answer: [
      `After your ${ordinalInWords(WEEKS)} week, allow ${numberInWords(MAKING_WEEKS)} weeks for printing and delivery. You choose the delivery date when you start, and you can move it later.`,
      "We never print until you’ve checked the proof and said so. We deliver to addresses in the United Kingdom.",
    ],
  },
  {
    id: "ownership",
    question: "Who owns what I write?",
    answer: [
      "You do. We use your photos and stories only to make your book. We never sell them or use them for training.",
      "You can download or delete everything at any time.",
    ],
  },
  {
    id: "artificial-intelligence",
    question: "Does AI write any of it?",
    answer: [
      "No. We print your sentences as you wrote them.",
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
