import type { LimitName } from "~/domain/kernel/limits/limits";
import { countAttempt, countTogether, secondsUntilFree, uncountAttempt } from "~/domain/kernel/limits/limits.server";
import { clientAddress } from "./connection.server";
import { refuseTooMany } from "./refusals.server";

/** Counts one attempt. @throws the response 429, with the seconds to wait, when the limit is exceeded. */
export function countOrRefuse(limit: LimitName, subject: string, now: Date): void {
  if (!countAttempt(limit, subject, now)) throw refuseTooMany(secondsUntilFree(limit, subject, now));
}

const codeTries = (accountId: string | null) =>
  accountId === null
    ? ({ limit: "discount_guesses_address", subject: clientAddress() } as const)
    : ({ limit: "discount_guesses", subject: accountId } as const);

/**
 * Counts a discount code that is tried, of an account or of a buyer without one; gives the seconds to wait, 0 for none.
 * `uncountCode` takes it back where the code was right.
 */
export function countCode(accountId: string | null, now: Date): number {
  const { limit, subject } = codeTries(accountId);
  return countAttempt(limit, subject, now) ? 0 : secondsUntilFree(limit, subject, now);
}

export function uncountCode(accountId: string | null, now: Date): void {
  const { limit, subject } = codeTries(accountId);
  uncountAttempt(limit, subject, now);
}

const knownEmails = (browser: string) =>
  [
    { limit: "known_emails_browser", subject: browser },
    { limit: "known_emails_address", subject: clientAddress() },
  ] as const;

/**
 * Counts one email of a guest that a code is checked with; false, counting nothing, where a few were refused before.
 */
export function countKnownEmail(browser: string, now: Date): boolean {
  return countTogether(knownEmails(browser), now);
}

/** Takes that back: the code was not refused for the email. */
export function uncountKnownEmail(browser: string, now: Date): void {
  for (const { limit, subject } of knownEmails(browser)) uncountAttempt(limit, subject, now);
}

/** Whether a few emails were refused, so that a guest signs in before a code is checked. */
export function mustSignInForCode(browser: string, now: Date): boolean {
  return knownEmails(browser).some(({ limit, subject }) => secondsUntilFree(limit, subject, now) > 0);
}
