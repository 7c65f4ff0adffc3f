import { addressLink, button, greeting, headline, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";

/**
 * Tells the owner that what an accident of ours had deleted is back.
 * @param data.what such as "your account, 1 loop, 23 weeks and 41 photos"
 */
export function accountRestored(data: {
  firstName: string;
  what: string;
  signInUrl: string;
  companyEmail: string;
}): Email {
  const what = `We deleted something of yours by mistake. We’ve brought it back from a copy: ${data.what}.`;
  return {
    kind: "account_restored",
    subject: "Your Loop is back",
    preview: what,
    blocks: [
      greeting(data.firstName),
      headline("It’s back"),
      paragraph(what),
      paragraph("We’re sorry. You don’t need to do anything."),
      paragraph(
        "Sign in with your email address and the password you had. If you’ve forgotten it, you can choose a new one there.",
      ),
      button("Sign in", data.signInUrl),
      note(`If anything is still missing, email ${data.companyEmail}.`),
      addressLink(data.companyEmail),
    ],
  };
}
