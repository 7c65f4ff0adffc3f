import { closeExpiredVouchers, remindOfVouchers, sendDueGifts } from "~/domain/shop/vouchers/delivery.server";

export function sendGifts(now: Date): void {
  sendDueGifts(now);
}

/** Marks expired vouchers, and reminds of those that expire soon. */
export function maintainVouchers(now: Date): void {
  closeExpiredVouchers(now);
  remindOfVouchers(now);
}
