import { CANCELLATION_DAYS } from "./agreed-days";
import { addDays, londonDay } from "./days";

/** The last day of London on which an order paid at this instant can be cancelled, "YYYY-MM-DD". */
export function lastCancelDay(paidAt: Date): string {
  return addDays(londonDay(paidAt), CANCELLATION_DAYS);
}

/**
 * The first day on which a year can start without its buyer's wish not to wait: the one after the cooling-off period. A
 * service begins within it only at the consumer's express request (reg. 36).
 */
export function firstDayAfterCancelling(paidAt: Date): string {
  return addDays(lastCancelDay(paidAt), 1);
}
