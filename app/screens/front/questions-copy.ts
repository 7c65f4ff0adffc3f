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
      "Carry on. Missed weeks wait for you as open stitches, and you can fill any of them in later. Nobody is counting but you.",
      "If life is being unreasonable you can pause for up to eight weeks, and everything after that moves along with you. A week you leave empty makes no gap in the book.",
    ],
  },
  {
    id: "book-arrives",
    question: "When does my book arrive?",
    answer: [
      "After your fifty-second week, allow two weeks for printing and delivery. You choose the delivery date when you begin, and you can move it later.",
      "Nothing is printed until you’ve looked through the proof and pressed the button yourself. We deliver to addresses in the United Kingdom.",
    ],
  },
  {
    id: "ownership",
    question: "Who owns what I write?",
    answer: [
      "You do. Your photos and stories remain yours. They’re used only to make your book, never for resale or training.",
      "You can download your data, or delete it, at any time.",
    ],
  },
  {
    id: "artificial-intelligence",
    question: "Does AI write any of it?",
    answer: [
      "No. No AI writes the book: your sentences are printed as you wrote them.",
      "There is an optional year-end wrap-up, the year in numbers. It’s counted from your own entries rather than composed, and it stays out unless you ask for it.",
    ],
  },
  {
    id: "present",
    question: "Can I give a loop as a present?",
    answer: [
      "Yes. You get a voucher to print, or we’ll email it on a day you choose. They pick their own loop and the day they start, any time in the 12 months it is valid.",
      "What they write is theirs. You won’t see a word of it unless they show you.",
    ],
  },
  {
    id: "subscription",
    question: "Is it a subscription?",
    answer: [
      "No. You pay once, and that covers the year, one luxury hardback and UK delivery. Start any time; nothing renews.",
      "If the grandparents start asking, you can order more copies.",
    ],
  },
];
