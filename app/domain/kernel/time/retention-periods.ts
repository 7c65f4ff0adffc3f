import { addMonths, londonDay } from "./days";
import { DAY_MS } from "./durations";
import { startOfLondonDay } from "./instants";

/** Retention periods. The privacy page states the same. */

/** Codes and reset links, used or not. */
export const KEEP_CODES_HOURS = 24;
/** Counters of guesses and sends. */
export const KEEP_ATTEMPTS_DAYS = 30;
/** Vouchers whose code was typed and that wait for their holder to come back. */
export const KEEP_TYPED_VOUCHERS_DAYS = 30;
/** Bodies of the payment provider's messages; that they came, and what was done, stays. */
export const KEEP_WEBHOOK_BODIES_DAYS = 90;
/** Photos that their owner removed from a week; until then they can be put back. */
export const KEEP_REMOVED_PHOTOS_DAYS = 30;
/** Data of the person in an order that was never paid. Paid orders: `ORDER_RECORD_YEARS`. */
export const KEEP_UNPAID_ORDERS_DAYS = 30;
/** Registrations whose address was never proven. */
export const KEEP_UNPROVEN_DAYS = 30;
/** The text of emails that were sent. Their recipient, kind and time are kept longer. */
export const KEEP_EMAIL_BODIES_DAYS = 30;
/** Emails that belong to no account, such as those to an address that was never proven, once they have gone. */
export const KEEP_EMAILS_WITHOUT_ACCOUNT_DAYS = 90;
/** Random names of open pages, by which a device that was offline meanwhile sends nothing twice. */
export const KEEP_DEVICE_SAVES_DAYS = 60;
/** Ids of erased accounts: longer than any copy of the database is kept. */
export const KEEP_ERASED_DAYS = 60;
/** Whole copies of the database in the data folder, as long as the nightly ones. */
export const KEEP_LOCAL_COPIES_DAYS = 30;
/** Requests to bring something back, which hold an address; the audit keeps who did what. */
export const KEEP_RESTORE_REQUESTS_DAYS = 30;
/** What people wrote to us through the contact form, and the email that carried it. */
export const KEEP_ENQUIRIES_MONTHS = 12;
/** Counts of visits and of people who came back, which name nobody; long enough to compare a season with the last. */
export const KEEP_FUNNEL_MONTHS = 13;

/** Older than this is what has been kept for so many months of London's calendar; its last day is kept whole. */
export function monthsBefore(now: Date, months: number): Date {
  return startOfLondonDay(addMonths(londonDay(now), -months));
}

/** Days are of 24 hours. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS);
