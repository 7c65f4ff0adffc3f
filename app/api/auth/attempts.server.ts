import { LIMITS, type LimitName } from "~/domain/kernel/limits/limits";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { COMMON_PASSWORD_MESSAGE } from "~/domain/people/accounts/forms";
import { isCommonPassword } from "~/domain/people/accounts/password-rules";
import { failField, failTooMany } from "~/web/json-responses";

/** Counts one attempt. Gives the response 429 when the limit is exceeded. */
export function refuseTooMany(limit: LimitName, subject: string, now: Date): Response | null {
  return countAttempt(limit, subject, now) ? null : failTooMany(LIMITS[limit].seconds);
}

/** The response 422 for a password that many people use. */
export function refuseCommon(field: string, password: string, more?: object): Response | null {
  return isCommonPassword(password) ? failField(field, COMMON_PASSWORD_MESSAGE, "invalid", more) : null;
}
