import { addMonths } from "./days";
import { endOfLondonDay } from "./instants";

/** How long a voucher can be redeemed: whole months, until the end of the last day in London. */
export const VOUCHER_MONTHS = 12;

/**
 * The last instant at which a voucher can be redeemed. The months are counted from the day of purchase, or from the
 * giver's chosen day if that is later; both days "YYYY-MM-DD" in London.
 */
export function lastValidInstant(boughtOn: string, sendOn: string | null): Date {
  const from = sendOn !== null && sendOn > boughtOn ? sendOn : boughtOn;
  return endOfLondonDay(addMonths(from, VOUCHER_MONTHS));
}

/** Years ahead that staff can put the last day of a new voucher, and to which they can extend an old one. */
export const LONGEST_VALIDITY_YEARS = 5;
export const LONGEST_EXTENSION_YEARS = 3;
