import { addMonths, londonDay } from "../time/days";
import { hourInLondon } from "../time/instants";
import type { VoucherStatus } from "./rules";
import { VOUCHER_MONTHS } from "./validity";

/** What has become of a gift, in the words its giver reads. */

export type GiftState =
  | "ready"
  | "scheduled"
  | "sent"
  | "opened"
  | "redeemed"
  | "expired"
  | "cancelled"
  | "on_hold";

export interface GiftData {
  status: VoucherStatus;
  expiresAt: Date;
  recipientEmail: string | null;
  sentAt: Date | null;
  /** When somebody other than its giver first typed its code. */
  openedAt: Date | null;
}

/** The state of a gift. Without an address to send it to it is ready: its giver hands it over. */
export function giftState(gift: GiftData, now: Date): GiftState {
  if (gift.status === "REDEEMED") return "redeemed";
  if (gift.status === "CANCELLED") return "cancelled";
  if (gift.status === "SUSPENDED") return "on_hold";
  if (gift.status === "EXPIRED" || gift.expiresAt.getTime() < now.getTime()) return "expired";
  if (gift.openedAt) return "opened";
  if (gift.sentAt) return "sent";
  return gift.recipientEmail === null ? "ready" : "scheduled";
}

/** The last day a gift can be sent on: as long after it was bought as a voucher is valid. */
export function latestSendDay(boughtAt: Date): string {
  return addMonths(londonDay(boughtAt), VOUCHER_MONTHS);
}

const MORNING_HOUR = 8;

/** Whether a gift goes out now: at once where no day was chosen, else on that day from eight in the morning in London. */
export function isTimeToSend(sendOnDay: string | null, now: Date): boolean {
  if (sendOnDay === null) return true;
  const today = londonDay(now);
  if (sendOnDay !== today) return sendOnDay < today;
  return hourInLondon(now) >= MORNING_HOUR;
}

/** Days before a voucher runs out on which somebody is told. */
export const REMINDER_DAYS = [60, 14] as const;
