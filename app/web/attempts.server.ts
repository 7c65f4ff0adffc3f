import type { LimitName } from "~/domain/limits/limits";
import {
  countAttempt,
  countTogether,
  forgetAttempts,
  forgiveAttempt,
  secondsUntilFree,
  uncountAttempt,
} from "~/domain/limits/limits.server";
import { clientAddress } from "./connection.server";
import { refuseTooMany } from "./refusals.server";

/** Counts one attempt. @throws the answer 429, with the seconds to wait, when the limit is exceeded. */
export function countOrRefuse(limit: LimitName, subject: string, now: Date): void {
  if (!countAttempt(limit, subject, now)) throw refuseTooMany(secondsUntilFree(limit, subject, now));
}

/** Counts one attempt to pay. @throws the answer 429 when this client or account exceeds its limit. */
export function countPayment(accountId: string, now: Date): void {
  countOrRefuse("payments_account", accountId, now);
  countOrRefuse("payments_address", clientAddress(), now);
}

const knownEmails = (browser: string) =>
  [
    { limit: "known_emails_browser", subject: browser },
    { limit: "known_emails_address", subject: clientAddress() },
  ] as const;

/** Counts one email of a guest that a code is judged by; false, counting nothing, where a few were refused before. */
export function countKnownEmail(browser: string, now: Date): boolean {
  return countTogether(knownEmails(browser), now);
}

/** Takes that back: the code was not refused for the email. */
export function uncountKnownEmail(browser: string, now: Date): void {
  for (const { limit, subject } of knownEmails(browser)) uncountAttempt(limit, subject, now);
}

/** Whether a few emails were refused, so that a guest signs in before a code is judged. */
export function mustSignInForCode(browser: string, now: Date): boolean {
  return knownEmails(browser).some(({ limit, subject }) => secondsUntilFree(limit, subject, now) > 0);
}

/**
 * Forgets the attempts before a successful payment, since they tested no stolen cards. A second call forgets nothing
 * more.
 */
export function forgivePayment(accountId: string): void {
  const tries = forgetAttempts("payments_account", accountId);
  for (let one = 0; one < tries; one += 1) forgiveAttempt("payments_address", clientAddress());
}
