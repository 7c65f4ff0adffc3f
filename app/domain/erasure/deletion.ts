import { DAY_MS } from "../time/durations";

/** The days in which somebody who has their account deleted may change their mind. */
export const DELETION_WAIT_DAYS = 7;
/** The days after which words and photos are gone at the latest, as the privacy page promises. */
export const DELETION_MOST_DAYS = 30;
/** The days after that in which backups are overwritten. */
export const BACKUP_DAYS = 35;
/** Years for which records of orders are kept, as tax law asks. */
export const ORDER_RECORD_YEARS = 6;

/** The instant at which an account is deleted if requested now: seven days of 24 hours later. */
export function deletionDueAt(now: Date): Date {
  return new Date(now.getTime() + DELETION_WAIT_DAYS * DAY_MS);
}
