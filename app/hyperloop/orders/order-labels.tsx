import { formatPence } from "~/domain/kernel/money/pounds";
import { lastCancelDay } from "~/domain/kernel/time/cancellation-days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { NOT_TWO_MESSAGE } from "~/domain/people/staff/second-person";
import { type CancelRefusal, untilWhen } from "~/domain/shop/order-rules/cancellation";
import type { CancelState } from "~/domain/shop/orders/cancellation.server";
import type { Order } from "~/domain/shop/orders/orders.server";

export const KINDS = {
  loop: "Loop",
  gift: "Gift",
  book_copies: "Book copies",
} as const satisfies Record<Order["kind"], string>;

export const REFUND_REFUSALS = {
  unknown_order: "No such order",
  not_a_sum: "Please choose what to refund, or enter an amount above 0",
  not_paid: "This order hasn’t been paid",
  too_much: "That’s more than what’s left of the payment",
  too_many: "That’s more than what’s left of one line. Please choose again",
  used: "It’s in use: its date is chosen, or it has been redeemed or printed. We can’t stop the printer. Tick this box to refund it anyway",
  voucher_undecided: "Please choose what happens to the voucher",
  disputed: "The bank is deciding about this payment, so refunds are off",
  dispute_lost: "The bank has paid the buyer back, so a refund would pay them twice",
  already_waiting: "A refund of this order is already waiting for a second person",
  not_found: "No such request",
  not_waiting: "Somebody has already decided this refund",
  own_request: "You asked for this, so somebody else must decide",
  not_two: NOT_TWO_MESSAGE,
} as const;

/** The same where a second person approves. */
export const APPROVAL_REFUSALS = {
  ...REFUND_REFUSALS,
  too_much: "Less is left to refund now. Decline it so that somebody can ask again",
  too_many: "There are now fewer left. Decline it so that somebody can ask again",
  used: "Its date has since been chosen, or it has been redeemed or printed. Decline it so that somebody can ask again",
  voucher_undecided: "It doesn’t say what happens to the voucher. Decline it so that somebody can ask again",
} as const;

/** "2 × Biscuit’s Year, luxury hardback with a leather cover", and whether the line was refunded. */
export function formatTaken(
  taken: readonly { readonly lineId: string; readonly quantity: number }[],
  lines: readonly { readonly id: string; readonly name: string }[],
): string {
  const nameOf = (lineId: string) => lines.find(({ id }) => id === lineId)?.name ?? "A deleted line";
  return taken.map(({ lineId, quantity }) => `${quantity} × ${nameOf(lineId)}`).join(", ");
}

/** What was decided about a gift's voucher. */
export const VOUCHER_FATES = {
  cancel: "Cancelled: the code no longer works",
  keep: "Left as it is: it still buys a loop",
} as const;

/** What becomes of a line that is taken back, by where it is. */
export const LINE_STAGES = {
  taken_back: "All refunded.",
  unused: "Not used yet.",
  begun: "Its date is chosen, or it’s redeemed. The year carries on.",
  to_print: "Waiting to print: whatever you refund leaves the print queue.",
  printing: "At the printer: we can’t stop it.",
  sent: "Printed and sent.",
} as const;

/** Until when the buyer can cancel and what they get back, or why not; null where nothing was paid. */
export function formatBuyerCancels(state: CancelState | undefined): string | null {
  if (!state?.order.paidAt) return null;
  const { kind, paidAt } = state.order;
  if (!state.ok) {
    return state.reason === "too_late"
      ? `No. The last day was ${formatDay(lastCancelDay(paidAt))}`
      : CANNOT_CANCEL[state.reason];
  }
  const until = kind === "book_copies" ? "until the copies go to the printer" : untilWhen(paidAt);
  const { refundPence } = state.offer;
  return `Yes, ${until}${refundPence > 0 ? `. Today they’d get ${formatPence(refundPence)} back` : ""}`;
}

const CANNOT_CANCEL: Readonly<Record<Exclude<CancelRefusal, "too_late">, string>> = {
  not_paid: "No. It isn’t paid",
  already_cancelled: "No. It’s already cancelled or refunded",
  disputed: "No. A bank is deciding about the payment",
  at_printer: "No. The book is at the printer",
  gift_started: "No. The year they gave has started",
  copies_first: "Only once the copies of the book are cancelled",
  ask_us: "Not on their own, because copies are on order. We tell them to email us",
};
