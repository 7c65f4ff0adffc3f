import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { greet } from "~/domain/mail/layout/email-parts";

/**
 * Emails about registering and about passwords: the code that proves an address, the link to choose a new password, and
 * the notice of a change.
 */

/** The link to choose a new password. It works once, for `minutes` minutes. */
export function passwordReset(data: { firstName: string; resetUrl: string; minutes: number }): Email {
  const hello = greet(data.firstName);
  const use = "Somebody, probably you, asked for a new password for your Loop account. Use this link to choose one.";
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
  const what = "The password for your Loop account has just been changed, and we’ve signed out every other device.";
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
  const hello = greet(data.firstName);
  const use = "Type it on the page where you signed up.";
  const life = `It works once, for ${data.minutes} minutes. After that, ask for a new one on the same page.`;
  const instead = data.link
    ? [
        `No luck with the code? Open this link in the browser where you signed up. It works for ${data.link.hours} hours.`,
        data.link.url,
      ]
    : [];
  const stranger =
    "Didn’t sign up for Loop? Somebody probably typed your address by mistake. You can ignore this email: nothing happens without the code or the link.";
  const secret = "Nobody from Loop will ever ask you for this code.";
  return {
    kind: "verification_code",
    subject: "Your Loop verification code",
    preview: `${data.code} is your code. It works for ${data.minutes} minutes.`,
    text: [hello, `Your verification code is ${data.code}`, `${use} ${life}`, ...instead, stranger, secret].join(
      "\n\n",
    ),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Here’s your code"),
      part.bigCode(data.code),
      part.paragraph(`${use} ${life}`),
      ...(data.link ? [part.paragraph(instead[0] ?? ""), part.link("Confirm my email", data.link.url)] : []),
      part.smallPrint(stranger),
      part.smallPrint(secret),
    ),
  };
}

/**
 * For the owner of an address with which somebody tried to register again. The page responds the same in both cases, so
 * only this email reveals it.
 * @param data.firstName the account's, not the one typed this time.
 */
export function accountExists(data: { firstName: string; signInUrl: string; resetUrl: string }): Email {
  const hello = greet(data.firstName);
  const what =
    "Somebody, probably you, just tried to open a new Loop account with this email address. You don’t need to: you already have one.";
  const signIn = "Sign in, and everything is where you left it.";
  const reset = "Forgotten your password? Choose a new one";
  const stranger =
    "If it wasn’t you, do nothing. Nothing in your account has changed, and we didn’t tell anybody that you have one.";
  return {
    kind: "account_exists",
    subject: "You already have a Loop account",
    preview: "No need to start again: sign in, and everything is where you left it.",
    text: [hello, what, `${signIn}\n${data.signInUrl}`, `${reset}:\n${data.resetUrl}`, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("You already have an account"),
      part.paragraph(what),
      part.paragraph(signIn),
      part.button("Sign in", data.signInUrl),
      part.link(reset, data.resetUrl),
      part.smallPrint(stranger),
    ),
  };
}
