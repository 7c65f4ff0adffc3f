import type { ActionFunctionArgs } from "@remix-run/node";
import { LIMITS } from "~/domain/kernel/limits/limits";
import {
  COMMON_PASSWORD_MESSAGE,
  passwordChangeForm,
  WRONG_CURRENT_PASSWORD_MESSAGE,
} from "~/domain/people/accounts/forms";
import { changePassword, changePasswordByApi } from "~/domain/people/accounts/password-change.server";
import { isCommonPassword } from "~/domain/people/accounts/password-rules";
import { requireApiClient } from "~/web/api-clients.server";
import { currentTime } from "~/web/clock.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, failTooMany, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

const DONE = "We’ve changed your password.";

/** For the account's owner. Signs out every other browser and API client; this one gets a new session key or token. */
export async function action({ request }: ActionFunctionArgs) {
  const { accountId, shows } = await requireApiClient(request);
  const now = currentTime();
  const fields = readFields(bodyOf(request), {
    currentPassword: "text",
    newPassword: "text",
    confirmPassword: "text",
  });
  const { currentPassword, newPassword } = validate(passwordChangeForm, {
    ...fields,
    confirmPassword: fields.confirmPassword || fields.newPassword,
  });
  if (isCommonPassword(newPassword)) return failWith("newPassword", COMMON_PASSWORD_MESSAGE);
  const input = { accountId, currentPassword, newPassword };
  const changed =
    shows === "token"
      ? await changePasswordByApi(input, now)
      : await changePassword({ ...input, userAgent: request.headers.get("user-agent") }, now);
  if (!changed.ok) {
    return changed.reason === "wrong_password"
      ? failWith("currentPassword", WRONG_CURRENT_PASSWORD_MESSAGE)
      : failTooMany(LIMITS.password_checks.seconds);
  }
  const told = { message: DONE, data: { message: DONE } };
  if ("token" in changed) return succeed({ ...told, token: changed.token });
  const headers = new Headers();
  for (const cookie of await startCustomerSession(request, changed.sessionKey)) headers.append("Set-Cookie", cookie);
  return succeed(told, { headers });
}

function failWith(field: string, sentence: string): Response {
  const more = { data: { message: sentence } };
  return fail(422, { error: sentence, code: "invalid", fields: { [field]: [sentence] }, more });
}
