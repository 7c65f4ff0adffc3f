import type { LimitName } from "~/domain/limits/limits";
import {
  countAttempt,
  forgetAttempts,
  forgiveAttempt,
  secondsUntilFree,
} from "~/domain/limits/limits.server";
import { clientAddress } from "./connection.server";
import { refuseTooMany } from "./refusals.server";

/** Counts one try. @throws the answer 429, with the seconds to wait, where it is one too many. */
export function countOrRefuse(limit: LimitName, subject: string, now: Date): void {
  if (!countAttempt(limit, subject, now)) throw refuseTooMany(secondsUntilFree(limit, subject, now));
}

/** Counts one press of a button that pays. @throws the answer 429 for one too many from this place or account. */
export function countPayment(accountId: string, now: Date): void {
  countOrRefuse("payments_account", accountId, now);
  countOrRefuse("payments_address", clientAddress(), now);
}

/** The payment came through: it was no trying of cards. Looked at again, it forgives nothing more. */
export function forgivePayment(accountId: string): void {
  const tries = forgetAttempts("payments_account", accountId);
  for (let one = 0; one < tries; one += 1) forgiveAttempt("payments_address", clientAddress());
}
