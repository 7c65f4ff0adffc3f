import { MOST_RESENDS_A_DAY } from "~/domain/email/delivery-policy";
import { numberInWords } from "~/domain/text/numbers";

/** "password_reset" as "Password reset". */
export function sayKind(kind: string): string {
  const words = kind.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export const REFUSALS: Readonly<Record<string, string>> = {
  waiting: "It waits to be sent; nothing need be done.",
  secret: "It carried a code or a link that works once. Ask its reader to have a new one sent.",
  gift: "A gift’s emails are sent again from the page of its voucher.",
  unwanted: "Its reader has asked for no such emails.",
  moved: "It quotes somebody’s own words, and the account has another email address now.",
  too_often: `It was sent again ${numberInWords(MOST_RESENDS_A_DAY)} times within a day already.`,
};

export const HIDDEN: Readonly<Record<string, string>> = {
  secret: "What it says opens something, so it is shown to nobody but its reader.",
  emptied: "Its words were taken out once it had gone, because they opened something.",
  unsealed:
    "It quotes somebody’s own words and is too old for us to hide only those, so nothing of it is shown.",
};
