import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { DELETION_WAIT_DAYS } from "~/domain/kernel/time/deletion";
import { momentInWords } from "~/domain/kernel/time/format-days";
import type { Email } from "~/domain/mail/layout/email-layout";
import * as part from "~/domain/mail/layout/email-parts";
import { greet } from "~/domain/mail/layout/email-parts";
import { WHAT_STAYS, WHAT_STAYS_HEADING } from "~/domain/shop/terms/what-stays";

/** Emails about deleting an account: the deletion is scheduled, withdrawn, done. */

const STAYS_IN_TEXT = [`${WHAT_STAYS_HEADING}:`, ...WHAT_STAYS.map((one) => `- ${one}`)].join("\n");
const staysInHtml = () => [`${WHAT_STAYS_HEADING}:`, ...WHAT_STAYS].map((one) => part.paragraph(one));

/** @param data.dueAt when it will be deleted; printed in London time. */
export function deletionRequested(data: {
  firstName: string;
  dueAt: Date;
  settingsUrl: string;
  companyEmail: string;
}): Email {
  const hello = greet(data.firstName);
  const when = momentInWords(data.dueAt);
  const what = `As you asked, we’ll delete your Loop account on ${when}. Your words and photos go with it, for good.`;
  const take = "Until then nothing changes, and you can still download a copy of everything.";
  const keep = "Changed your mind? Sign in and press “Keep my account”.";
  const stranger = `If you didn’t ask for this, somebody may know your password. Sign in, keep your account and choose a new password, or email ${data.companyEmail} straight away.`;
  return {
    kind: "deletion_asked",
    subject: "We’ll delete your Loop account",
    preview: `On ${when}. Until then you can keep it.`,
    text: [hello, what, STAYS_IN_TEXT, take, `${keep}\n${data.settingsUrl}`, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(`${capitalise(numberInWords(DELETION_WAIT_DAYS))} days to change your mind`),
      part.paragraph(what),
      ...staysInHtml(),
      part.paragraph(take),
      part.paragraph(keep),
      part.button("Go to my account", data.settingsUrl),
      part.smallPrint(stranger),
      part.link(data.companyEmail, `mailto:${data.companyEmail}`),
    ),
  };
}

export function deletionWithdrawn(data: { firstName: string; settingsUrl: string }): Email {
  const hello = greet(data.firstName);
  const what = "Your Loop account is safe. We won’t delete it, and nothing in it has changed.";
  const stranger = "If that wasn’t you, sign in and check your account settings.";
  return {
    kind: "deletion_withdrawn",
    subject: "Your Loop account is safe",
    preview: "We won’t delete it.",
    text: [hello, what, `${stranger}\n${data.settingsUrl}`].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("We’re glad you’re staying"),
      part.paragraph(what),
      part.smallPrint(stranger),
      part.button("Go to my account", data.settingsUrl),
    ),
  };
}

/** The same for somebody who bought without an account, and so has nowhere to sign in. */
export function guestDeletionRequested(data: { firstName: string; dueAt: Date; companyEmail: string }): Email {
  const hello = greet(data.firstName);
  const when = momentInWords(data.dueAt);
  const what = `As you asked, we’ll delete what we know about you on ${when}: your name, your addresses and our emails to you. Any gift you gave still works. A loop you haven’t started can’t be started after that.`;
  const keep = `Changed your mind, or didn’t ask for this? Email ${data.companyEmail} before then and nothing is deleted.`;
  return {
    kind: "deletion_asked",
    subject: "We’ll delete what we know about you",
    preview: `On ${when}. You can stop it until then.`,
    text: [hello, what, STAYS_IN_TEXT, keep].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(`${capitalise(numberInWords(DELETION_WAIT_DAYS))} days to change your mind`),
      part.paragraph(what),
      ...staysInHtml(),
      part.paragraph(keep),
      part.link(data.companyEmail, `mailto:${data.companyEmail}`),
    ),
  };
}

export function guestDeletionWithdrawn(data: { firstName: string; companyEmail: string }): Email {
  const hello = greet(data.firstName);
  const what = "We won’t delete what we know about you. Your orders and gifts are as they were.";
  const stranger = `If you didn’t ask us to keep it, email ${data.companyEmail}.`;
  return {
    kind: "deletion_withdrawn",
    subject: "We won’t delete anything",
    preview: "Your orders and gifts are as they were.",
    text: [hello, what, stranger].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline("We haven’t deleted anything"),
      part.paragraph(what),
      part.smallPrint(stranger),
      part.link(data.companyEmail, `mailto:${data.companyEmail}`),
    ),
  };
}

/** The receipt of a deletion. It is the last email; its address is erased once it is sent. */
export function accountDeleted(data: {
  firstName: string;
  at: Date;
  companyEmail: string;
  hadAccount: boolean;
}): Email {
  const { hadAccount } = data;
  const hello = greet(data.firstName);
  const gone = hadAccount
    ? `We deleted your Loop account on ${momentInWords(data.at)}. Your words and photos, your books, addresses and emails are gone`
    : `We deleted what we knew about you on ${momentInWords(data.at)}. Your name, your addresses and our emails to you are gone`;
  const what = `${gone}, and we can’t bring them back.`;
  const last = "This email is your receipt, and the last one from us. Once it’s sent, we delete this address too.";
  const bye = `${hadAccount ? "Thank you for the weeks you spent with us. " : ""}If you have a question, email ${data.companyEmail}.`;
  return {
    kind: "account_deleted",
    subject: hadAccount ? "Your Loop account has been deleted" : "What we knew about you has been deleted",
    preview: "This is your receipt.",
    text: [hello, what, STAYS_IN_TEXT, last, bye].join("\n\n"),
    html: part.stretch(
      part.greeting(hello),
      part.headline(hadAccount ? "We’ve deleted your account" : "We’ve deleted your details"),
      part.paragraph(what),
      ...staysInHtml(),
      part.paragraph(last),
      part.smallPrint(bye),
      part.link(data.companyEmail, `mailto:${data.companyEmail}`),
    ),
  };
}
