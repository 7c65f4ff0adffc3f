import type { ActionFunctionArgs } from "@remix-run/node";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { forgotPasswordForm } from "~/domain/people/accounts/forms";
import { RESET_MESSAGES, requestPasswordReset } from "~/domain/people/accounts/password-reset.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { bodyOf } from "~/web/json-calls.server";
import { readFields, validate } from "~/web/json-fields";
import { failTooMany, succeed } from "~/web/json-responses";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { json: ["POST"] } };

/** Public. Known and unknown addresses get the same response. */
export async function action({ request }: ActionFunctionArgs) {
  const { email } = validate(forgotPasswordForm, readFields(bodyOf(request), { email: "text" }));
  if (!requestPasswordReset(email, clientAddress(), currentTime())) return failTooMany(LIMITS.reset_address.seconds);
  return succeed({ message: `${RESET_MESSAGES.message} ${RESET_MESSAGES.more}` });
}
