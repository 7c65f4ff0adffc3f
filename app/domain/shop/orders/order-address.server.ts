import { and, eq, inArray, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { loopCredits, loops, orders, shipments } from "#db/schema";
import { countAttempt } from "~/domain/kernel/limits/limits.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { addressChanged } from "~/domain/people/accounts/address-changed-email";
import {
  addressLines,
  type DeliveryAddress,
  deliveryAddressIn,
  type TypedAddress,
} from "~/domain/people/addresses/forms";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { orderUrl } from "../order-links/signed-order-links.server";
import { type AddressRefusal, addressRefusal } from "../order-rules/order-address";
import { deliveryAddressOf, type Order } from "./orders.server";
import { areCopiesBegun } from "./reverse-fulfilment.server";

/** Where what an order bought goes: shown to its buyer, and changed by them or by staff until the printer has begun. */

/** Whether the printer has begun on anything of this order. */
export function isPrinting(orderId: string): boolean {
  const year = findLoopInPrint(orderId);
  return year !== undefined || areCopiesBegun(orderId);
}

const findLoopInPrint = prepareGet((orderId: string) =>
  db
    .select({ id: loops.id })
    .from(loopCredits)
    .innerJoin(loops, eq(loops.id, loopCredits.loopId))
    .where(and(eq(loopCredits.orderId, orderId), inArray(loops.status, ["PRINTING", "SHIPPED", "DELIVERED"])))
    .limit(1),
);

/** Matches the shipments of an order: of its copies, or of the book that it bought with its loop. */
function areOf(orderId: string): SQL | undefined {
  const year = db.select({ id: loopCredits.loopId }).from(loopCredits).where(eq(loopCredits.orderId, orderId));
  return or(eq(shipments.orderId, orderId), and(isNull(shipments.orderId), inArray(shipments.loopId, year)));
}

/** Writes the address of an order. It also replaces the separate one that a shipment was given before. */
export function writeAddress(tx: Transaction, orderId: string, address: DeliveryAddress, now: Date): void {
  tx.update(orders)
    .set({ deliveryAddress: JSON.stringify(address), updatedAt: now })
    .where(eq(orders.id, orderId))
    .run();
  tx.update(shipments).set({ deliveryAddress: null, updatedAt: now }).where(areOf(orderId)).run();
}

export interface OrderAddress {
  order: Order;
  /** Undefined for a gift, and where it was erased. */
  place: DeliveryAddress | undefined;
  refusal: Exclude<AddressRefusal, "too_many"> | null;
}

/** Where a paid order of this account goes; undefined if it is not theirs. */
export function orderAddressOf(accountId: string, orderId: string): OrderAddress | undefined {
  const order = findPaidOrder(accountId, orderId);
  if (!order) return undefined;
  const [chosen = order] = listShipmentAddresses(orderId);
  const { kind, status } = order;
  const refusal = addressRefusal({ kind, status, isPrinting: isPrinting(orderId) });
  return { order, place: kind === "gift" ? undefined : deliveryAddressOf(chosen), refusal };
}

const findPaidOrder = prepareGet((accountId: string, orderId: string) =>
  db
    .select()
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.accountId, accountId), isNotNull(orders.paidAt))),
);

const listShipmentAddresses = prepareAll((orderId: string) =>
  db
    .select({ deliveryAddress: shipments.deliveryAddress })
    .from(shipments)
    .where(and(areOf(orderId), isNull(shipments.reprintOf), isNotNull(shipments.deliveryAddress))),
);

export type ChangeResult = { ok: true } | { ok: false; reason: "not_found" | AddressRefusal };

/**
 * Changes where an order of this account goes, until the printer has begun, and emails its buyer. Staff read in the
 * order's history that it was changed, without the addresses. The same address again changes nothing.
 */
export function changeOrderAddress(accountId: string, orderId: string, typed: TypedAddress, now: Date): ChangeResult {
  return write((tx): ChangeResult => {
    const found = orderAddressOf(accountId, orderId);
    if (!found) return { ok: false, reason: "not_found" };
    const { order, place, refusal } = found;
    if (refusal) return { ok: false, reason: refusal };
    const address = deliveryAddressIn(typed, place);
    const lines = addressLines(address);
    if (place && addressLines(place).join("\n") === lines.join("\n")) return { ok: true };
    if (!countAttempt("order_address", orderId, now)) return { ok: false, reason: "too_many" };
    writeAddress(tx, orderId, address, now);
    const object = { type: "order", id: orderId };
    recordAuditEvent(tx, { staffId: null, action: "orders.change_address", object, now });
    const { firstName, lastName, number: orderNumber } = order;
    queueEmail(tx, {
      accountId,
      to: { name: `${firstName} ${lastName}`.trim(), email: order.email },
      dedupeKey: `address-changed:${orderId}:${now.getTime()}`,
      message: addressChanged({ firstName, orderNumber, lines, orderUrl: orderUrl(orderId) }),
      now,
    });
    return { ok: true };
  });
}
