import type { Email } from "./email-layout";
import * as part from "./email-parts";
import { asPlainWords } from "./email-parts";

/** The link by which a staff member sets up their sign-in; it works once, for this many days. */
export function staffSetUp(data: { name: string; setUpUrl: string; days: number; isNew: boolean }): Email {
  const hello = `Hello ${asPlainWords(data.name)},`;
  const what = data.isNew
    ? "An account for HyperLoop, our back office, was made for you. Choose your password and set up your authenticator with this link."
    : "Your sign-in to HyperLoop, our back office, was reset. Choose a new password and set up your authenticator again with this link.";
  const life = `It works once, for ${data.days} days. Nobody but you will know the password, and nobody will ever ask you for it.`;
  const stranger = "If you did not expect this, tell a super admin, and do not open it.";
  return {
    kind: "staff_set_up",
    subject: data.isNew ? "Your account for HyperLoop" : "Set up HyperLoop again",
    preview: `The link works once, for ${data.days} days.`,
    text: [hello, what, data.setUpUrl, life, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(data.isNew ? "Welcome aboard." : "Once more, then."),
      part.paragraph(what),
      part.button("Set up my account", data.setUpUrl),
      part.paragraph(life),
      part.smallPrint(stranger),
    ),
  };
}

/** To a customer whose account staff have opened: it has no password until they choose one. */
export function accountOpened(data: {
  firstName: string;
  email: string;
  passwordUrl: string;
  termsUrl: string;
}): Email {
  const name = asPlainWords(data.firstName);
  const hello = name === "" ? "Hello," : `Hello ${name},`;
  const what = `We have opened an account at Loop for ${asPlainWords(data.email)}, as you asked. Nobody has a password for it yet.`;
  const how = "Choose yours on this page: type your email address, and we’ll send you a link.";
  const terms = `By signing in you accept our Terms & Conditions and Privacy Policy: ${data.termsUrl}`;
  const stranger = "If you did not ask for it, tell us by answering this email and we delete it.";
  return {
    kind: "account_opened",
    subject: "Your account at Loop",
    preview: "Choose your password, and you are in.",
    text: [hello, what, how, data.passwordUrl, terms, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Your account is open."),
      part.paragraph(what),
      part.paragraph(how),
      part.button("Choose my password", data.passwordUrl),
      part.paragraph(terms),
      part.smallPrint(stranger),
    ),
  };
}
