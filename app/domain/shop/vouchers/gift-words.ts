import { numberInWords } from "~/domain/kernel/text/numbers";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import { REMINDER_DAYS } from "./gift-state";

/** What we promise about gifts to givers and to those who receive them, each defined once. */

/** `history.server.ts` and `gifts.server.ts` show a giver nothing else of the loop. */
export const GIVER_SEES_NOTHING = "What they write is theirs. You won’t see a word of it unless they show you.";
export const OWNER_DECIDES =
  "The loop belongs to the person who redeems it. The giver doesn’t see what they write, and sees their progress only if they choose to show it.";
/** Beside the switch that shows it. */
export const PROGRESS_ALONE =
  "They see how many weeks are written and when your book is due, never your words or photos.";

export const LIKE_CASH = "Anyone with the code can use it, so treat it like cash.";
export const ONE_LOOP =
  "A voucher buys one loop of any type, with its book and UK delivery, whatever amount is printed on it. You can use it once, for one loop only; it can’t be exchanged for money.";
export const NOTHING_TO_PAY = "There’s nothing for them to pay.";
export const SPENT_LAST = "We only use the voucher when you confirm your delivery date. There’s nothing to pay.";

/** The loop that a giver chose is where its reader starts from. */
export const SWAP = {
  giver: "They can swap it for any other kind when they redeem it.",
  recipient: "You can swap it for any other kind when you redeem it.",
} as const;

export const VALIDITY = {
  giver: `A voucher is valid for ${VOUCHER_MONTHS} months from the day you buy it, or from the day we email it to them if that’s later.`,
  anybody: `It’s valid for ${VOUCHER_MONTHS} months from the day it was bought. If the giver asked us to send it on a later day, the ${VOUCHER_MONTHS} months run from that day instead. You can redeem it until the end of its last day, UK time. We show the date before the giver pays and print it on the voucher.`,
  short: `The voucher is valid for ${VOUCHER_MONTHS} months.`,
} as const;
export const LONGER = "If you need longer, write to us: we can extend it.";

export const GIVER_MAY =
  "Until it’s redeemed, the giver can change both names, the recipient’s email address, the message and the day we send it, and ask us to send it again. The giver needs an account to change it, but not to print it, send it again or cancel it.";
/** Beside what a giver types before they pay. */
export const CHANGED_LATER = {
  account: "You can change all of this later, until they redeem the voucher.",
  guest: "You can change all of this later with an account, until they redeem the voucher.",
} as const;
export const TOLD_WHEN_OPENED = "For your receipt, and to tell you when they’ve opened it.";

/** Who is reminded of a voucher that nobody has used, and when. */
export function formatReminders(who: "you" | "them"): string {
  return `we’ll remind ${who} ${REMINDER_DAYS.join(" and ")} days before`;
}

/** Why a gift's recipient gets its email. */
export function whyGift(from: string): string {
  return `${from} asked us to send you this and gave us your email address. We use it for this voucher alone, as our privacy policy says. We won’t email you about anything else, apart from ${numberInWords(REMINDER_DAYS.length)} reminders before the voucher runs out, or if it stops working or works again.`;
}
