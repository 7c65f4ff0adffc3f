import { formatCountOf } from "~/domain/kernel/text/numbers";
import { MAKING_DAYS } from "~/domain/kernel/time/agreed-days";
import { addDays } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { DAYS_A_WEEK } from "../rules/calendar";
import type { LoopStatus } from "./completion";

/**
 * How long printing and delivering a book takes, for the book of a year, a copy and a reprint alike: no longer than the
 * two weeks that the year that is sold leaves for it. The day a book is promised for, and the text about it.
 */

/** "two weeks", "ten days" */
export const MAKING_IN_WORDS =
  MAKING_DAYS % DAYS_A_WEEK === 0
    ? formatCountOf(MAKING_DAYS / DAYS_A_WEEK, "week", "weeks")
    : formatCountOf(MAKING_DAYS, "day", "days");

/** The last day on which a book arrives that goes to print on this day. */
export function soonestBookDay(today: string): string {
  return addDays(today, MAKING_DAYS);
}

/** The day a year's book is promised for if it is sent to print today: the chosen one, or the soonest after it. */
export function bookDayOf({ deliveryDay }: { deliveryDay: string }, today: string): string {
  const soonest = soonestBookDay(today);
  return deliveryDay > soonest ? deliveryDay : soonest;
}

/**
 * The day a year's book is promised for: while it is written, the one that a press today would give; once it is at the
 * printer, the one that was promised when it was sent.
 */
export function promisedBookDay(
  year: { status: LoopStatus; deliveryDay: string },
  expectedDay: string | null,
  today: string,
): string {
  return year.status === "ACTIVE" ? bookDayOf(year, today) : (expectedDay ?? year.deliveryDay);
}

/** The day a book is promised for, as every page and email words it: it may come sooner, and is late after it. */
export function formatBookDay(day: string): string {
  return `by ${formatDay(day)}`;
}

/** What is promised of the book's day, wherever sign-off is spoken of. */
export const BOOK_PROMISE = `Your book arrives by the day you chose, as long as you send the proof to print ${MAKING_IN_WORDS} before it. Send it later and it arrives within ${MAKING_DAYS} days.`;

/** What is promised of extra copies. */
export const COPY_PROMISE = `A copy of a finished book arrives within ${MAKING_DAYS} days of your order. A copy of a book you’re still writing comes with the book.`;

/** When a copy arrives that is ordered today, beside its line. */
export function formatCopyDay(copy: { comesWithLoop: boolean; loopDeliveryDay: string }, today: string): string {
  return copy.comesWithLoop
    ? `Arrives with your book, ${formatBookDay(bookDayOf({ deliveryDay: copy.loopDeliveryDay }, today))}`
    : `Arrives within ${MAKING_DAYS} days, ${formatBookDay(soonestBookDay(today))}`;
}
