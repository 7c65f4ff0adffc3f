import { capitalise, numberInWords } from "~/domain/kernel/text/numbers";
import { DELETION_WAIT_DAYS } from "~/domain/kernel/time/deletion";
import { momentInWords } from "~/domain/kernel/time/format-days";
import { addressLink, button, greeting, headline, list, note, paragraph } from "~/domain/mail/layout/email-blocks";
import type { Email } from "~/domain/mail/layout/email-layout";
import { WHAT_STAYS, WHAT_STAYS_HEADING } from "~/domain/shop/terms/what-stays";

/** Emails about deleting an account: the deletion is scheduled, withdrawn, done. */

const TIME_LEFT = headline(`${capitalise(numberInWords(DELETION_WAIT_DAYS))} days to change your mind`);
const STAYS = [paragraph(`${WHAT_STAYS_HEADING}:`), list(WHAT_STAYS)];

/** @param data.dueAt when it will be deleted; printed in London time. */
export function deletionRequested(data: {
  firstName: string;
  dueAt: Date;
  settingsUrl: string;
  companyEmail: string;
}): Email {
  const when = momentInWords(data.dueAt);
  return {
    kind: "deletion_asked",
    subject: "We’ll delete your Loop account",
    preview: `On ${when}. Until then you can keep it.`,
    blocks: [
      greeting(data.firstName),
      TIME_LEFT,
      paragraph(`As you asked, we’ll delete your Loop account on ${when}. Your words and photos go with it, for good.`),
      ...STAYS,
      paragraph("Until then nothing changes, and you can still download a copy of everything."),
      paragraph("Changed your mind? Sign in and press “Keep my account”."),
      button("Go to my account", data.settingsUrl),
      note(
        `If you didn’t ask for this, somebody may know your password. Sign in, keep your account and choose a new password, or email ${data.companyEmail} straight away.`,
      ),
      addressLink(data.companyEmail),
    ],
  };
}

export function deletionWithdrawn(data: { firstName: string; settingsUrl: string }): Email {
  return {
    kind: "deletion_withdrawn",
    subject: "Your Loop account is safe",
    preview: "We won’t delete it.",
    blocks: [
      greeting(data.firstName),
      headline("We’re glad you’re staying"),
      paragraph("Your Loop account is safe. We won’t delete it, and nothing in it has changed."),
      note("If that wasn’t you, sign in and check your account settings."),
      button("Go to my account", data.settingsUrl),
    ],
  };
}

/** The same for somebody who bought without an account, and so has nowhere to sign in. */
export function guestDeletionRequested(data: { firstName: string; dueAt: Date; companyEmail: string }): Email {
  const when = momentInWords(data.dueAt);
  return {
    kind: "deletion_asked",
    subject: "We’ll delete what we know about you",
    preview: `On ${when}. You can stop it until then.`,
    blocks: [
      greeting(data.firstName),
      TIME_LEFT,
      paragraph(
        `As you asked, we’ll delete what we know about you on ${when}: your name, your addresses and our emails to you. Any gift you gave still works. A loop you haven’t started can’t be started after that.`,
      ),
      ...STAYS,
      paragraph(
        `Changed your mind, or didn’t ask for this? Email ${data.companyEmail} before then and nothing is deleted.`,
      ),
      addressLink(data.companyEmail),
    ],
  };
}

export function guestDeletionWithdrawn(data: { firstName: string; companyEmail: string }): Email {
  return {
    kind: "deletion_withdrawn",
    subject: "We won’t delete anything",
    preview: "Your orders and gifts are as they were.",
    blocks: [
      greeting(data.firstName),
      headline("We haven’t deleted anything"),
      paragraph("We won’t delete what we know about you. Your orders and gifts are as they were."),
      note(`If you didn’t ask us to keep it, email ${data.companyEmail}.`),
      addressLink(data.companyEmail),
    ],
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
  const at = momentInWords(data.at);
  const gone = hadAccount
    ? `We deleted your Loop account on ${at}. Your words and photos, your books, addresses and emails are gone`
    : `We deleted what we knew about you on ${at}. Your name, your addresses and our emails to you are gone`;
  const thanks = hadAccount ? "Thank you for the weeks you spent with us. " : "";
  return {
    kind: "account_deleted",
    subject: hadAccount ? "Your Loop account has been deleted" : "What we knew about you has been deleted",
    preview: "This is your receipt.",
    blocks: [
      greeting(data.firstName),
      headline(hadAccount ? "We’ve deleted your account" : "We’ve deleted your details"),
      paragraph(`${gone}, and we can’t bring them back.`),
      ...STAYS,
      paragraph("This email is your receipt, and the last one from us. Once it’s sent, we delete this address too."),
      note(`${thanks}If you have a question, email ${data.companyEmail}.`),
      addressLink(data.companyEmail),
    ],
  };
}
