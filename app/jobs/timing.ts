import { addDays, londonDay } from "~/domain/kernel/time/days";
import { HOUR_MS, MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { londonTime } from "~/domain/kernel/time/instants";
import type { ScheduledTask } from "./schedule";

/** When a scheduled task is due. */

/** Whether a task that last started at `lastStart` is due at `now`; null or a time in the future count as never. */
export function isDue(task: ScheduledTask, lastStart: Date | null, now: Date): boolean {
  if (lastStart === null || lastStart > now) return true;
  if ("everySeconds" in task) return now.getTime() - lastStart.getTime() >= task.everySeconds * SECOND_MS;
  return scheduleDay(now, task.dailyAt) > scheduleDay(lastStart, task.dailyAt);
}

/** Somebody may be waiting for what runs every few seconds: a code, a paid order, a book. */
const OFTEN_SECONDS = 2;
/** Such a task goes on within ten seconds once a disk or a lock is free again. */
const LONGEST_OFTEN_MS = 8 * SECOND_MS;

/**
 * Milliseconds to wait after this many failures in a row: the usual interval doubled each time, up to eight seconds for
 * what runs every two or more often, a minute for what runs less often, or an hour for daily tasks.
 */
export function retryDelay(task: ScheduledTask, failures: number): number {
  const pause = "everySeconds" in task ? task.everySeconds * SECOND_MS : MINUTE_MS;
  return Math.min(pause * 2 ** Math.min(failures, 20), longestDelay(task, pause));
}

function longestDelay(task: ScheduledTask, pause: number): number {
  if (!("everySeconds" in task)) return HOUR_MS;
  return task.everySeconds <= OFTEN_SECONDS ? LONGEST_OFTEN_MS : Math.max(pause, MINUTE_MS);
}

/** The day in London, "YYYY-MM-DD", counted from `dailyAt` to `dailyAt`. */
function scheduleDay(instant: Date, dailyAt: string): string {
  const day = londonDay(instant);
  return londonTime(instant) >= dailyAt ? day : addDays(day, -1);
}
