import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { formatNextEmailOf } from "~/domain/diary/entries/weekly-emails";
import { emailLoopOf } from "~/domain/diary/entries/weekly-emails.server";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { waitInWords } from "~/domain/kernel/limits/limits";
import { secondsUntilFree } from "~/domain/kernel/limits/limits.server";
import { addressOwnedBy, makeDefault } from "~/domain/people/accounts/addresses.server";
import { MOST_CODES_MESSAGE } from "~/domain/people/accounts/codes";
import { requestEmailChange } from "~/domain/people/accounts/email-change.server";
import {
  detailsForm,
  emailChangeForm,
  emailsForm,
  passwordChangeForm,
  profileForm,
  WRONG_CURRENT_PASSWORD_MESSAGE,
} from "~/domain/people/accounts/forms";
import { splitName } from "~/domain/people/accounts/full-name";
import { endOwnSession } from "~/domain/people/accounts/own-sessions.server";
import { changePassword } from "~/domain/people/accounts/password-change.server";
import { RESET_MESSAGES, requestPasswordReset } from "~/domain/people/accounts/password-reset.server";
import {
  dismissPasswordPrompt,
  saveEmailChoice,
  saveNewsChoice,
  saveProfile,
} from "~/domain/people/accounts/profile.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { startCustomerSession } from "~/web/customer-auth.server";
import { resultOrNull } from "~/web/error-log.server";
import { readNewPassword } from "~/web/new-password.server";
import { readForm } from "~/web/read-form";
import { refuseTooMany } from "~/web/refusals.server";
import { notFound, seeOther, unprocessable } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";
import { labelOf } from "./account-data.server";

/** The actions of the Account tab. */

export async function saveDetails(request: Request, person: SignedIn) {
  const submission = readForm(formOf(request), detailsForm);
  if (submission.status !== "success") return unprocessable("details", submission.reply());
  const { fullName, phone } = submission.value;
  const profile = profileForm.safeParse({ ...splitName(fullName, person), phone });
  if (!profile.success) {
    const fieldErrors = { fullName: profile.error.issues.slice(0, 1).map(({ message }) => message) };
    return unprocessable("details", submission.reply({ fieldErrors }));
  }
  saveProfile(person.accountId, profile.data, currentTime());
  return await seeOther("/account-settings", {
    flash: { tone: "ok", message: "Saved.", more: "Your details are up to date." },
  });
}

export async function saveChoices(request: Request, person: SignedIn) {
  const submission = readForm(formOf(request), emailsForm);
  if (submission.status !== "success") return unprocessable("notifications", submission.reply());
  const { marketing, email } = submission.value;
  saveEmailChoice(person.accountId, email, currentTime());
  saveNewsChoice(person.accountId, marketing, currentTime());
  return await seeOther("/account-settings", {
    flash: { tone: "ok", message: "Saved.", more: formatNext(person.accountId) },
  });
}

function formatNext(accountId: string): string {
  const years = loopsOf(accountId).flatMap(({ id }) => emailLoopOf(accountId, id) ?? []);
  const says = readSwitches().weeklyEmails ? formatNextEmailOf(years, currentTime()) : null;
  return says ?? "We’ll only send what you chose.";
}

export const TOO_MANY_MESSAGE = `Too many attempts. Please wait ${waitInWords("password_checks")} and try again.`;

/** Sends a code to the new address. The response is the same whether or not the address has an account. */
export async function askForAddress(request: Request, person: SignedIn) {
  const submission = readForm(formOf(request), emailChangeForm);
  const hideFields = ["currentPassword"];
  if (submission.status !== "success") return unprocessable("email", submission.reply({ hideFields }));
  const input = { accountId: person.accountId, client: clientAddress(), ...submission.value };
  const result = await requestEmailChange(input, currentTime());
  if (result.ok) return await seeOther("/account-settings/email");
  switch (result.reason) {
    case "wrong_password": {
      const fieldErrors = { currentPassword: [WRONG_CURRENT_PASSWORD_MESSAGE] };
      return unprocessable("email", submission.reply({ hideFields, fieldErrors }));
    }
    case "same_address": {
      const fieldErrors = { newEmail: ["That’s already your email address"] };
      return unprocessable("email", submission.reply({ hideFields, fieldErrors }));
    }
    case "too_many_guesses":
      return unprocessable("email", submission.reply({ hideFields, formErrors: [TOO_MANY_MESSAGE] }));
    case "too_many_codes": {
      const formErrors = [`${MOST_CODES_MESSAGE} Please try again tomorrow.`];
      return unprocessable("email", submission.reply({ hideFields, formErrors }));
    }
  }
}

export async function chooseDefault(request: Request, { accountId }: SignedIn) {
  const addressId = String(formOf(request).get("address") ?? "");
  const chosen = makeDefault(accountId, addressId, currentTime());
  const address = addressOwnedBy(accountId, addressId);
  if (!chosen.ok || !address) notFound();
  return await seeOther("/account-settings?tab=addresses", {
    flash: { tone: "ok", message: `${labelOf(address)} is your default address.` },
  });
}

/** Ends one of the customer's own sessions at once. */
export async function endBrowser(request: Request, { accountId }: SignedIn) {
  const ended = endOwnSession(accountId, String(formOf(request).get("session") ?? ""));
  if (!ended.ok) notFound();
  return await seeOther("/account-settings?tab=privacy", {
    flash: { tone: "ok", message: "Signed out." },
  });
}

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
