import { numberInWords } from "~/domain/kernel/text/numbers";
import { addDays, addMonths, daysBetween } from "~/domain/kernel/time/days";

/**
 * The year's calendar. A loop begins 378 days before its book is delivered: 52 weeks of writing and two for
 * making the book. Days are counted in Europe/London and written "YYYY-MM-DD"; nothing here knows the time of
 * day, so a change of the clocks moves nothing. Days of a pause are not
 * counted, so a paused year keeps its week, and everything after it comes as much later.
 */

/** Weeks of writing, each with one entry. */
export const WEEKS = 52;
export const WEEKS_IN_WORDS = numberInWords(WEEKS);
/** Weeks after the last of writing, for printing and delivery. */
export const MAKING_WEEKS = 2;
export const DAYS_A_WEEK = 7;
/** 378 days: all of writing and making. */
export const DAYS_FROM_START_TO_DELIVERY = (WEEKS + MAKING_WEEKS) * DAYS_A_WEEK;
/** The earliest delivery a loop can be begun with, 364 days from today: the year has then begun two weeks ago. */
export const EARLIEST_DELIVERY_DAYS = WEEKS * DAYS_A_WEEK;
/** The latest delivery a loop can be begun with or moved to. */
export const LATEST_DELIVERY_YEARS = 2;
/** Weeks a year can be paused for, all its pauses together. */
export const MOST_PAUSED_WEEKS = 8;

/** The first day of a loop whose book is delivered on this day. */
export function startDayFor(deliveryDay: string): string {
  return addDays(deliveryDay, -DAYS_FROM_START_TO_DELIVERY);
}

export interface Pause {
  /** The first day that does not count. */
  readonly fromDay: string;
  /** Whole weeks that are not counted. */
  readonly weeks: number;
}

/** What the weeks of a year are counted by. A bare first day is a year that was never paused. */
export type CountedYear = string | { readonly startDay: string; readonly pauses: readonly Pause[] };

function countedBy(year: CountedYear): { startDay: string; pauses: readonly Pause[] } {
  return typeof year === "string" ? { startDay: year, pauses: [] } : year;
}

/** Days of a year that have been counted until this day: those since its start, less those of its pauses. */
export function daysCounted(year: CountedYear, today: string): number {
  const { startDay, pauses } = countedBy(year);
  const still = pauses.map(({ fromDay, weeks }) =>
    Math.min(weeks * DAYS_A_WEEK, Math.max(0, daysBetween(fromDay, today))),
  );
  return daysBetween(startDay, today) - still.reduce((sum, days) => sum + days, 0);
}

/**
 * The week a loop is in: days counted since its start over seven, rounded up, never below 1 or above 52. So the
 * start and the seven days after it are week 1, the eighth day begins week 2.
 */
export function currentWeek(year: CountedYear, today: string): number {
  return Math.min(WEEKS, Math.max(1, Math.ceil(daysCounted(year, today) / DAYS_A_WEEK)));
}

/**
 * The first and last day of a week. Week 1 has the start day itself as an eighth; a week in which the year was
 * paused is as much longer.
 */
export function weekDays(year: CountedYear, week: number): { from: string; to: string } {
  const { startDay } = countedBy(year);
  const from = week === 1 ? startDay : dayAfterCount(year, (week - 1) * DAYS_A_WEEK + 1, "first");
  return { from, to: dayAfterCount(year, week * DAYS_A_WEEK, "last") };
}

/** The first or the last day on which this many days have been counted. */
function dayAfterCount(year: CountedYear, count: number, which: "first" | "last"): string {
  const { startDay, pauses } = countedBy(year);
  return pauses.reduce(
    (day, { fromDay, weeks }) => {
      const isMoved = which === "first" ? fromDay < day : fromDay <= day;
      return isMoved ? addDays(day, weeks * DAYS_A_WEEK) : day;
    },
    addDays(startDay, count),
  );
}

export interface DeliveryWindow {
  earliest: string;
  latest: string;
  recommended: string;
  fifteenMonths: string;
  eighteenMonths: string;
}

/**
 * The days a delivery can be chosen from, and the three that are offered. A year that must not start before `firstStart`
 * has no earlier delivery than that start allows.
 */
export function deliveryWindow(today: string, firstStart: string | null = null): DeliveryWindow {
  const start = firstStart !== null && firstStart > today ? firstStart : null;
  const recommended = addDays(start ?? today, DAYS_FROM_START_TO_DELIVERY);
  return {
    earliest: start ? recommended : addDays(today, EARLIEST_DELIVERY_DAYS),
    latest: addMonths(today, 12 * LATEST_DELIVERY_YEARS),
    recommended,
    fifteenMonths: addMonths(today, 15),
    eighteenMonths: addMonths(today, 18),
  };
}

/** Whole weeks that have already gone by if a loop has this start, at most 52. */
export function catchUpWeeks(startDay: string, today: string): number {
  return Math.min(WEEKS, Math.max(0, Math.floor(daysBetween(startDay, today) / DAYS_A_WEEK)));
}

export type WeekState = "completed" | "missing" | "due" | "upcoming";

/**
 * What each of the 52 weeks is: completed (has an entry), missing (earlier than the current one, without), due
 * (the current one, unless the loop is finished) or upcoming.
 */
export function weekStates(completed: ReadonlySet<number>, current: number, isFinished: boolean): WeekState[] {
  return Array.from({ length: WEEKS }, (_, index) => {
    const week = index + 1;
    if (completed.has(week)) return "completed";
    if (week < current || isFinished) return "missing";
    return week === current ? "due" : "upcoming";
  });
}
