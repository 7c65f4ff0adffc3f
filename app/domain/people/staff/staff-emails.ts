import { button, greeting, headline, link, list, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { asPlainWords, shorten } from "~/domain/mail/layout/email-words";

/** The link by which a staff member sets up their sign-in; it works once, for this many days. */
export function staffSetUp(data: { name: string; setUpUrl: string; days: number; isNew: boolean }): Email {
  return {
    kind: "staff_set_up",
    subject: data.isNew ? "Your HyperLoop account" : "Set up HyperLoop again",
    preview: `The link works once, for ${data.days} days.`,
    blocks: [
      greeting(data.name),
      headline(data.isNew ? "Welcome to HyperLoop" : "Set up HyperLoop again"),
      paragraph(
        data.isNew
          ? "You have an account in HyperLoop, our back office. Use this link to choose a password and set up your authenticator."
          : "Your sign-in to HyperLoop, our back office, was reset. Use this link to choose a new password and set up your authenticator again.",
      ),
      button("Set up my account", data.setUpUrl),
      paragraph(
        `It works once, for ${data.days} days. Only you will know the password, and nobody will ever ask you for it.`,
      ),
      note("If you didn’t expect this, don’t open the link, and tell a super admin."),
    ],
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
  const what = asPlainWords(data.what);
  return {
    kind: "staff_changed",
    subject,
    preview: what,
    blocks: [greeting(data.name), headline(subject), paragraph(what), button(open, data.url), note(why)],
  };
}

/** To somebody who may approve: what waits for them, a line each. */
export function approvalsWaiting(data: { name: string; lines: readonly string[]; inboxUrl: string }): Email {
  const lines = data.lines.map(asPlainWords);
  const [only = ""] = lines;
  const one = lines.length === 1;
  const what = one
    ? "A colleague has asked for this. It needs a second person to approve or decline it."
    : "Your colleagues have asked for these. Each needs a second person to approve or decline it.";
  return {
    kind: "approvals_waiting",
    subject: one ? `To approve: ${shorten(only, 60)}` : `${lines.length} requests to approve`,
    preview: what,
    blocks: [
      greeting(data.name),
      headline(one ? "One request to approve" : `${lines.length} requests to approve`),
      paragraph(what),
      list(lines),
      button("Open the inbox", data.inboxUrl),
      note("We send this at most once an hour."),
    ],
  };
}

/** To a customer whose account staff have opened: it has no password until they choose one. */
export function accountOpened(data: {
  firstName: string;
  email: string;
  passwordUrl: string;
  termsUrl: string;
}): Email {
  return {
    kind: "account_opened",
    subject: "Your Loop account",
    preview: "Choose your password to get started.",
    blocks: [
      greeting(data.firstName),
      headline("Your account is ready"),
      paragraph(
        `We’ve opened a Loop account for ${asPlainWords(data.email)}, as you asked. It doesn’t have a password yet.`,
      ),
      paragraph("To choose one, type your email address on this page and we’ll email you a link."),
      button("Choose my password", data.passwordUrl),
      paragraph("By signing in you accept our Terms & Conditions."),
      link("Read the Terms & Conditions", data.termsUrl),
      note("If you didn’t ask for it, reply to this email and we’ll delete it."),
    ],
  };
}
