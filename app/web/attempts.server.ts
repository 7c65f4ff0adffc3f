import type { LimitName } from "~/domain/limits/limits";
import {
  countAttempt,
  forgetAttempts,
  forgiveAttempt,
  secondsUntilFree,
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

/**
 * Forgets the attempts before a successful payment, since they tested no stolen cards. A second call forgets nothing
 * more.
 */
export function forgivePayment(accountId: string): void {
  const tries = forgetAttempts("payments_account", accountId);
  for (let one = 0; one < tries; one += 1) forgiveAttempt("payments_address", clientAddress());
}
