import { addDays, addMonths, londonDay } from "../loops/calendar";

/** How long a voucher can be redeemed: twelve months, until the end of the last day in London. */

export const VALID_MONTHS = 12;
const HOUR_MS = 3_600_000;

/**
 * The last instant at which a voucher can be redeemed. The months are counted from the day of purchase, or from the
 * giver's chosen day if that is later; both days "YYYY-MM-DD" in London.
 */
export function lastValidInstant(boughtOn: string, sendOn: string | null): Date {
  const from = sendOn !== null && sendOn > boughtOn ? sendOn : boughtOn;
  return endOfLondonDay(addMonths(from, VALID_MONTHS));
}

/** The first instant of a day in London, which has 23 or 25 hours when the clocks change. */
export function startOfLondonDay(day: string): Date {
  return new Date(endOfLondonDay(addDays(day, -1)).getTime() + 1);
}

/** The last millisecond of a day in London, which ends at 23:00 or at midnight UTC. */
export function endOfLondonDay(day: string): Date {
  const next = addDays(day, 1);
  const midnight = Date.parse(`${next}T00:00:00Z`);
  const isSummer = londonDay(new Date(midnight - HOUR_MS)) === next;
  return new Date(midnight - (isSummer ? HOUR_MS : 0) - 1);
}
