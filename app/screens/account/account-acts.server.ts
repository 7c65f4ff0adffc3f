import { notificationsForm, profileForm } from "~/domain/accounts/forms";
import { saveNotifications, saveProfile } from "~/domain/accounts/profile.server";
import type { SignedIn } from "~/domain/accounts/sessions.server";
import { goOn, sayAgain } from "~/web/answers.server";
import { readClock } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import { formOf } from "~/web/submission.server";

/** What the buttons of the Account tab do. */

export async function saveDetails(request: Request, person: SignedIn) {
  const submission = readForm(formOf(request), profileForm);
  if (submission.status !== "success") return sayAgain("details", submission.reply());
  saveProfile(person.accountId, submission.value, readClock());
  return await goOn("/account-settings", {
    flash: { tone: "ok", message: "Saved.", more: "Your details are up to date." },
  });
}

export async function saveChoices(request: Request, person: SignedIn) {
  const submission = readForm(formOf(request), notificationsForm);
  if (submission.status !== "success") return sayAgain("notifications", submission.reply());
  saveNotifications(person.accountId, submission.value, readClock());
  return await goOn("/account-settings", {
    flash: { tone: "ok", message: "Saved.", more: "We’ll write to you as you chose." },
  });
}
