import { DAY_MINUTES, DAY_MS, MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import type { Lane } from "../kinds/email-kinds";
import { isBulk } from "./rates";

/** When emails are sent, how often a failed one is retried, and how many one address gets. */

/**
 * No address gets more than 5 emails an hour and 20 a day; an email over a cap waits until there is room and is never
 * dropped. Every email counts that is as urgent or more. Some kinds are exempt from waiting: codes, which somebody is waiting
 * for and which soon expire; enquiries to the company, whose mailbox must be able to fill (their number is limited at the
 * form); order confirmations, which the law requires promptly; and notices about a password or an account's address.
 */
export const RECIPIENT_CAPS = [
  { most: 5, minutes: 60 },
  { most: 20, minutes: DAY_MINUTES },
] as const;

/** Minutes between attempts; afterwards once a day. Somebody waits for a code or a receipt, so its first tries follow sooner. */
const BACK_OFF_MINUTES = [1, 5, 15, 60, 240] as const;
const BACK_OFF_WHERE_AWAITED = [1 / 6, 1 / 3, ...BACK_OFF_MINUTES] as const;
/** An email that could not be sent for three days is given up. */
const DEAD_AFTER_DAYS = 3;

/** When to retry after `tries` attempts, the last of them now; null when the email is given up. */
export function nextTryAfter(lane: Lane, tries: number, createdAt: Date, now: Date): Date | null {
  if (now.getTime() - createdAt.getTime() >= DEAD_AFTER_DAYS * DAY_MS) return null;
  const minutes = (isBulk(lane) ? BACK_OFF_MINUTES : BACK_OFF_WHERE_AWAITED)[tries - 1] ?? DAY_MINUTES;
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

/** How often one email can be sent again within a day. */
export const MOST_RESENDS_A_DAY = 3;

/** Longer than an email takes until it is handed over, also where its connection turns out closed and another is opened. */
export const LEASE_MINUTES = 3;
/** From then on: longer than a relay may take for its answer. */
export const ANSWER_LEASE_MINUTES = 12;

/** An email whose process died is sent again; after so many deaths it is set aside, because it may be why they died. */
export const EMAIL_DEATHS_ALLOWED = 3;

/**
 * How long the end of an email waits for the answer to the one before, at most; where the relay usually takes longer than a
 * fifth of a second for it, no longer than that: 18,000 an hour leave through any relay.
 */
export const END_HELD_MS = SECOND_MS;
export const SLOW_END_HELD_MS = SECOND_MS / 5;

/**
 * How many emails of a lane are handed over at the same time. Each lane has its own, so that none waits for the answer to
 * another's: a dozen in all, which relays accept from one client.
 */
export const AT_ONCE: Readonly<Record<Lane, number>> = { codes: 3, orders: 3, weekly: 5, reminders: 1 };

/** One that is not answered by then gives its place to the next, where no more than these are open for each place. */
export const PLACE_SECONDS = 30;
export const OPEN_A_PLACE = 4;

/** A run claims emails for this time; then the next begins. */
export const RUN_SECONDS = 5;

/** So many are tried in one run while a lane is stopped, as long as each is refused for its own recipient alone. */
export const TRIED_WHILE_STOPPED = 10;

/** So many emails are looked at in one transaction, where most of them have to wait or are no use any more. */
export const MOST_LOOKED_AT = 50;
