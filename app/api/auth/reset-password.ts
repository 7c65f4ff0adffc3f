import type { ActionFunctionArgs } from "@remix-run/node";
import { COMMON_PASSWORD_MESSAGE, newPasswordForm } from "~/domain/people/accounts/forms";
import { resetPassword } from "~/domain/people/accounts/password-reset.server";
import { isCommonPassword } from "~/domain/people/accounts/password-rules";
import { currentTime } from "~/web/clock.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { fail, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { INVALID_LINK_MESSAGE } from "./reset-copy";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public: for the holder of the link, once. Ends every session of the account and starts none. */
export async function action({ request }: ActionFunctionArgs) {
  const fields = readFields(bodyOf(request), { token: "text", password: "text", confirmPassword: "text" });
  const { password } = validate(newPasswordForm, {
    password: fields.password,
    confirmPassword: fields.confirmPassword ?? fields.password,
  });
  if (isCommonPassword(password)) {
    const words = { password: [COMMON_PASSWORD_MESSAGE] };
    return fail(422, { error: COMMON_PASSWORD_MESSAGE, code: "invalid", fields: words });
  }
  const reset = await resetPassword((fields.token ?? "").slice(0, 100), password, currentTime());
  if (!reset.ok) return fail(400, { error: INVALID_LINK_MESSAGE, code: reset.reason });
  return succeed({ message: "Password reset successfully! You can now sign in with your new password." });
}
