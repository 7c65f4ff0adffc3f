import { formatPence } from "../money/pounds";
import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/** What the refund cancels for the buyer; `copies` is the number of ordered copies. */
export type CancelledPart = "loop" | "gift" | "book_copies" | { copies: number };

export interface RefundData {
  firstName: string;
  orderNumber: string;
  /** 0 when nothing was paid, so nothing is refunded. */
  amountPence: number;
  cancelled: CancelledPart | null;
}

function cancelledSentence(cancelledLines: CancelledPart): string {
  switch (cancelledLines) {
    case "loop":
      return "The loop you had not begun is cancelled.";
    case "gift":
      return "The voucher is cancelled: its code cannot be redeemed any more.";
    case "book_copies":
      return "The copies will not be printed.";
    default:
      return cancelledLines.copies === 1
        ? "One of your copies will not be printed."
        : `${cancelledLines.copies} of your copies will not be printed.`;
  }
}

/** Tells a buyer that their money is on its way, by the original payment method. */
export function refundOnItsWay(data: RefundData): Email {
  const name = asPlainWords(data.firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const sum = formatPence(data.amountPence);
  const isNothing = data.amountPence === 0;
  const what = isNothing
    ? `Your order ${data.orderNumber} is cancelled. There was nothing to pay, so nothing goes back.`
    : `We have sent ${sum} of your order ${data.orderNumber} back, the way you paid. Banks take five to ten working days to show it.`;
  const cancelledLines = data.cancelled ? [cancelledSentence(data.cancelled)] : [];
  const help = "Something not right? Answer this email and a person will read it.";
  return {
    kind: "refund",
    subject: isNothing ? `Your order ${data.orderNumber} is cancelled` : `Your refund of ${sum}`,
    preview: what,
    text: [hello, what, ...cancelledLines, help].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(isNothing ? "Your order is cancelled." : "Your money is on its way."),
      part.paragraph(what),
      ...cancelledLines.map((words) => part.paragraph(words)),
      part.smallPrint(help),
    ),
  };
}
