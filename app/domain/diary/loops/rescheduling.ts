import { numberInWords } from "~/domain/kernel/text/numbers";
import { MAKING_DAYS } from "~/domain/kernel/time/agreed-days";
import { addDays, addMonths, daysBetween, isDay } from "~/domain/kernel/time/days";
import {
  catchUpWeeks,
  currentWeek,
  DAYS_A_WEEK,
  daysCounted,
  deliveryWindow,
  LATEST_DELIVERY_YEARS,
  MOST_PAUSED_WEEKS,
  type Pause,
  startDayFor,
  WEEKS,
  weekDays,
} from "../rules/calendar";

/**
 * The rules of rescheduling. Pauses are whole weeks, eight at most in all, and delay everything after them, including
 * the book. The delivery day can move: together with the whole year until it has really begun; afterwards the weeks
 * keep their dates, so that no date in the book becomes wrong, and delivery is at least the days of printing and
 * delivering after the last week's end.
 */

export const PAUSING = `You can pause for up to ${numberInWords(MOST_PAUSED_WEEKS)} weeks in total, and everything after that moves back.`;

/** The days of a year that rescheduling can change. */
export interface YearDays {
  readonly startDay: string;
  readonly deliveryDay: string;
  readonly pauses: readonly Pause[];
}

export type Rescheduled<Reason extends string> = { ok: true; year: YearDays } | { ok: false; reason: Reason };

export function weeksPaused(pauses: readonly Pause[]): number {
  return pauses.reduce((sum, { weeks }) => sum + weeks, 0);
}

/** The pause that includes this day, with the day the year resumes; null when the year is not paused. */
export function pauseOn(
  pauses: readonly Pause[],
  day: string,
): { fromDay: string; weeks: number; resumeDay: string } | null {
  const pause = pauses.find(({ fromDay, weeks }) => fromDay <= day && day < addDays(fromDay, weeks * DAYS_A_WEEK));
  return pause ? { ...pause, resumeDay: addDays(pause.fromDay, pause.weeks * DAYS_A_WEEK) } : null;
}

/** Whether the last of the 52 weeks is over. */
export function isYearOver(year: YearDays, today: string): boolean {
  return daysCounted(year, today) > WEEKS * DAYS_A_WEEK;
}

export type PauseProblem = "not_whole_weeks" | "too_long" | "not_begun" | "year_over";

/** How many weeks could still be paused today, and why none. */
export function pauseAllowance(year: YearDays, today: string): { weeks: number; problem: PauseProblem | null } {
  if (today < year.startDay) return { weeks: 0, problem: "not_begun" };
  if (isYearOver(year, today)) return { weeks: 0, problem: "year_over" };
  const weeks = MOST_PAUSED_WEEKS - weeksPaused(year.pauses);
  return { weeks, problem: weeks === 0 ? "too_long" : null };
}

/** Pauses for this many weeks from today; extends a pause that includes today. */
export function planPause(year: YearDays, weeks: number, today: string): Rescheduled<PauseProblem> {
  if (!Number.isInteger(weeks) || weeks < 1) return { ok: false, reason: "not_whole_weeks" };
  const allowance = pauseAllowance(year, today);
  if (allowance.problem) return { ok: false, reason: allowance.problem };
  if (weeks > allowance.weeks) return { ok: false, reason: "too_long" };
  const current = pauseOn(year.pauses, today);
  const pauses = current
    ? year.pauses.map((pause) => (pause.fromDay === current.fromDay ? { ...pause, weeks: pause.weeks + weeks } : pause))
    : [...year.pauses, { fromDay: today, weeks }];
  const deliveryDay = addDays(year.deliveryDay, weeks * DAYS_A_WEEK);
  return { ok: true, year: { ...year, pauses, deliveryDay } };
}

export type ResumeProblem = "not_paused" | "last_week";

/**
 * Ends a pause early, after the current week of it, so that resuming changes no week; on its first day the pause is
 * removed. Unused weeks return to the allowance.
 */
export function planResume(year: YearDays, today: string): Rescheduled<ResumeProblem> {
  const current = pauseOn(year.pauses, today);
  if (!current) return { ok: false, reason: "not_paused" };
  const taken = Math.ceil(daysBetween(current.fromDay, today) / DAYS_A_WEEK);
  const givenBack = current.weeks - taken;
  if (givenBack === 0) return { ok: false, reason: "last_week" };
  const pauses = year.pauses
    .map((pause) => (pause.fromDay === current.fromDay ? { ...pause, weeks: taken } : pause))
    .filter((pause) => pause.weeks > 0);
  const deliveryDay = addDays(year.deliveryDay, -givenBack * DAYS_A_WEEK);
  return { ok: true, year: { ...year, pauses, deliveryDay } };
}

/** Whether a year has really begun: something is written, it was paused before, or its first week is over. */
export function hasBegun(year: YearDays, hasWritten: boolean, today: string): boolean {
  return hasWritten || year.pauses.length > 0 || daysCounted(year, today) > DAYS_A_WEEK;
}

/** The days the book can be moved to; before the year has really begun, those a new loop could choose. */
export function moveWindow(year: YearDays, hasWritten: boolean, today: string): { earliest: string; latest: string } {
  if (!hasBegun(year, hasWritten, today)) return deliveryWindow(today);
  const afterTheYear = addDays(weekDays(year, WEEKS).to, MAKING_DAYS);
  const fromNow = addDays(today, MAKING_DAYS);
  const earliest = afterTheYear > fromNow ? afterTheYear : fromNow;
  const twoYears = addMonths(today, 12 * LATEST_DELIVERY_YEARS);
  return { earliest, latest: twoYears > earliest ? twoYears : earliest };
}

export type MoveProblem = "not_a_day" | "too_early" | "too_late" | "same_day";

/** Moves the delivery day; the year moves with it until it has really begun. */
export function planMove(
  year: YearDays,
  wanted: { deliveryDay: string; hasWritten: boolean },
  today: string,
): Rescheduled<MoveProblem> {
  const { deliveryDay, hasWritten } = wanted;
  if (!isDay(deliveryDay)) return { ok: false, reason: "not_a_day" };
  if (deliveryDay === year.deliveryDay) return { ok: false, reason: "same_day" };
  const { earliest, latest } = moveWindow(year, hasWritten, today);
  if (deliveryDay < earliest) return { ok: false, reason: "too_early" };
  if (deliveryDay > latest) return { ok: false, reason: "too_late" };
  const startDay = hasBegun(year, hasWritten, today) ? year.startDay : startDayFor(deliveryDay);
  return { ok: true, year: { ...year, startDay, deliveryDay } };
}

/** The days of a year that a screen shows, to compare before and after rescheduling. */
export function describeDays(year: YearDays, today: string) {
  const paused = pauseOn(year.pauses, today);
  return {
    firstDay: year.startDay,
    lastDay: weekDays(year, WEEKS).to,
    deliveryDay: year.deliveryDay,
    week: currentWeek(year, today),
    resumeDay: paused?.resumeDay ?? null,
    weekEnds: weekDays(year, currentWeek(year, today)).to,
    catchUpWeeks: catchUpWeeks(year.startDay, today),
  };
}
