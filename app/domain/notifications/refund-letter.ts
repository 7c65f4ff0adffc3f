import type { Letter } from "./letter-frame";
import * as part from "./letter-parts";
import { asPlainWords } from "./letter-parts";

export interface RefundFacts {
  firstName: string;
  orderNumber: string;
  /** 0 where there was nothing to pay and so nothing goes back. */
  amountPence: number;
  /** The whole of what was paid: the order is cancelled with it. */
  isWhole: boolean;
  kind: "loop" | "gift" | "book_copies";
}

const TAKEN_BACK: Readonly<Record<RefundFacts["kind"], string>> = {
  loop: "The loop you had not begun is cancelled.",
  gift: "The voucher is cancelled: its code cannot be redeemed any more.",
  book_copies: "The copies will not be printed.",
};

const inPounds = (pence: number) => `£${(pence / 100).toFixed(2)}`;

/** Tells a buyer that their money is on its way back, the way it came. */
export function refundOnItsWay(facts: RefundFacts): Letter {
  const name = asPlainWords(facts.firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const sum = inPounds(facts.amountPence);
  const isNothing = facts.amountPence === 0;
  const what = isNothing
    ? `Your order ${facts.orderNumber} is cancelled. There was nothing to pay, so nothing goes back.`
    : `We have sent ${sum} of your order ${facts.orderNumber} back, the way you paid. Banks take five to ten working days to show it.`;
  const taken = facts.isWhole ? [TAKEN_BACK[facts.kind]] : [];
  const help = "Something not right? Answer this letter and a person will read it.";
  return {
    kind: "refund",
    subject: isNothing ? `Your order ${facts.orderNumber} is cancelled` : `Your refund of ${sum}`,
    preview: what,
    text: [hello, what, ...taken, help].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(isNothing ? "Your order is cancelled." : "Your money is on its way."),
      part.paragraph(what),
      ...taken.map((words) => part.paragraph(words)),
      part.smallPrint(help),
    ),
  };
}
