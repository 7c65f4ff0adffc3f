import { formatPence } from "~/domain/kernel/money/pounds";
import { greeting, headline, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { BANK_WORKING_DAYS } from "../order-rules/delivery-times";

/**
 * What the refund cancels for the buyer: `copies` is the number of ordered copies, `yearUntil` the last day to download
 * a year that had a delivery date.
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
  /** Whether the buyer has cancelled the whole order, so that this confirms it. */
  isByBuyer: boolean;
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

const HELP = note("Something not right? Reply to this email and a person will read it.");

/** Tells a buyer that their bank has paid them back, so that we will not. */
export function refundedByBank(data: Omit<RefundData, "cancelled" | "isByBuyer">): Email {
  const what = `Your bank has paid you back for your order ${data.orderNumber}, because you disputed the payment. We had started a refund of ${formatPence(data.amountPence)}. We won’t send it, so that you aren’t paid twice.`;
  return {
    kind: "refund",
    subject: `Your bank has paid you back for order ${data.orderNumber}`,
    preview: what,
    blocks: [greeting(data.firstName), headline("Your bank has paid you back"), paragraph(what), HELP],
  };
}

/**
 * Tells a buyer that their bank or card did not take a refund. How else they are paid is agreed with a person, who has
 * an alarm.
 */
export function refundFailed(data: Omit<RefundData, "cancelled" | "isByBuyer">): Email {
  const sum = formatPence(data.amountPence);
  const what = `We tried to refund ${sum} of your order ${data.orderNumber} to the card or account you paid with, and it didn’t go through. We’re sorry.`;
  return {
    kind: "refund",
    subject: `Your refund of ${sum} didn’t go through`,
    preview: what,
    blocks: [
      greeting(data.firstName),
      headline("Your refund didn’t go through"),
      paragraph(what),
      paragraph(
        "You don’t need to do anything. One of us will email you to agree another way to pay you back. We’ll never ask for your card number.",
      ),
      HELP,
    ],
  };
}

/** Tells a buyer that their order is cancelled, or that money is on its way, by the original payment method. */
export function refundOnItsWay(data: RefundData): Email {
  const sum = formatPence(data.amountPence);
  const isNothing = data.amountPence === 0;
  const isCancelled = isNothing || data.isByBuyer;
  const bank = `to the card or account you paid with. Banks usually take ${BANK_WORKING_DAYS.least} to ${BANK_WORKING_DAYS.most} working days to show it.`;
  const what = isNothing
    ? `We’ve cancelled your order ${data.orderNumber}. You paid nothing, so there’s nothing to refund.`
    : data.isByBuyer
      ? `We’ve cancelled your order ${data.orderNumber}, as you asked. We’re refunding ${sum} ${bank}`
      : `We’ve refunded ${sum} of your order ${data.orderNumber} ${bank}`;
  return {
    kind: "refund",
    subject: isCancelled ? `Your order ${data.orderNumber} is cancelled` : `Your refund of ${sum}`,
    preview: what,
    blocks: [
      greeting(data.firstName),
      headline(isCancelled ? "Your order is cancelled" : "Your money is on its way"),
      paragraph(what),
      ...(data.cancelled ? [paragraph(cancelledSentence(data.cancelled))] : []),
      HELP,
    ],
  };
}
