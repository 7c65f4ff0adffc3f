import { DAY_MS } from "../time/durations";

/** The days in which somebody who has their account deleted may change their mind. */
const DAYS_TO_CHANGE_ONES_MIND = 7;

/** The instant an account is deleted that is asked for now: seven days of 24 hours later. */
export function deletionDueAt(now: Date): Date {
  return new Date(now.getTime() + DAYS_TO_CHANGE_ONES_MIND * DAY_MS);
}
