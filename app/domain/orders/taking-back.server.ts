import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { loopCredits, shipments, vouchers } from "#db/schema";
import type { Order } from "./orders.server";

/**
 * Taking back what an order bought, before its money goes back: a loop that was not begun, a voucher nobody has
 * redeemed, copies that have not gone to the printer. Each is one conditional change, so that of redeeming and
 * taking back at the same moment exactly one happens.
 */

/** Gives true where everything the order bought is ours again, false where some of it has been used. */
export function takeBack(tx: Transaction, order: Pick<Order, "id" | "kind">, now: Date): boolean {
  switch (order.kind) {
    case "loop":
      return takeBackLoop(tx, order.id, now);
    case "gift":
      return takeBackVoucher(tx, order.id, now);
    case "book_copies":
      return takeBackCopies(tx, order.id);
  }
}

function takeBackLoop(tx: Transaction, orderId: string, now: Date): boolean {
  const changed = tx
    .update(loopCredits)
    .set({ cancelledAt: now })
    .where(
      and(eq(loopCredits.orderId, orderId), isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt)),
    )
    .run();
  if (changed.changes === 1) return true;
  const credit = tx.select().from(loopCredits).where(eq(loopCredits.orderId, orderId)).get();
  return credit !== undefined && credit.cancelledAt !== null;
}

function takeBackVoucher(tx: Transaction, orderId: string, now: Date): boolean {
  tx.update(vouchers)
    .set({ status: "CANCELLED", updatedAt: now })
    .where(and(eq(vouchers.orderId, orderId), inArray(vouchers.status, ["ACTIVE", "SUSPENDED", "EXPIRED"])))
    .run();
  const voucher = tx.select().from(vouchers).where(eq(vouchers.orderId, orderId)).get();
  return voucher?.status === "CANCELLED";
}

function takeBackCopies(tx: Transaction, orderId: string): boolean {
  const begun = tx
    .select({ id: shipments.id })
    .from(shipments)
    .where(and(eq(shipments.orderId, orderId), ne(shipments.state, "waiting")))
    .limit(1)
    .all();
  if (begun.length > 0) return false;
  tx.delete(shipments).where(eq(shipments.orderId, orderId)).run();
  return true;
}
