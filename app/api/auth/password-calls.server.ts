import { LIMITS } from "~/domain/kernel/limits/limits";
import {
  COMMON_PASSWORD_MESSAGE,
  forgotPasswordForm,
  newPasswordForm,
  passwordChangeForm,
  WRONG_CURRENT_PASSWORD_MESSAGE,
} from "~/domain/people/accounts/forms";
import { changePassword, changePasswordByApi } from "~/domain/people/accounts/password-change.server";
import {
  openResetLink,
  RESET_MESSAGES,
  requestPasswordReset,
  resetPassword,
} from "~/domain/people/accounts/password-reset.server";
import { clientAddress } from "~/web/connection.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { fail, failField, failTooMany, succeed } from "~/web/json-responses";
import { type Calls, call } from "../declared-calls.server";
import { refuseCommon } from "./attempts.server";

const INVALID_LINK_MESSAGE = "Invalid or expired reset link. Please request a new one.";
const CHANGED_MESSAGE = "We’ve changed your password.";

export const PASSWORD_CALLS: Calls = {
  /** Known and unknown addresses get the same response. */
  "POST /auth/forgot-password": call({
    who: "anybody",
    takes: { email: "text" },
    schema: forgotPasswordForm,
    run: ({ input, now }) =>
      requestPasswordReset(input.email, clientAddress(), now)
        ? { message: `${RESET_MESSAGES.message} ${RESET_MESSAGES.more}` }
        : failTooMany(LIMITS.reset_address.seconds),
  }),

  /** For the holder of the link. Reading it does not use it up. */
  "GET /auth/reset-password/:token": call({
    who: "anybody",
    guard: { secretParams: ["token"] },
    run: ({ param, now }) => {
      const link = openResetLink(param("token").slice(0, 100), now);
      if (!link) return fail(400, { error: INVALID_LINK_MESSAGE, code: "invalid_link" });
      const headers = new Headers({ "Referrer-Policy": "no-referrer" });
      return succeed({ email: maskEmail(link.email) }, { headers });
    },
  }),

  /** For the holder of the link, once. Ends every session of the account and starts none. */
  "POST /auth/reset-password": call({
    who: "anybody",
    takes: { token: "text", password: "text", confirmPassword: "text" },
    schema: newPasswordForm,
    asForm: ({ password, confirmPassword }) => ({ password, confirmPassword: confirmPassword ?? password }),
    run: async ({ sent, input: { password }, now }) => {
      const refused = refuseCommon("password", password);
      if (refused) return refused;
      const reset = await resetPassword((sent.token ?? "").slice(0, 100), password, now);
      if (!reset.ok) return fail(400, { error: INVALID_LINK_MESSAGE, code: reset.reason });
      return { message: "Password reset successfully! You can now sign in with your new password." };
    },
  }),

  /** For the account's owner. Signs out every other browser and API client; this one gets a new session key or token. */
  "POST /account/change-password": call({
    who: "customer",
    takes: { currentPassword: "text", newPassword: "text", confirmPassword: "text" },
    schema: passwordChangeForm,
    asForm: (sent) => ({ ...sent, confirmPassword: sent.confirmPassword || sent.newPassword }),
    run: async ({ request, client, input, now }) => {
      const { currentPassword, newPassword } = input;
      const refused = refuseCommon("newPassword", newPassword, { data: { message: COMMON_PASSWORD_MESSAGE } });
      if (refused) return refused;
      const wanted = { accountId: client.accountId, currentPassword, newPassword };
      const changed =
        client.shows === "token"
          ? await changePasswordByApi(wanted, now)
          : await changePassword({ ...wanted, userAgent: request.headers.get("user-agent") }, now);
      if (!changed.ok) {
        if (changed.reason !== "wrong_password") return failTooMany(LIMITS.password_checks.seconds);
        const error = WRONG_CURRENT_PASSWORD_MESSAGE;
        return failField("currentPassword", error, "invalid", { data: { message: error } });
      }
      const told = { message: CHANGED_MESSAGE, data: { message: CHANGED_MESSAGE } };
      if ("token" in changed) return { ...told, token: changed.token };
      const headers = new Headers();
      for (const cookie of await startCustomerSession(request, changed.sessionKey))
        headers.append("Set-Cookie", cookie);
      return succeed(told, { headers });
    },
  }),
};

/** Enough of an address for its owner to recognise it: "m***@example.org". */
function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return `${[...email.slice(0, at)][0] ?? ""}***${email.slice(at)}`;
}
