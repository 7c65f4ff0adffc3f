import type { ScheduleLine } from "./schedule";

/** When a scheduled task is due. */

/** Whether a task that last started at `lastStart` (null: never) is due at `now`. */
export function isDue(line: ScheduleLine, lastStart: Date | null, now: Date): boolean {
  if (lastStart === null) return true;
  if ("everySeconds" in line) return now.getTime() - lastStart.getTime() >= line.everySeconds * 1000;
  return scheduleDay(now, line.dailyAt) > scheduleDay(lastStart, line.dailyAt);
}

/**
 * Milliseconds to wait after this many failures in a row: the usual interval doubled each time, up to a minute, or an
 * hour for daily tasks.
 */
export function retryDelay(line: ScheduleLine, failures: number): number {
  const pause = "everySeconds" in line ? line.everySeconds * 1000 : 60_000;
  const longest = "everySeconds" in line ? Math.max(pause, 60_000) : 3_600_000;
  return Math.min(pause * 2 ** Math.min(failures, 20), longest);
}

/** The day in London, "YYYY-MM-DD", counted from `dailyAt` to `dailyAt`. */
function scheduleDay(instant: Date, dailyAt: string): string {
  const day = instant.toLocaleDateString("en-CA", { timeZone: "Europe/London" });
  const time = instant.toLocaleTimeString("en-GB", {
    timeZone: "Europe/London",
    hour: "2-digit",
    minute: "2-digit",
  });
  if (time >= dailyAt) return day;
  const before = new Date(`${day}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return before.toISOString().slice(0, 10);
}
