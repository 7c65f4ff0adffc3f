import { addDays, londonDay } from "~/domain/time/days";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "~/domain/time/durations";
import { londonTime } from "~/domain/time/instants";
import type { ScheduleLine } from "./schedule";

/** When a scheduled task is due. */

/** Whether a task that last started at `lastStart` (null: never) is due at `now`. */
export function isDue(line: ScheduleLine, lastStart: Date | null, now: Date): boolean {
  if (lastStart === null) return true;
  if ("everySeconds" in line) return now.getTime() - lastStart.getTime() >= line.everySeconds * SECOND_MS;
  return scheduleDay(now, line.dailyAt) > scheduleDay(lastStart, line.dailyAt);
}

/**
 * Milliseconds to wait after this many failures in a row: the usual interval doubled each time, up to a minute, or an
 * hour for daily tasks.
 */
export function retryDelay(line: ScheduleLine, failures: number): number {
  const pause = "everySeconds" in line ? line.everySeconds * SECOND_MS : MINUTE_MS;
  const longest = "everySeconds" in line ? Math.max(pause, MINUTE_MS) : HOUR_MS;
  return Math.min(pause * 2 ** Math.min(failures, 20), longest);
}

/** The day in London, "YYYY-MM-DD", counted from `dailyAt` to `dailyAt`. */
function scheduleDay(instant: Date, dailyAt: string): string {
  const day = londonDay(instant);
  return londonTime(instant) >= dailyAt ? day : addDays(day, -1);
}
