import type { ActionFunctionArgs } from "@remix-run/node";
import { COMMON_PASSWORD_SENTENCE, newPasswordForm } from "~/domain/people/accounts/forms";
import { resetPassword } from "~/domain/people/accounts/password-reset.server";
import { isCommonPassword } from "~/domain/people/accounts/password-rules";
import { currentTime } from "~/web/clock.server";
import { fail, succeed } from "~/web/json-answers";
import { bodyOf } from "~/web/json-calls.server";
import { judge, readFields } from "~/web/json-fields";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { INVALID_LINK_SENTENCE } from "./reset-copy";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public: for the holder of the link, once. Ends every session of the account and starts none. */
export async function action({ request }: ActionFunctionArgs) {
  const fields = readFields(bodyOf(request), { token: "text", password: "text", confirmPassword: "text" });
  const { password } = judge(newPasswordForm, {
    password: fields.password,
    confirmPassword: fields.confirmPassword ?? fields.password,
  });
  if (isCommonPassword(password)) {
    const words = { password: [COMMON_PASSWORD_SENTENCE] };
    return fail(422, { error: COMMON_PASSWORD_SENTENCE, code: "invalid", fields: words });
  }
  const reset = await resetPassword((fields.token ?? "").slice(0, 100), password, currentTime());
  if (!reset.ok) return fail(400, { error: INVALID_LINK_SENTENCE, code: reset.reason });
  return succeed({ message: "Password reset successfully! You can now sign in with your new password." });
}
