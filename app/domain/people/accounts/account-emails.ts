import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { greet } from "~/domain/mail/layout/email-parts";

/** Emails about passwords: the link to choose a new one, and the notice of a change. */

/** The link to choose a new password. It works once, for `minutes` minutes. */
export function passwordReset(data: { firstName: string; resetUrl: string; minutes: number }): Email {
  const hello = greet(data.firstName);
  const use =
    "Somebody, probably you, asked for a new password for your Loop account. Use this link to choose one.";
  const life = `It works once, for ${data.minutes} minutes. Until then your old password still works.`;
  const stranger = "If it wasn’t you, ignore this email. Nothing changes unless you use the link.";
  return {
    kind: "password_reset",
    subject: "Choose a new password for Loop",
    preview: `The link works once, for ${data.minutes} minutes.`,
    text: [hello, use, data.resetUrl, life, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Choose a new password"),
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
    "The password for your Loop account has just been changed, and we’ve signed out every other device.";
  const you = "If that was you, you don’t need to do anything.";
  const stranger = `If it wasn’t, choose a new password straight away and email ${data.companyEmail}. We’ll look into it.`;
  return {
    kind: "password_changed",
    subject: "Your Loop password has changed",
    preview: you,
    text: [hello, what, you, stranger, data.forgotUrl].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Your password has changed"),
      part.paragraph(what),
      part.paragraph(you),
      part.smallPrint(stranger),
      part.link("Choose a new password", data.forgotUrl),
    ),
  };
}
