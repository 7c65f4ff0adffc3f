import type { ActionFunctionArgs } from "@remix-run/node";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { verifyEmailByApi } from "~/domain/people/accounts/access-tokens.server";
import { CODE_TRIES, UNNAMED_TRIES } from "~/domain/people/accounts/codes";
import { codeForm, registrationCallForm } from "~/domain/people/accounts/forms";
import { findRegistration } from "~/domain/people/accounts/registrations.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, failTooMany, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public: for the holder of the emailed code. An unknown address and a wrong code get the same response. */
export async function action({ request }: ActionFunctionArgs) {
  const now = currentTime();
  const fields = readFields(bodyOf(request), { email: "text", otp: "text", registration: "text" });
  const named = validate(registrationCallForm, fields);
  const { code } = validate(codeForm, { code: fields.otp }, { code: "otp" });
  if (!countAttempt("code_guesses_address", clientAddress(), now)) {
    return failTooMany(LIMITS.code_guesses_address.seconds);
  }
  const account = findRegistration(named, now);
  const mostTries = named.registration === "" ? UNNAMED_TRIES : CODE_TRIES;
  const verified = account && verifyEmailByApi({ accountId: account.id, code, mostTries }, now);
  if (!verified?.ok) return fail(422, { error: "Verification failed. Please try again.", code: "wrong_code" });
  return succeed({ token: verified.token, message: "Your email is confirmed." });
}
