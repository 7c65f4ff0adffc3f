import { secondsUntilFree } from "~/domain/kernel/limits/limits.server";
import {
  COMMON_PASSWORD_MESSAGE,
  passwordChangeForm,
  WRONG_CURRENT_PASSWORD_MESSAGE,
} from "~/domain/people/accounts/forms";
import { changePassword } from "~/domain/people/accounts/password-change.server";
import { RESET_MESSAGES, requestPasswordReset } from "~/domain/people/accounts/password-reset.server";
import { adviseOn, isCommonPassword } from "~/domain/people/accounts/password-rules";
import { dismissPasswordPrompt } from "~/domain/people/accounts/profile.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { resultOrNull } from "~/web/error-log.server";
import { readForm } from "~/web/read-form";
import { refuseTooMany } from "~/web/refusals.server";
import { seeOther, unprocessable } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";
import { TOO_MANY_MESSAGE } from "./account-actions.server";

const FAILED_MESSAGE = "Failed to change password. Please try again.";

/** Sets a new password; signs out every other browser and renews this one's session. */
export async function saveNewPassword(request: Request, person: SignedIn) {
  const form = formOf(request);
  const submission = readForm(form, passwordChangeForm);
  const typed = String(form.get("newPassword") ?? "");
  const advice = adviseOn(typed);
  const hideFields = ["currentPassword", "newPassword", "confirmPassword"];
  if (submission.status !== "success") return unprocessable("password", submission.reply({ hideFields }), { advice });
  const { currentPassword, newPassword } = submission.value;
  if (isCommonPassword(newPassword)) {
    const fieldErrors = { newPassword: [COMMON_PASSWORD_MESSAGE] };
    return unprocessable("password", submission.reply({ hideFields, fieldErrors }), { advice });
  }
  const userAgent = request.headers.get("user-agent");
  const { accountId } = person;
  const input = { accountId, currentPassword, newPassword, userAgent };
  const changed = await resultOrNull(request, () => changePassword(input, currentTime()));
  if (changed === null) {
    return unprocessable("password", submission.reply({ hideFields, formErrors: [FAILED_MESSAGE] }), {
      advice,
    });
  }
  if (!changed.ok && changed.reason === "wrong_password") {
    const fieldErrors = { currentPassword: [WRONG_CURRENT_PASSWORD_MESSAGE] };
    return unprocessable("password", submission.reply({ hideFields, fieldErrors }), { advice });
  }
  if (!changed.ok) {
    const formErrors = [TOO_MANY_MESSAGE];
    return unprocessable("password", submission.reply({ hideFields, formErrors }), { advice });
  }
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
