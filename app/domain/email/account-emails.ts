import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { greet } from "./email-parts";

/** Emails about passwords: the link to choose a new one, and the notice of a change. */

/** The link to choose a new password. It works once, for `minutes` minutes. */
export function passwordReset(data: { firstName: string; resetUrl: string; minutes: number }): Email {
  const hello = greet(data.firstName);
  const use =
    "Somebody, probably you, asked to choose a new password for your Loop account. This link opens the page for it.";
  const life = `It works once, for ${data.minutes} minutes. Until then your old password is as good as ever.`;
  const stranger = "If it wasn't you, do nothing. Without this link nothing changes.";
  return {
    kind: "password_reset",
    subject: "Choose a new password for Loop",
    preview: `The link works once, for ${data.minutes} minutes.`,
    text: [hello, use, data.resetUrl, life, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("A new password, then."),
      part.paragraph(use),
      part.button("Choose a new password", data.resetUrl),
      part.paragraph(life),
      part.smallPrint(stranger),
    ),
  };
}

/** The notice of a changed password, to the account's address, regardless of who changed it. */
export function passwordChanged(data: { firstName: string; forgotUrl: string; companyEmail: string }): Email {
  const hello = greet(data.firstName);
  const what =
    "The password of your Loop account has just been changed, and every other device has been signed out.";
  const you = "If that was you, there is nothing to do.";
  const stranger = `If it was not, choose a new password at once, and write to ${data.companyEmail} so that we can look into it.`;
  return {
    kind: "password_changed",
    subject: "Your Loop password was changed",
    preview: you,
    text: [hello, what, you, stranger, data.forgotUrl].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Your password was changed."),
      part.paragraph(what),
      part.paragraph(you),
      part.smallPrint(stranger),
      part.link("Choose a new password", data.forgotUrl),
    ),
  };
}
