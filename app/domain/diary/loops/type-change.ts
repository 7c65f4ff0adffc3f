import { currentWeek } from "../rules/calendar";
import type { YearDays } from "./rescheduling";

/** A year can become one of another type until its third week: the questions so far fit any type. */
export const FIRST_FIXED_WEEK = 3;

export type TypeChangeProblem = "too_late" | "same_type" | "unknown_type";

/** Whether the type can still change on this day. */
export function canChangeType(year: YearDays, today: string): boolean {
  return currentWeek(year, today) < FIRST_FIXED_WEEK;
}
