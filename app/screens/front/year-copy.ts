import { MISSED_WEEKS, NO_GAP } from "~/domain/diary/loops/printed-weeks";
import { PAUSING } from "~/domain/diary/loops/rescheduling";
import { OWN_WORDS, TAKEN_AT_ANY_TIME, USED_FOR_THE_BOOK } from "~/domain/diary/loops/whose-words";
import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { IN_SHORT } from "~/domain/shop/order-rules/cancellation";

export interface AskedQuestion {
  readonly question: string;
  readonly answer: string;
}

/** The questions of a type's page: its own is the second. */
export function yearQuestions(own: AskedQuestion): readonly AskedQuestion[] {
  return [
    {
      question: "What if I miss a week?",
      answer: `Carry on. ${MISSED_WEEKS} ${PAUSING} ${NO_GAP}.`,
    },
    own,
    {
      question: "Does AI write any of it?",
      answer: `No. ${OWN_WORDS}`,
    },
    {
      question: "Who owns what we write?",
      answer: `You do. ${USED_FOR_THE_BOOK} ${TAKEN_AT_ANY_TIME}`,
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
