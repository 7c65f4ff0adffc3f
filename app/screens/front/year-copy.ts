import { MOST_PAUSED_WEEKS } from "~/domain/loops/rescheduling";
import { CANCELLATION_DAYS, IN_SHORT } from "~/domain/orders/cancellation";
import { numberInWords } from "~/domain/text/numbers";

export interface AskedQuestion {
  readonly question: string;
  readonly answer: string;
}

/** The questions of a type's page: its own is the second. */
export function yearQuestions(own: AskedQuestion): readonly AskedQuestion[] {
  return [
    {
      question: "What if I miss a week?",
      answer: `Carry on. Missed weeks wait for you as open stitches, and you can fill any of them in later. You can pause for up to ${numberInWords(MOST_PAUSED_WEEKS)} weeks, and a week you don’t write leaves no gap in the book.`,
    },
    own,
    {
      question: "Does AI write any of it?",
      answer: "No. Your sentences are printed as you wrote them.",
    },
    {
      question: "Who owns what we write?",
      answer:
        "You do. Your photos and stories are used only to make your book, never resold and never used for training. You can download or delete them at any time.",
    },
  ];
}

export const changeOfMind = {
  heading: `${CANCELLATION_DAYS} days to change your mind`,
  paragraphs: [
    `${IN_SHORT.loop} Use the button in your account, or email us.`,
    `Bought it as a gift? ${IN_SHORT.gift}`,
  ],
} as const;
