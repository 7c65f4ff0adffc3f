import { CANCELLATION_DAYS } from "~/domain/kernel/time/agreed-days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { MAKING_WEEKS, startDayFor, WEEKS } from "../rules/calendar";

/**
 * When a year starts, from when week 1 can be written, and the text about both. A year starts on the day its delivery
 * date gives. Week 1 can be written before that day, but not while its buyer could still cancel and hasn't asked us not
 * to wait. What is written before the start costs nothing when the order is cancelled.
 */

/** What a buyer who cancels pays of a year that has started. */
export const SHARE = `1/${WEEKS} of the price for each week that has opened`;

/** The wish to start within the days to cancel, and what it costs: the consumer's express request (reg. 36). */
export const WISH = {
  words: "Start my year today",
  terms: `If I cancel within ${CANCELLATION_DAYS} days, I’ll pay ${SHARE}.`,
} as const;

/** The name of the tick that asks us not to wait, in every form that has it. */
export const WISH_FIELD = "startsAtOnce";

/** A start within the days to cancel, without the tick. */
export const WISH_FIRST = `Please tick the box to start within your ${CANCELLATION_DAYS} days to cancel, or choose a later date`;
export const WISH_FIRST_TODAY = "Please tick the box to start your year today";

/** The same, for a page that keeps a draft by itself. */
export const WISH_FIRST_DRAFT = "Your year hasn’t started yet. Keep a draft, and we’ll ask whether to start it today";

/** The same, for an API client. */
export const WISH_FIRST_API = `This year starts once the ${CANCELLATION_DAYS} days to cancel are over. To start it today and write, send startsAtOnce as true, which says: “${WISH.words}. ${WISH.terms}”`;

/** The same, for staff on somebody's behalf. */
export const WISH_FIRST_STAFF = `That would start their year within their ${CANCELLATION_DAYS} days to cancel. They can ask for it themselves under “Dates and emails”`;

/** Whether a change of dates starts a year before the first day it may start on; null for any day. */
export function needsWish(
  before: { startDay: string },
  after: { startDay: string },
  firstStart: string | null,
): boolean {
  return firstStart !== null && after.startDay !== before.startDay && after.startDay < firstStart;
}

/** The first day on which week 1 of a year with these dates can be written. */
export function firstWritingDay(startDay: string, firstStart: string | null, today: string): string {
  if (startDay <= today || firstStart === null || firstStart <= today) return today;
  return firstStart < startDay ? firstStart : startDay;
}

/** Whether week 1 can be written already. */
export function canWrite(startDay: string, firstStart: string | null, today: string): boolean {
  return firstWritingDay(startDay, firstStart, today) <= today;
}

/** When a year with chosen dates starts, and from when it can be written. */
export function formatStart(startDay: string, firstStart: string | null, today: string): string {
  if (startDay <= today) return "Your year has started, and week 1 is open.";
  const start = `Your year starts on ${formatDay(startDay)}`;
  const from = firstWritingDay(startDay, firstStart, today);
  if (from <= today) return `${start}. You can write week 1 before then if you like.`;
  if (from === startDay) return `${start}, and you can write from that day.`;
  return `${start}. You can write week 1 from ${formatDay(from)}.`;
}

/** The same to staff, of a year whose dates they have just chosen for somebody. */
export function formatStartToStaff(deliveryDay: string, today: string): string {
  const startDay = startDayFor(deliveryDay);
  return startDay <= today ? "The year has started" : `The year starts on ${formatDay(startDay)}`;
}

/** The same before the date is chosen. */
export function formatStartBeforeDate(firstStart: string | null): string {
  return firstStart
    ? `Next, choose when your book should arrive. Your year can start from ${formatDay(firstStart)}.`
    : "Next, choose when your book should arrive. Your year can start today.";
}

/** The same of a year whose buyer and dates aren't known. */
export const START_BY_DATE = `Choose when your book should arrive. Your year starts ${WEEKS + MAKING_WEEKS} weeks before.`;
