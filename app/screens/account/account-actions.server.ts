import { readSwitches } from "~/domain/backoffice/settings/switches.server";
import { formatNextEmailOf } from "~/domain/diary/entries/weekly-emails";
import { emailLoopOf } from "~/domain/diary/entries/weekly-emails.server";
import { loopsOf } from "~/domain/diary/loops/loops.server";
import { waitInWords } from "~/domain/kernel/limits/limits";
import { MOST_CODES_MESSAGE } from "~/domain/people/accounts/codes";
import { requestEmailChange } from "~/domain/people/accounts/email-change.server";
import {
  detailsForm,
  emailChangeForm,
  emailsForm,
  profileForm,
  WRONG_CURRENT_PASSWORD_MESSAGE,
} from "~/domain/people/accounts/forms";
import { splitName } from "~/domain/people/accounts/full-name";
import { saveEmailChoice, saveNewsChoice, saveProfile } from "~/domain/people/accounts/profile.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { currentTime } from "~/web/clock.server";
import { clientAddress } from "~/web/connection.server";
import { readForm } from "~/web/read-form";
import { seeOther, unprocessable } from "~/web/responses.server";
import { formOf } from "~/web/submission.server";

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
