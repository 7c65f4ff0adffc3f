import type { Order } from "~/domain/orders/orders.server";

export const KINDS = {
  loop: "Loop",
  gift: "Gift",
  book_copies: "Book copies",
} as const satisfies Record<Order["kind"], string>;

export const REFUND_REFUSALS = {
  unknown_order: "There is no such order",
  not_a_sum: "Please choose what is taken back, or enter a sum above 0",
  not_paid: "This order was not paid",
  too_much: "That is more than is left of what was paid",
  too_many: "That is more than is left of one of the lines. Please choose again",
  used: "It has been begun, redeemed or printed, and what’s with the printer can’t be stopped. Tick this box to give the money back all the same",
  voucher_undecided: "Please choose what happens to the voucher",
  already_waiting: "A refund of this order waits for a second person already",
  not_found: "There is no such request",
  not_waiting: "This refund has been decided already",
  own_request: "Somebody else has to decide what you have asked for",
} as const;

/** The same where a second person approves. */
export const APPROVAL_REFUSALS = {
  ...REFUND_REFUSALS,
  too_much: "Less than that is left by now. Decline it, so that it can be asked for again",
  too_many: "Fewer are left by now. Decline it, so that it can be asked for again",
  used: "It has been begun, redeemed or printed since. Decline it, so that it can be asked for again",
  voucher_undecided:
    "It doesn’t say what happens to the voucher. Decline it, so that it can be asked for again",
} as const;

/** "2 × Biscuit’s Year, luxury copy", and whether the line was refunded. */
export function sayTaken(
  taken: readonly { readonly lineId: string; readonly quantity: number }[],
  lines: readonly { readonly id: string; readonly name: string }[],
): string {
  const nameOf = (lineId: string) => lines.find(({ id }) => id === lineId)?.name ?? "A line that is gone";
  return taken.map(({ lineId, quantity }) => `${quantity} × ${nameOf(lineId)}`).join(", ");
}

/** What was decided about a gift's voucher. */
export const VOUCHER_FATES = {
  cancel: "Cancelled: its code no longer works",
  keep: "Left as it is: it still buys a loop",
} as const;

/** What becomes of a line that is taken back, by where it is. */
export const LINE_STAGES = {
  taken_back: "All taken back.",
  unused: "Not used yet.",
  begun: "Begun or redeemed: the year goes on.",
  to_print: "Waiting to print: what you take back leaves the print queue.",
  printing: "At the printer: we can’t stop it.",
  sent: "Printed and sent.",
} as const;
