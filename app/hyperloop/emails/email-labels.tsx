import { numberInWords } from "~/domain/kernel/text/numbers";
import { KEEP_EMAIL_BODIES_DAYS } from "~/domain/kernel/time/retention-periods";
import { MOST_RESENDS_A_DAY } from "~/domain/mail/outbox/delivery-policy";

/** "password_reset" as "Password reset". */
export function formatKind(kind: string): string {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const OLD = `We delete the text of an email ${KEEP_EMAIL_BODIES_DAYS} days after it was sent.`;

export const REFUSALS: Readonly<Record<string, string>> = {
  waiting: "It’s waiting to be sent. You don’t need to do anything.",
  secret: "It contained a code or link that works once. Ask the recipient to request a new one.",
  emptied: `${OLD} So it can’t be sent again.`,
  gift: "Resend a gift’s emails from the voucher’s page.",
  unwanted: "The recipient has turned these emails off.",
  moved: "It quotes somebody’s own words, and the account’s email address has changed.",
  too_often: `It has been resent ${numberInWords(MOST_RESENDS_A_DAY)} times today. That’s the limit.`,
};

export const HIDDEN: Readonly<Record<string, string>> = {
  secret: "It contains a code or link that grants access, so only the recipient can see it.",
  emptied: "It contained a code or link that grants access, so we deleted the text once it was sent.",
  old: OLD,
  unsealed: "It quotes somebody’s own words and is too old to hide only those, so we don’t show it.",
};
