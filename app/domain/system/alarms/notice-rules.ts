import { HOUR_MS, MINUTE_MS, MINUTE_SECONDS } from "~/domain/kernel/time/durations";

/** When somebody is notified of an alarm, and notified again. */

const FIRST_REMINDER_MS = 6 * HOUR_MS;
const FURTHER_REMINDERS_MS = 24 * HOUR_MS;

/** An alarm that comes and goes is reported once in this time; if it lasts, it is reported at its end. */
export const QUIET_MS = 30 * MINUTE_MS;

/** A channel that was silent for a day gets only what is new. */
export const GIVEN_UP_MS = 24 * HOUR_MS;

/** One message carries this many alarms; the rest follow in the next. */
export const NOTICES_PER_MESSAGE = 20;

/** Longer than either channel takes, so that two processes never send the same notice at once. */
export const NOTICE_LEASE_SECONDS = 2 * MINUTE_SECONDS;

/** The number of the reminder that is due for an alarm reported then: 1 after six hours, then one a day; 0 for none. */
export function reminderDue(toldAt: Date, now: Date): number {
  const open = now.getTime() - toldAt.getTime();
  return open < FIRST_REMINDER_MS ? 0 : 1 + Math.floor((open - FIRST_REMINDER_MS) / FURTHER_REMINDERS_MS);
}
