import { addDays, addMonths, londonDay } from "./days";

/**
 * Months of the books, in London. A month is closed once the first days of the next are over, because the provider's
 * statement is read for some days back; what becomes known later is booked on the day it became known. So the totals of
 * a closed month never change.
 */

/** The day of the next month on which a month is closed. */
export const CLOSES_ON_DAY = 5;

/** "2026-11" of a day. */
export const monthOf = (day: string): string => day.slice(0, 7);

export const firstDayOf = (month: string): string => `${month}-01`;
export const lastDayOf = (month: string): string => addDays(addMonths(firstDayOf(month), 1), -1);

/** Whether a month is closed on this day. */
export function isClosed(month: string, today: string): boolean {
  const closing = addDays(addMonths(firstDayOf(month), 1), CLOSES_ON_DAY - 1);
  return today >= closing;
}

/** The day on which something of `ownDay` is booked that became known on `knownDay`. */
export function bookedDay(ownDay: string, knownDay: string): string {
  return isClosed(monthOf(ownDay), knownDay) ? knownDay : ownDay;
}

/** The month of a moment and those before it, the newest first. */
export function monthsUntil(now: Date, many: number): string[] {
  const first = firstDayOf(monthOf(londonDay(now)));
  return Array.from({ length: many }, (_, ago) => monthOf(addMonths(first, -ago)));
}
