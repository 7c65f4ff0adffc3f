import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { londonDay } from "~/domain/kernel/time/days";
import { type GiftState, isTimeToSend } from "~/domain/shop/vouchers/gift-state";
import { type Gift, giftsOf } from "~/domain/shop/vouchers/gifts.server";

/** The label and badge of each state of a gift. */
const STATES: Record<GiftState, { word: string; tone: "good" | "pending" | "bad" | "off" | "info" | "neutral" }> = {
  ready: { word: "Ready to give", tone: "info" },
  scheduled: { word: "Scheduled", tone: "pending" },
  sent: { word: "Sent", tone: "good" },
  opened: { word: "Opened", tone: "info" },
  redeemed: { word: "Redeemed", tone: "good" },
  expired: { word: "Expired", tone: "off" },
  cancelled: { word: "Cancelled", tone: "off" },
  on_hold: { word: "On hold", tone: "pending" },
};

/** States in which a voucher can still be used, sent and corrected. */
const OPEN: readonly GiftState[] = ["ready", "scheduled", "sent", "opened"];

/** All gifts this account has bought, newest first. */
export function giftData(accountId: string, now: Date) {
  return giftsOf(accountId, now).map((gift) => describeGift(gift, now));
}

export type GiftData = ReturnType<typeof giftData>[number];

/** Staff have it sent at once, too, and only hold it for some minutes. */
const whenSent = ({ sentAt, sendOnDay }: Gift["voucher"], now: Date) =>
  sentAt || sendOnDay === null || isTimeToSend(sendOnDay, now) ? ("now" as const) : sendOnDay;

export function describeGift({ voucher, state, code }: Gift, now: Date) {
  const type = findLoopType(voucher.theme ?? "", voucher.type ?? "");
  const isOpen = OPEN.includes(state);
  const sentAt = state === "scheduled" ? null : voucher.sentAt;
  return {
    id: voucher.id,
    title: `${type ? `${type.displayName} loop` : "A loop of any kind"}${voucher.recipientName ? ` for ${voucher.recipientName}` : ""}`,
    state: STATES[state].word,
    tone: STATES[state].tone,
    theme: type?.themeId,
    isOpen,
    canBeSent: isOpen && voucher.recipientEmail !== null,
    wasSent: sentAt !== null,
    code: isOpen || state === "redeemed" ? code : null,
    recipientEmail: voucher.recipientEmail,
    /** The morning it is emailed on, or "now" once that has come; null of one that was sent, or is given by hand. */
    sending: isOpen && voucher.recipientEmail !== null && sentAt === null ? whenSent(voucher, now) : null,
    sentDay: sentAt ? londonDay(sentAt) : null,
    redeemedDay: voucher.redeemedAt ? londonDay(voucher.redeemedAt) : null,
    /** A cancelled voucher is valid on no day. */
    lastDay: state === "cancelled" ? null : londonDay(voucher.expiresAt),
  };
}
