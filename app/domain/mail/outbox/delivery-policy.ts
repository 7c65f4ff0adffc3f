import { DAY_MINUTES, DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";

/** When emails are sent, how often a failed one is retried, and how many one address gets. */

/**
 * No address gets more than 5 emails an hour and 20 a day, and all addresses together no more than 500 an hour; an
 * email over a cap waits until there is room and is never dropped. Every email counts. Some kinds are exempt from
 * waiting: codes, which somebody is waiting for and which soon expire; enquiries to the company, whose mailbox must be
 * able to fill (their number is limited at the form); order confirmations, which the law requires promptly; and notices
 * about a password or an account's address.
 */
export const RECIPIENT_CAPS = [
  { most: 5, minutes: 60 },
  { most: 20, minutes: DAY_MINUTES },
] as const;
export const ALL_EMAILS_CAP = { most: 500, minutes: 60 } as const;

/** Minutes between attempts; afterwards once a day. */
const BACK_OFF_MINUTES = [1, 5, 15, 60, 240] as const;
/** An email that could not be sent for three days is given up. */
const DEAD_AFTER_DAYS = 3;

/** When to retry after `tries` attempts, the last of them now; null when the email is given up. */
export function nextTryAfter(tries: number, createdAt: Date, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= DEAD_AFTER_DAYS * DAY_MS) return null;
  const minutes = BACK_OFF_MINUTES[tries - 1] ?? DAY_MINUTES;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** How often one email can be sent again within a day. */
export const MOST_RESENDS_A_DAY = 3;

/** A run sends few emails, so that it ends before its first lease does, even if every attempt times out. */
export const EMAILS_PER_RUN = 10;
export const LEASE_MINUTES = 15;
