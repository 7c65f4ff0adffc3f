import { numberInWords } from "~/domain/kernel/text/numbers";
import { BACKUP_DAYS, ORDER_RECORD_YEARS } from "~/domain/kernel/time/deletion";

/**
 * What stays after somebody's data was deleted, and why: the deletion page, the emails about it, the receipt and the
 * privacy policy say the same.
 */

export const STAYS = {
  orders: `Records of your orders: what you bought, when and for how much. Tax law makes us keep them for ${numberInWords(ORDER_RECORD_YEARS)} years. They no longer say who you are.`,
  gifts:
    "A gift you bought that hasn’t been used: the voucher stays valid. We keep the recipient’s name and email address until it’s used or runs out, and your message until it has been sent.",
  noEmails:
    "A scrambled form of your email address, if you ever said yes or no to emails from us, so that we keep to what you chose.",
  staff:
    "The record of what our staff did, which can’t be changed. It includes the email address of anyone our staff made a voucher for.",
  backups: `Copies in our backups, until they’re overwritten: ${BACKUP_DAYS} days at most.`,
} as const;

export const WHAT_STAYS: readonly string[] = Object.values(STAYS);

export const WHAT_STAYS_HEADING = "What we keep, and why";

/** What a download of everything leaves out, as text for the person it is about. */
export const LEAVES_OUT =
  "It leaves out the text of our emails, which is in your mailbox; passwords and other keys; where we store files; which of our staff decided something; and what belongs to the other person in a gift. It does say who of our staff looked at your entries or your account, when and why.";
