import { addDays, londonDay } from "~/domain/time/days";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "~/domain/time/durations";
import { londonTime } from "~/domain/time/instants";
import type { ScheduleLine } from "./schedule";

/** When a line of the schedule is due. */

/** Whether a line that last began at `lastStart` (null: never) is due at `now`. */
export function isDue(line: ScheduleLine, lastStart: Date | null, now: Date): boolean {
  if (lastStart === null) return true;
  if ("everySeconds" in line) return now.getTime() - lastStart.getTime() >= line.everySeconds * SECOND_MS;
  return shiftDay(now, line.dailyAt) > shiftDay(lastStart, line.dailyAt);
}

/** Milliseconds to wait after so many failures in a row: the usual pause doubled, up to a minute, or an hour for daily lines. */
export function retryDelay(line: ScheduleLine, failures: number): number {
  const pause = "everySeconds" in line ? line.everySeconds * SECOND_MS : MINUTE_MS;
  const longest = "everySeconds" in line ? Math.max(pause, MINUTE_MS) : HOUR_MS;
  return Math.min(pause * 2 ** Math.min(failures, 20), longest);
}

/** The day in London, "YYYY-MM-DD", counted from `dailyAt` to `dailyAt`. */
function shiftDay(instant: Date, dailyAt: string): string {
  const day = londonDay(instant);
  return londonTime(instant) >= dailyAt ? day : addDays(day, -1);
}
