import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { vouchers } from "#db/schema";
import { type GiftChange, giftChanged } from "../email/gift-emails";
import { queueEmail } from "../email/outbox.server";
import { emailDataOf } from "./delivery.server";
import type { Voucher } from "./holding.server";

/**
 * Tells the recipient of a gift that a dispute of its payment has put its voucher on hold, freed or closed it. Only
 * somebody who was emailed the voucher is told: to others it was never said to work.
 */

/** The voucher of a gift's order; undefined without one. */
export function voucherOfOrder(tx: Transaction, orderId: string): Voucher | undefined {
  return tx.select().from(vouchers).where(eq(vouchers.orderId, orderId)).get();
}

/** Queues the email about what has changed since `before`, if anything has. */
export function tellRecipient(tx: Transaction, before: Voucher | undefined, now: Date): void {
  if (!before) return;
  const voucher = tx.select().from(vouchers).where(eq(vouchers.id, before.id)).get();
  if (!voucher?.recipientEmail || voucher.sentAt === null) return;
  const change = changeBetween(before, voucher, now);
  if (!change) return;
  queueEmail(tx, {
    kind: "gift_changed",
    accountId: null,
    to: { name: voucher.recipientName ?? "", email: voucher.recipientEmail },
    dedupeKey: `gift-changed:${voucher.id}:${change}:${now.getTime()}`,
    message: giftChanged({ ...emailDataOf(voucher), lastFour: voucher.lastFour, change }),
    now,
  });
}

/** What a holder would notice; nothing of one that had run out before. */
function changeBetween(
  before: Pick<Voucher, "status">,
  after: Pick<Voucher, "status" | "expiresAt">,
  now: Date,
): GiftChange | null {
  if (before.status === after.status) return null;
  const hasRunOut = after.expiresAt < now;
  if (before.status === "SUSPENDED" && after.status === "ACTIVE") return hasRunOut ? "run_out" : "works";
  if (hasRunOut) return null;
  if (after.status === "SUSPENDED") return "on_hold";
  return after.status === "CANCELLED" ? "closed" : null;
}
