import { countAttempt, type LimitName, secondsUntilFree } from "~/domain/accounts/limits.server";
import { refuseTooMany } from "./refusals.server";

/** Counts one try. @throws the answer 429, with the seconds to wait, where it is one too many. */
export function countOrRefuse(limit: LimitName, subject: string, now: Date): void {
  if (!countAttempt(limit, subject, now)) throw refuseTooMany(secondsUntilFree(limit, subject, now));
}
