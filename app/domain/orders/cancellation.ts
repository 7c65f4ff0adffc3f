import { addDays, londonDay } from "../time/days";

/**
 * The cooling-off period: a customer can cancel for some days after the day of the order, counted in London
 * (Consumer Contracts Regulations 2013, reg. 30), unless what they bought has been used. Copies of a book are made to order and
 * exempt (reg. 28); we cancel them all the same while they wait for the printer.
 */

/** The cooling-off period: days after that of the order in which it can be cancelled (reg. 30). */
export const CANCELLATION_DAYS = 14;
/** Days after hearing of it in which the money goes back (reg. 34). */
export const REFUND_DAYS = 14;

export interface CancellableOrder {
  kind: "loop" | "gift" | "book_copies";
  status: "PENDING" | "PAID" | "CANCELLED" | "PARTLY_REFUNDED" | "REFUNDED";
  paidAt: Date | null;
  /** The loop was begun, the voucher redeemed, or a copy has gone to the printer. */
  isUsed: boolean;
}

export type CancelRefusal = "not_paid" | "already_cancelled" | "used" | "too_late" | "disputed";

/** Why an order cannot be cancelled by its buyer at this instant; null if it can. */
export function cancelRefusal(order: CancellableOrder, now: Date): CancelRefusal | null {
  if (!order.paidAt) return "not_paid";
  if (order.status !== "PAID") return "already_cancelled";
  if (order.isUsed) return "used";
  if (order.kind === "book_copies") return null;
  return londonDay(now) > lastCancelDay(order.paidAt) ? "too_late" : null;
}

/** The last day of London on which an order paid at this instant can be cancelled, "YYYY-MM-DD". */
function lastCancelDay(paidAt: Date): string {
  return addDays(londonDay(paidAt), CANCELLATION_DAYS);
}

/**
 * The first day on which a year can start without its buyer's wish not to wait: the one after the cooling-off period. A
 * service begins within it only at the consumer's express request (reg. 36).
 */
export function firstDayAfterCancelling(paidAt: Date): string {
  return addDays(lastCancelDay(paidAt), 1);
}
