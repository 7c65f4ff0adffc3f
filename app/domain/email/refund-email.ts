import { formatPence } from "../money/pounds";
import { BANK_WORKING_DAYS } from "../orders/delivery-times";
import { numberInWords } from "../text/numbers";
import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/** What the buyer has no more; `copies`: of those they ordered, so many. */
export type TakenBackWords = "loop" | "gift" | "book_copies" | { copies: number };

export interface RefundData {
  firstName: string;
  orderNumber: string;
  /** 0 where there was nothing to pay and so nothing goes back. */
  amountPence: number;
  takenBack: TakenBackWords | null;
}

function sayTakenBack(taken: TakenBackWords): string {
  switch (taken) {
    case "loop":
      return "The loop you had not begun is cancelled.";
    case "gift":
      return "The voucher is cancelled: its code cannot be redeemed any more.";
    case "book_copies":
      return "The copies will not be printed.";
    default:
      return taken.copies === 1
        ? "One of your copies will not be printed."
        : `${taken.copies} of your copies will not be printed.`;
  }
}

/** Tells a buyer that their money is on its way back, the way it came. */
export function refundOnItsWay(data: RefundData): Email {
  const name = asPlainWords(data.firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const sum = formatPence(data.amountPence);
  const isNothing = data.amountPence === 0;
  const what = isNothing
    ? `Your order ${data.orderNumber} is cancelled. There was nothing to pay, so nothing goes back.`
    : `We have sent ${sum} of your order ${data.orderNumber} back, the way you paid. Banks take ${numberInWords(BANK_WORKING_DAYS.least)} to ${numberInWords(BANK_WORKING_DAYS.most)} working days to show it.`;
  const taken = data.takenBack ? [sayTakenBack(data.takenBack)] : [];
  const help = "Something not right? Answer this email and a person will read it.";
  return {
    kind: "refund",
    subject: isNothing ? `Your order ${data.orderNumber} is cancelled` : `Your refund of ${sum}`,
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
