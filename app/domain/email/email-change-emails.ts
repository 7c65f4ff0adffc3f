import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords, greet } from "./email-parts";

/**
 * Emails about a change of email address: the code that proves the new address, what its owner gets if it is taken, the
 * notice.
 */

/** The code for the new address of a signed-in account. */
export function emailChangeCode(data: { firstName: string; code: string; minutes: number }): Email {
  const hello = greet(data.firstName);
  const use = "Type it on the page where you asked for your new address. Then you sign in with this address.";
  const life = `It works once, for ${data.minutes} minutes. Until then everything stays as it is.`;
  const stranger =
    "Didn’t ask for it? Then somebody mistyped. Without the code nothing happens, and you can forget this email.";
  const secret = "Nobody from Loop will ever ask you for this code.";
  return {
    kind: "email_change_code",
    subject: "Confirm your new address for Loop",
    preview: `${data.code} is your code. It works for ${data.minutes} minutes.`,
    text: [hello, `Your code is ${data.code}`, `${use} ${life}`, stranger, secret].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Here is your code."),
      part.bigCode(data.code),
      part.paragraph(`${use} ${life}`),
      part.smallPrint(stranger),
      part.smallPrint(secret),
    ),
  };
}

/** For the owner of an address that another account requested. The page shows the same in both cases. */
export function addressTaken(data: { firstName: string; signInUrl: string }): Email {
  const hello = greet(data.firstName);
  const what =
    "Somebody with another Loop account just asked to use this e-mail address. It is yours already, so nothing was changed.";
  const you = "If that was you: this address has an account of its own. Sign in to it here.";
  const stranger = "If it wasn’t you, do nothing. Nobody was told that your account exists.";
  return {
    kind: "account_exists",
    subject: "This address already has a Loop account",
    preview: "Nothing was changed.",
    text: [hello, what, `${you}\n${data.signInUrl}`, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("This address is yours already."),
      part.paragraph(what),
      part.paragraph(you),
      part.button("Sign in", data.signInUrl),
      part.smallPrint(stranger),
    ),
  };
}

/**
 * The notice to the old address once the new one is proven.
 * @param data.hint the new address, masked for readers of the old mailbox.
 */
export function emailChanged(data: { firstName: string; hint: string; companyEmail: string }): Email {
  const hello = greet(data.firstName);
  const what = `The e-mail address of your Loop account has just been changed to ${asPlainWords(data.hint)}. From now on you sign in with that one, and this one no longer opens anything.`;
  const you = "If that was you, there is nothing to do.";
  const stranger = `If it was not, write to ${data.companyEmail} at once, so that we can look into it.`;
  return {
    kind: "email_changed",
    subject: "The address of your Loop account was changed",
    preview: you,
    text: [hello, what, you, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Your address was changed."),
      part.paragraph(what),
      part.paragraph(you),
      part.smallPrint(stranger),
      part.link(data.companyEmail, `mailto:${data.companyEmail}`),
    ),
  };
}
