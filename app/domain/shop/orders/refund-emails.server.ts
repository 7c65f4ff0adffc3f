import { eq } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { loopCredits, orders, type refunds, shipments, vouchers } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { formatDay } from "~/domain/kernel/time/format-days";
import type { Email } from "~/domain/mail/layout/email-layout";
import { isQueued, queueEmail } from "~/domain/mail/outbox/outbox.server";
import { CANCELLED_YEARS_PATH, lastDownloadDay } from "../order-rules/cancellation";
import { linesOf, type Order } from "./orders.server";
import { type CancelledPart, refundedByBank, refundFailed, refundOnItsWay } from "./refund-email";

/** Emails about refunds: the sum, how it is paid back, and what was taken back for it. */

type Refund = typeof refunds.$inferSelect;

const keyOf = (refund: Refund) => `refund:${refund.id}`;

/**
 * Queues the email about a refund, unless the buyer's data is erased: as soon as a buyer cancels, or once one that staff
 * give is sent.
 */
export function notifyBuyer(tx: Transaction, refund: Refund, now: Date): void {
  const order = tx.select().from(orders).where(eq(orders.id, refund.orderId)).get();
  if (!order || order.email === "") return;
  writeRefundEmail(tx, order, refund, keyOf(refund), now);
}

/** Queues the email that says why a refund was not sent: the buyer's bank had paid them back. */
export function notifyRefundedByBank(tx: Transaction, refund: Refund, now: Date): void {
  notifyOf(tx, refund, refundedByBank, `refund-by-bank:${refund.id}`, now);
}

/**
 * Queues the email that says that a refund did not go through. One made in the provider's dashboard is staff's to tell,
 * who said nothing of it here.
 */
export function reportFailure(tx: Transaction, refund: Refund, now: Date): void {
  const isOurs = refund.providerId === null || isQueued(keyOf(refund));
  if (isOurs) notifyOf(tx, refund, refundFailed, `refund-failed:${refund.id}`, now);
}

function notifyOf(
  tx: Transaction,
  refund: Refund,
  messageOf: (data: { firstName: string; orderNumber: string; amountPence: number }) => Email,
  dedupeKey: string,
  now: Date,
): void {
  const order = tx.select().from(orders).where(eq(orders.id, refund.orderId)).get();
  if (!order || order.email === "") return;
  const { firstName, number: orderNumber } = order;
  queueEmail(tx, {
    accountId: order.accountId,
    to: { name: `${firstName} ${order.lastName}`.trim(), email: order.email },
    dedupeKey,
    message: messageOf({ firstName, orderNumber, amountPence: refund.amountPence }),
    now,
  });
}

export function writeRefundEmail(
  tx: Transaction,
  order: Order,
  given: Pick<Refund, "amountPence" | "taken"> & Partial<Pick<Refund, "requestedByStaffId">>,
  dedupeKey: string,
  now: Date,
): void {
  const { amountPence, taken } = given;
  queueEmail(tx, {
    accountId: order.accountId,
    to: { name: `${order.firstName} ${order.lastName}`.trim(), email: order.email },
    dedupeKey,
    message: refundOnItsWay({
      firstName: order.firstName,
      orderNumber: order.number,
      amountPence,
      cancelled: whatIsGone(tx, order, { taken, isWhole: amountPence === order.totalPence }),
      isByBuyer: given.requestedByStaffId === null,
    }),
    now,
  });
}

/** What was taken back for certain; null if it was used or printed and stays with the buyer. */
function whatIsGone(
  tx: Transaction,
  order: Order,
  given: Pick<Refund, "taken"> & { isWhole: boolean },
): CancelledPart | null {
  if (order.kind === "loop") {
    const credit = tx.select().from(loopCredits).where(eq(loopCredits.orderId, order.id)).get();
    if (!credit?.cancelledAt) return null;
    if (credit.spentAt === null) return "loop";
    const downloadUrl = `${settings.publicOrigin}${CANCELLED_YEARS_PATH}`;
    return { yearUntil: formatDay(lastDownloadDay(credit.cancelledAt)), downloadUrl };
  }
  if (order.kind === "gift") {
    const voucher = tx.select().from(vouchers).where(eq(vouchers.orderId, order.id)).get();
    if (voucher?.status !== "REDEEMED") return voucher?.status === "CANCELLED" ? "gift" : null;
    const year = tx.select().from(loopCredits).where(eq(loopCredits.voucherId, voucher.id)).get();
    return year?.cancelledAt ? "redeemed_gift" : null;
  }
  const shipmentRows = tx.select().from(shipments).where(eq(shipments.orderId, order.id)).all();
  const copies = given.taken.reduce((sum, { quantity }) => sum + quantity, 0);
  if (shipmentRows.some(({ state }) => state !== "waiting") || (!given.isWhole && copies === 0)) return null;
  if (shipmentRows.length === 0) return "book_copies";
  const lines = linesOf(order.id);
  const areOut = given.taken.every(({ lineId, quantity }) =>
    lines.some(({ id, withdrawnQuantity }) => id === lineId && withdrawnQuantity >= quantity),
  );
  return areOut && copies > 0 ? { copies } : null;
}
