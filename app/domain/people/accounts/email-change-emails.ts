import { addressLink, button, digits, greeting, headline, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords } from "~/domain/mail/layout/email-words";

/**
 * Emails about a change of email address: the code that proves the new address, what its owner gets if it is taken, the
 * notice.
 */

/** The code for the new address of a signed-in account. */
export function emailChangeCode(data: { firstName: string; code: string; minutes: number }): Email {
  return {
    kind: "email_change_code",
    subject: "Confirm your new email address for Loop",
    preview: `${data.code} is your code. It works for ${data.minutes} minutes.`,
    blocks: [
      greeting(data.firstName),
      headline("Here’s your code"),
      digits(data.code),
      paragraph(
        `Type it on the page where you changed your email address. From then on you sign in with this one. It works once, for ${data.minutes} minutes. Until then nothing changes.`,
      ),
      note(
        "Didn’t ask for it? Somebody probably typed your address by mistake. You can ignore this email: nothing happens without the code.",
      ),
      note("Nobody from Loop will ever ask you for this code."),
    ],
  };
}

/** For the owner of an address that another account requested. The page shows the same in both cases. */
export function addressTaken(data: { firstName: string; signInUrl: string }): Email {
  return {
    kind: "account_exists",
    subject: "This email address already has a Loop account",
    preview: "We changed nothing.",
    blocks: [
      greeting(data.firstName),
      headline("This address is already yours"),
      paragraph(
        "Somebody with another Loop account just asked to use this email address. It’s already yours, so we changed nothing.",
      ),
      paragraph("If that was you: this address already has its own account. Sign in here."),
      button("Sign in", data.signInUrl),
      note("If it wasn’t you, ignore this email. We didn’t tell anybody that you have an account."),
    ],
  };
}

/**
 * The notice to the old address once the new one is proven.
 * @param data.hint the new address, masked for readers of the old mailbox.
 * @param data.isGuest they have an order and no account, so there is nothing to sign in to.
 */
export function emailChanged(data: {
  firstName: string;
  hint: string;
  companyEmail: string;
  isGuest?: boolean;
}): Email {
  const of = data.isGuest ? "order" : "account";
  const next = data.isGuest
    ? "We’ll send everything about it there from now on."
    : "Sign in with that one from now on; this one no longer works.";
  const you = "If that was you, you don’t need to do anything.";
  return {
    kind: "email_changed",
    subject: `The email address for your Loop ${of} has changed`,
    preview: you,
    blocks: [
      greeting(data.firstName),
      headline("Your email address has changed"),
      paragraph(`The email address for your Loop ${of} is now ${asPlainWords(data.hint)}. ${next}`),
      paragraph(you),
      note(`If it wasn’t, email ${data.companyEmail} straight away and we’ll look into it.`),
      addressLink(data.companyEmail),
    ],
  };
}
