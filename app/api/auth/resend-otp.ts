import type { ActionFunctionArgs } from "@remix-run/node";
import { resendCode } from "~/domain/people/accounts/accounts.server";
import { resendWords } from "~/domain/people/accounts/codes";
import { registrationCallForm } from "~/domain/people/accounts/forms";
import { findRegistration } from "~/domain/people/accounts/registrations.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { failTooMany, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/**
 * Public. By address alone the response is always the same and an existing code stays valid. A client that names the
 * registration created it, and learns how long to wait.
 */
export async function action({ request }: ActionFunctionArgs) {
  const now = currentTime();
  const call = validate(registrationCallForm, readFields(bodyOf(request), { email: "text", registration: "text" }));
  const account = findRegistration(call, now);
  const isNamed = call.registration !== "";
  const sent = account && resendCode(account.id, now, { client: clientAddress(), isNamed });
  if (sent && !sent.ok && isNamed) {
    return failTooMany(sent.waitSeconds, "Failed to resend code. Please try again.");
  }
  return succeed({ message: resendWords({ ok: true }).message });
}
