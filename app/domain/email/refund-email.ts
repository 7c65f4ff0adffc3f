import { formatPence } from "../money/pounds";
import { BANK_WORKING_DAYS } from "../orders/delivery-times";
import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/**
 * What the refund cancels for the buyer: `copies` is the number of ordered copies, `yearUntil` the last day to download a year
 * that had a delivery date.
 */
export type CancelledPart =
  | "loop"
  | "gift"
  | "redeemed_gift"
  | "book_copies"
  | { copies: number }
  | { yearUntil: string; downloadUrl: string };

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
      return "We’ve cancelled the loop you hadn’t started.";
    case "gift":
      return "We’ve cancelled the voucher, so its code no longer works.";
    case "book_copies":
      return "We won’t print the copies.";
    case "redeemed_gift":
      return "We’ve cancelled your gift and emailed the person who redeemed it, without saying why.";
    default:
      if ("yearUntil" in cancelledLines)
        return `We’ve cancelled your year. If you’ve written anything, you can download it until ${cancelledLines.yearUntil}: ${cancelledLines.downloadUrl} Then we delete it.`;
      return cancelledLines.copies === 1
        ? "We won’t print one of your copies."
        : `We won’t print ${cancelledLines.copies} of your copies.`;
  }
}

const HELP = "Something not right? Reply to this email and a person will read it.";

function greet(firstName: string): string {
  const name = asPlainWords(firstName);
  return name === "" ? "Hello," : `Hello ${name},`;
}

/** Tells a buyer that their bank has paid them back, so that we will not. */
export function refundedByBank(data: Omit<RefundData, "cancelled">): Email {
  const hello = greet(data.firstName);
  const what = `Your bank has paid you back for your order ${data.orderNumber}, because you disputed the payment. We had started a refund of ${formatPence(data.amountPence)}. We won’t send it, so that you aren’t paid twice.`;
  return {
    kind: "refund",
    subject: `Your bank has paid you back for order ${data.orderNumber}`,
    preview: what,
    text: [hello, what, HELP].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Your bank has paid you back"),
      part.paragraph(what),
      part.smallPrint(HELP),
    ),
  };
}

/** Tells a buyer that their money is on its way, by the original payment method. */
export function refundOnItsWay(data: RefundData): Email {
  const hello = greet(data.firstName);
  const sum = formatPence(data.amountPence);
  const isNothing = data.amountPence === 0;
  const what = isNothing
    ? `We’ve cancelled your order ${data.orderNumber}. You paid nothing, so there’s nothing to refund.`
    : `We’ve refunded ${sum} of your order ${data.orderNumber} to the card or account you paid with. Banks usually take ${BANK_WORKING_DAYS.least} to ${BANK_WORKING_DAYS.most} working days to show it.`;
  const cancelledLines = data.cancelled ? [cancelledSentence(data.cancelled)] : [];
  return {
    kind: "refund",
    subject: isNothing ? `Your order ${data.orderNumber} is cancelled` : `Your refund of ${sum}`,
    preview: what,
    text: [hello, what, ...cancelledLines, HELP].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(isNothing ? "Your order is cancelled" : "Your money is on its way"),
      part.paragraph(what),
      ...cancelledLines.map((words) => part.paragraph(words)),
      part.smallPrint(HELP),
    ),
  };
}
