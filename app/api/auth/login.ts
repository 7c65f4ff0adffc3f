import type { ActionFunctionArgs } from "@remix-run/node";
import { LIMITS, waitInWords } from "~/domain/kernel/limits/limits";
import { seller } from "~/domain/mail/layout/seller.server";
import { resendCode } from "~/domain/people/accounts/accounts.server";
import { CODE_ASKED_MESSAGE } from "~/domain/people/accounts/codes";
import { signInForm } from "~/domain/people/accounts/forms";
import { signInApiClient } from "~/domain/people/accounts/sign-in.server";
import { formatSuspended } from "~/domain/people/accounts/suspension";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, failTooMany, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

const EMPTY_MESSAGE = "Please fill in all fields";
const WRONG_MESSAGE = "Login failed. Please check your credentials.";
const TOO_MANY_MESSAGE = `Too many attempts. Please wait ${waitInWords("sign_in_account")} and try again.`;

/** Public. A wrong password and an unknown address get the same response. Sets no cookie: browsers sign in at /auth. */
export async function action({ request }: ActionFunctionArgs) {
  const now = currentTime();
  const { email, password } = validate(signInForm, readFields(bodyOf(request), { email: "text", password: "text" }));
  if (email === "" || password === "") return fail(422, { error: EMPTY_MESSAGE, code: "invalid" });
  const result = await signInApiClient({ email, password, clientAddress: clientAddress() }, now);
  if (result.ok) return succeed({ token: result.token, requiresVerification: false });
  switch (result.reason) {
    case "unverified":
      resendCode(result.accountId, now, { client: clientAddress() });
      return succeed({
        requiresVerification: true,
        message: `Please confirm your email address. ${CODE_ASKED_MESSAGE}`,
        registration: result.accountId,
      });
    case "too_many":
      return failTooMany(LIMITS.sign_in_account.seconds, TOO_MANY_MESSAGE);
    case "suspended":
      return fail(403, { error: formatSuspended(seller.email), code: "account_suspended" });
    case "wrong":
      return fail(401, { error: WRONG_MESSAGE, code: "wrong_credentials" });
  }
}
