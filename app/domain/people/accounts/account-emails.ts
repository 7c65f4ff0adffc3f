import { button, digits, greeting, headline, link, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";

/**
 * Emails about registering and about passwords: the code that proves an address, the link to choose a new password, and
 * the notice of a change.
 */

/** The link to choose a new password. It works once, for `minutes` minutes. */
export function passwordReset(data: { firstName: string; resetUrl: string; minutes: number }): Email {
  return {
    kind: "password_reset",
    subject: "Choose a new password for Loop",
    preview: `The link works once, for ${data.minutes} minutes.`,
    blocks: [
      greeting(data.firstName),
      headline("Choose a new password"),
      paragraph("Somebody, probably you, asked for a new password for your Loop account. Use this link to choose one."),
      button("Choose a new password", data.resetUrl),
      paragraph(`It works once, for ${data.minutes} minutes. Until then your old password still works.`),
      note("If it wasn’t you, ignore this email. Nothing changes unless you use the link."),
    ],
  };
}

/** The notice of a changed password, to the account's address, regardless of who changed it. */
export function passwordChanged(data: { firstName: string; forgotUrl: string; companyEmail: string }): Email {
  const you = "If that was you, you don’t need to do anything.";
  return {
    kind: "password_changed",
    subject: "Your Loop password has changed",
    preview: you,
    blocks: [
      greeting(data.firstName),
      headline("Your password has changed"),
      paragraph("The password for your Loop account has just been changed, and we’ve signed out every other device."),
      paragraph(you),
      note(`If it wasn’t, choose a new password straight away and email ${data.companyEmail}. We’ll look into it.`),
      link("Choose a new password", data.forgotUrl),
    ],
  };
}

/**
 * The code that proves an address. It is in both parts of the email and not in the subject.
 * @param data.link proves the address too, in the browser that registered, for this many hours.
 */
export function verificationCode(data: {
  firstName: string;
  code: string;
  minutes: number;
  link?: { url: string; hours: number };
}): Email {
  return {
    kind: "verification_code",
    subject: "Your Loop verification code",
    preview: `${data.code} is your code. It works for ${data.minutes} minutes.`,
    blocks: [
      greeting(data.firstName),
      headline("Here’s your code"),
      digits(data.code),
      paragraph(
        `Type it on the page where you signed up. It works once, for ${data.minutes} minutes. After that, ask for a new one on the same page.`,
      ),
      ...(data.link
        ? [
            paragraph(
              `No luck with the code? Open this link in the browser where you signed up. It works for ${data.link.hours} hours.`,
            ),
            link("Confirm my email", data.link.url),
          ]
        : []),
      note(
        "Didn’t sign up for Loop? Somebody probably typed your address by mistake. You can ignore this email: nothing happens without the code or the link.",
      ),
      note("Nobody from Loop will ever ask you for this code."),
    ],
  };
}

/**
 * For the owner of an address with which somebody tried to register again. The page responds the same in both cases, so
 * only this email reveals it.
 * @param data.firstName the account's, not the one typed this time.
 */
export function accountExists(data: { firstName: string; signInUrl: string; resetUrl: string }): Email {
  return {
    kind: "account_exists",
    subject: "You already have a Loop account",
    preview: "No need to start again: sign in, and everything is where you left it.",
    blocks: [
      greeting(data.firstName),
      headline("You already have an account"),
      paragraph(
        "Somebody, probably you, just tried to open a new Loop account with this email address. You don’t need to: you already have one.",
      ),
      paragraph("Sign in, and everything is where you left it."),
      button("Sign in", data.signInUrl),
      link("Forgotten your password? Choose a new one", data.resetUrl),
      note(
        "If it wasn’t you, do nothing. Nothing in your account has changed, and we didn’t tell anybody that you have one.",
      ),
    ],
  };
}
