import { secondsUntilFree } from "~/domain/kernel/limits/limits.server";
import { passwordChangeForm, WRONG_CURRENT_PASSWORD_MESSAGE } from "~/domain/people/accounts/forms";
import { changePassword } from "~/domain/people/accounts/password-change.server";
import { RESET_MESSAGES, requestPasswordReset } from "~/domain/people/accounts/password-reset.server";
import { dismissPasswordPrompt } from "~/domain/people/accounts/profile.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { resultOrNull } from "~/web/error-log.server";
import { readNewPassword } from "~/web/new-password.server";
import { refuseTooMany } from "~/web/refusals.server";
import { seeOther } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";
import { TOO_MANY_MESSAGE } from "./account-actions.server";

const FAILED_MESSAGE = "Failed to change password. Please try again.";
const PASSWORD_FORM = {
  intent: "password",
  secrets: ["newPassword", "currentPassword", "confirmPassword"],
} as const;

/** Sets a new password; signs out every other browser and renews this one's session. */
export async function saveNewPassword(request: Request, person: SignedIn) {
  const typed = readNewPassword(formOf(request), passwordChangeForm, PASSWORD_FORM);
  if (typed.refused) return typed.refused;
  const { currentPassword, newPassword } = typed.value;
  const userAgent = request.headers.get("user-agent");
  const input = { accountId: person.accountId, currentPassword, newPassword, userAgent };
  const changed = await resultOrNull(request, () => changePassword(input, currentTime()));
  if (changed === null) return typed.again({ formErrors: [FAILED_MESSAGE] });
  if (!changed.ok && changed.reason === "wrong_password") {
    return typed.again({ fieldErrors: { currentPassword: [WRONG_CURRENT_PASSWORD_MESSAGE] } });
  }
  if (!changed.ok) return typed.again({ formErrors: [TOO_MANY_MESSAGE] });
  return await seeOther("/account-settings?tab=password", {
    cookies: await startCustomerSession(request, changed.sessionKey),
    flash: {
      tone: "ok",
      message: "Your password has been changed.",
      more: "We’ve signed out every other browser and emailed you to confirm it.",
      passesAfter: 5,
    },
  });
}

/** Emails the link to choose a first password, to the address the account was opened with. */
export async function emailPasswordLink({ email }: SignedIn) {
  const now = currentTime();
  if (!requestPasswordReset(email, clientAddress(), now))
    throw refuseTooMany(secondsUntilFree("reset_address", clientAddress(), now));
  return await seeOther("/account-settings?tab=password", { flash: { tone: "ok", ...RESET_MESSAGES } });
}

/** Puts off the question for a password on the dashboard. */
export async function dismissPassword({ accountId }: SignedIn) {
  dismissPasswordPrompt(accountId, currentTime());
  return await seeOther("/dashboard", {
    flash: { tone: "info", message: "You can choose a password in your account settings at any time." },
  });
}
