import { addMonths } from "../time/days";
import { endOfLondonDay } from "../time/instants";

/** How long a voucher can be redeemed: twelve months, until the end of that day in London. */

export const VALID_MONTHS = 12;

/**
 * The last instant at which a voucher can be redeemed. The months are counted from the day it was bought, or from
 * the day it is sent when the giver chose a later one; both days "YYYY-MM-DD" in London.
 */
export function lastValidInstant(boughtOn: string, sendOn: string | null): Date {
  const from = sendOn !== null && sendOn > boughtOn ? sendOn : boughtOn;
  return endOfLondonDay(addMonths(from, VALID_MONTHS));
}
