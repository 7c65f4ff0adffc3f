import { closeExpiredVouchers, remindOfVouchers, sendDueGifts } from "~/domain/vouchers/delivery.server";

/** Sends the gifts whose day and hour have come. */
export function sendGifts(now: Date): void {
  sendDueGifts(now);
}

/** Closes the vouchers that have run out, and tells of those that soon will. */
export function maintainVouchers(now: Date): void {
  closeExpiredVouchers(now);
  remindOfVouchers(now);
}
