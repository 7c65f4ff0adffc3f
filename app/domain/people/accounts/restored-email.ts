import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { greet } from "~/domain/mail/layout/email-parts";

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
  const hello = greet(data.firstName);
  const what = `We deleted something of yours by mistake. We’ve brought it back from a copy: ${data.what}.`;
  const sorry = "We’re sorry. You don’t need to do anything.";
  const signIn =
    "Sign in with your email address and the password you had. If you’ve forgotten it, you can choose a new one there.";
  const missing = `If anything is still missing, email ${data.companyEmail}.`;
  return {
    kind: "account_restored",
    subject: "Your Loop is back",
    preview: what,
    text: [hello, what, sorry, `${signIn}\n${data.signInUrl}`, missing].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("It’s back"),
      part.paragraph(what),
      part.paragraph(sorry),
      part.paragraph(signIn),
      part.button("Sign in", data.signInUrl),
      part.smallPrint(missing),
      part.link(data.companyEmail, `mailto:${data.companyEmail}`),
    ),
  };
}
