import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { asPlainWords } from "~/domain/mail/layout/email-parts";

/** The link by which a staff member sets up their sign-in; it works once, for this many days. */
export function staffSetUp(data: { name: string; setUpUrl: string; days: number; isNew: boolean }): Email {
  const hello = `Hello ${asPlainWords(data.name)},`;
  const what = data.isNew
    ? "You have an account in HyperLoop, our back office. Use this link to choose a password and set up your authenticator."
    : "Your sign-in to HyperLoop, our back office, was reset. Use this link to choose a new password and set up your authenticator again.";
  const life = `It works once, for ${data.days} days. Only you will know the password, and nobody will ever ask you for it.`;
  const stranger = "If you didn’t expect this, don’t open the link, and tell a super admin.";
  return {
    kind: "staff_set_up",
    subject: data.isNew ? "Your HyperLoop account" : "Set up HyperLoop again",
    preview: `The link works once, for ${data.days} days.`,
    text: [hello, what, data.setUpUrl, life, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(data.isNew ? "Welcome to HyperLoop" : "Set up HyperLoop again"),
      part.paragraph(what),
      part.button("Set up my account", data.setUpUrl),
      part.paragraph(life),
      part.smallPrint(stranger),
    ),
  };
}

/** The two kinds of news for super admins, which nobody is to make unseen. */
const STAFF_NEWS = {
  account: {
    subject: "A staff account has changed",
    open: "Open the account",
    why: "If you didn’t expect this, deactivate the account and ask them.",
  },
  limits: {
    subject: "The limits of one person have changed",
    open: "Open the limits",
    why: "If you didn’t expect this, ask them, and ask for the old limits back.",
  },
} as const;

/** To the other super admins: what one of them did to a staff account, or to what one person may give away. */
export function staffChanged(data: { name: string; about: keyof typeof STAFF_NEWS; what: string; url: string }): Email {
  const { subject, open, why } = STAFF_NEWS[data.about];
  const hello = `Hello ${asPlainWords(data.name)},`;
  const what = asPlainWords(data.what);
  return {
    kind: "staff_changed",
    subject,
    preview: what,
    text: [hello, what, data.url, why].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(subject),
      part.paragraph(what),
      part.button(open, data.url),
      part.smallPrint(why),
    ),
  };
}

/** To somebody who may approve: what waits for them, a line each. */
export function approvalsWaiting(data: { name: string; lines: readonly string[]; inboxUrl: string }): Email {
  const hello = `Hello ${asPlainWords(data.name)},`;
  const lines = data.lines.map(asPlainWords);
  const [only = ""] = lines;
  const one = lines.length === 1;
  const what = one
    ? "A colleague has asked for this. It needs a second person to approve or decline it."
    : "Your colleagues have asked for these. Each needs a second person to approve or decline it.";
  const why = "We send this at most once an hour.";
  return {
    kind: "approvals_waiting",
    subject: one ? `To approve: ${part.shorten(only, 60)}` : `${lines.length} requests to approve`,
    preview: what,
    text: [hello, what, lines.map((line) => `- ${line}`).join("\n"), data.inboxUrl, why].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(one ? "One request to approve" : `${lines.length} requests to approve`),
      part.paragraph(what),
      ...lines.map((line) => part.paragraph(line)),
      part.button("Open the inbox", data.inboxUrl),
      part.smallPrint(why),
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
  const what = `We’ve opened a Loop account for ${asPlainWords(data.email)}, as you asked. It doesn’t have a password yet.`;
  const how = "To choose one, type your email address on this page and we’ll email you a link.";
  const terms = "By signing in you accept our Terms & Conditions.";
  const readThem = "Read the Terms & Conditions";
  const stranger = "If you didn’t ask for it, reply to this email and we’ll delete it.";
  return {
    kind: "account_opened",
    subject: "Your Loop account",
    preview: "Choose your password to get started.",
    text: [hello, what, how, data.passwordUrl, `${terms}\n${readThem}: ${data.termsUrl}`, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("Your account is ready"),
      part.paragraph(what),
      part.paragraph(how),
      part.button("Choose my password", data.passwordUrl),
      part.paragraph(terms),
      part.link(readThem, data.termsUrl),
      part.smallPrint(stranger),
    ),
  };
}
