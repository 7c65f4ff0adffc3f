import { DAY_MS } from "./durations";

/** Days between the request to delete an account and its deletion, in which its owner can change their mind. */
export const DELETION_WAIT_DAYS = 7;
/** Days after the deletion by which text and photos are gone at the latest; the privacy page promises it. */
export const DELETION_MOST_DAYS = 30;
/** Days after that in which backups are overwritten. */
export const BACKUP_DAYS = 35;
/**
 * Years without a sign-in after which an account may be closed, and the days before it by which its owner is notified.
 */
export const IDLE_ACCOUNT_YEARS = 5;
export const IDLE_NOTICE_DAYS = 60;
/** Years for which records of orders are kept, as tax law asks. */
export const ORDER_RECORD_YEARS = 6;

/** Orders paid before this instant no longer name anybody. */
export function orderRecordsUntil(now: Date): Date {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() - ORDER_RECORD_YEARS);
  return until;
}

/** The instant at which an account is deleted whose owner asks for it now; each day is 24 hours. */
export function deletionDueAt(now: Date): Date {
  return new Date(now.getTime() + DELETION_WAIT_DAYS * DAY_MS);
}
