import { and, eq, inArray, or } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import {
  discountUses,
  orderLines,
  orders,
  payments,
  refundRequests,
  refunds,
  reprintRequests,
  shipments,
} from "#db/schema";

/**
 * The person in an order: removed when the account is deleted, and when nobody needs to know any more who ordered. What was
 * bought, when and for how much stays.
 */

export interface OfOrders {
  orderIds: string[];
  /** The years whose own books carry an address. */
  loopIds: string[];
}

/** Removes the person from these orders, their payments and their shipments, inside the caller's transaction. */
export function eraseOrderData(tx: Transaction, { orderIds: own, loopIds }: OfOrders, now: Date): void {
  const copies = tx
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, own), eq(orders.kind, "book_copies")));
  // The name of a copy contains the title of a loop.
  tx.update(orderLines)
    .set({ itemId: "book-copy", name: "Book copy", description: "" })
    .where(inArray(orderLines.orderId, copies))
    .run();
  tx.update(payments)
    .set({ checkoutUrl: null, cardBrand: null, cardLast4: null, lastError: null, updatedAt: now })
    .where(inArray(payments.orderId, own))
    .run();
  tx.update(refunds).set({ reason: "", updatedAt: now }).where(inArray(refunds.orderId, own)).run();
  tx.update(refundRequests).set({ reason: "", decidedReason: null }).where(inArray(refundRequests.orderId, own)).run();
  tx.update(discountUses).set({ customerKey: "" }).where(inArray(discountUses.orderId, own)).run();
  const isTheirs = or(inArray(shipments.orderId, own), inArray(shipments.loopId, loopIds));
  const ownShipments = tx.select({ id: shipments.id }).from(shipments).where(isTheirs);
  tx.update(reprintRequests)
    .set({ reason: "", deliveryAddress: null, decidedReason: null })
    .where(inArray(reprintRequests.shipmentId, ownShipments))
    .run();
  tx.update(shipments)
    .set({
      deliveryAddress: null,
      trackingNumber: null,
      reprintReason: null,
      filesFailure: null,
      prints: [],
      updatedAt: now,
    })
    .where(isTheirs)
    .run();
  tx.update(orders)
    .set({
      accountId: null,
      email: "",
      firstName: "",
      lastName: "",
      deliveryAddress: null,
      giftDetails: null,
      updatedAt: now,
    })
    .where(inArray(orders.id, own))
    .run();
}
