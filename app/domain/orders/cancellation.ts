import { CANCELLATION_DAYS } from "../email/cancellation";
import { addDays, londonDay } from "../loops/calendar";

/**
 * The cooling-off period: a customer can cancel within 14 days after the day of the order, counted in London (Consumer
 * Contracts Regulations 2013, reg. 30), unless what they bought has been used. Copies of a book are made to order and
 * exempt (reg. 28); we cancel them all the same while they wait for the printer.
 */

export interface CancellableOrder {
  kind: "loop" | "gift" | "book_copies";
  status: "PENDING" | "PAID" | "CANCELLED" | "PARTLY_REFUNDED" | "REFUNDED";
  paidAt: Date | null;
  /** The loop was begun, the voucher redeemed, or a copy has gone to the printer. */
  isUsed: boolean;
}

export type CancelRefusal = "not_paid" | "already_cancelled" | "used" | "too_late";

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
