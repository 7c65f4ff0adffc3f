import { addMonths, londonDay } from "~/domain/kernel/time/days";
import { hourInLondon } from "~/domain/kernel/time/instants";
import { VOUCHER_MONTHS } from "~/domain/kernel/time/voucher-validity";
import type { VoucherStatus } from "./rules";

/** The states of a gift, as its giver sees them. */

export type GiftState = "ready" | "scheduled" | "sent" | "opened" | "redeemed" | "expired" | "cancelled" | "on_hold";

export interface GiftData {
  status: VoucherStatus;
  expiresAt: Date;
  recipientEmail: string | null;
  /** When it leaves, where staff have had it sent and it is still held. */
  sentAt: Date | null;
  /** When somebody other than its giver first entered its code. */
  openedAt: Date | null;
}

/** The state of a gift. One without an address is "ready", because its giver passes it on by hand. */
export function giftState(gift: GiftData, now: Date): GiftState {
  if (gift.status === "REDEEMED") return "redeemed";
  if (gift.status === "CANCELLED") return "cancelled";
  if (gift.status === "SUSPENDED") return "on_hold";
  if (gift.status === "EXPIRED" || gift.expiresAt.getTime() < now.getTime()) return "expired";
  if (gift.openedAt) return "opened";
  if (gift.sentAt && gift.sentAt <= now) return "sent";
  return gift.recipientEmail === null ? "ready" : "scheduled";
}

/** The last day a gift can be sent on: a voucher's validity after it was bought. */
export function latestSendDay(boughtAt: Date): string {
  return addMonths(londonDay(boughtAt), VOUCHER_MONTHS);
}

const MORNING_HOUR = 8;

/** Whether a gift is due: at once if no day was chosen, otherwise from eight in the morning (London) of that day. */
export function isTimeToSend(sendOnDay: string | null, now: Date): boolean {
  if (sendOnDay === null) return true;
  const today = londonDay(now);
  if (sendOnDay < today) return true;
  return sendOnDay === today && hourInLondon(now) >= MORNING_HOUR;
}

/** Days before a voucher expires on which a reminder is sent. */
export const REMINDER_DAYS = [60, 14] as const;
