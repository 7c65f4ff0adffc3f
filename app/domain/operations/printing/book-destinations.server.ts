import { and, asc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { memoize, prepareAll, prepareGet } from "#db/queries.server";
import { loopCredits, loops, orders, shipments, vouchers } from "#db/schema";
import type { ShipmentAddress } from "~/domain/book/books/print-order.server";
import { type DeliveryAddress, deliveryAddressIn } from "~/domain/people/addresses/forms";
import { deliveryAddressOf } from "~/domain/shop/orders/orders.server";
import {
  addressOf,
  asOnShipment,
  savedAddressesOf,
  savedAddressOf,
  shipmentRowOf,
  shipmentRows,
} from "./shipment-contents.server";

/** Where the book of a year will go, before and after it joins the print queue. */

export interface BookAddress {
  /** Of the saved address; for the address of the purchase "order". */
  readonly id: string;
  readonly isSaved: boolean;
  readonly place: DeliveryAddress;
  readonly address: ShipmentAddress;
}

/**
 * Where the book of this account's loop can go, for its owner to choose before printing: the address of the purchase,
 * then the saved ones. It goes to the first unless another is chosen. Other accounts' loops are never shown.
 */
export function bookAddressesOf(accountId: string, loopId: string): BookAddress[] {
  const order = findOrderOfLoop(loopId, accountId)?.order;
  const typed = order && deliveryAddressOf(order);
  const saved = savedAddressesOf(accountId).map((one) => ({
    id: one.id,
    isSaved: true,
    place: deliveryAddressIn(one),
  }));
  const all = [...(typed ? [{ id: "order", isSaved: false, place: typed }] : []), ...saved];
  const places = new Map<string, BookAddress>();
  for (const one of all) {
    const address = asOnShipment(one.place);
    const key = JSON.stringify(address);
    if (!places.has(key)) places.set(key, { ...one, address });
  }
  return [...places.values()];
}

const findOrderOfLoop = prepareGet((loopId: string, accountId: string) =>
  db
    .select({ order: orders })
    .from(loops)
    .innerJoin(loopCredits, eq(loopCredits.loopId, loops.id))
    .innerJoin(orders, eq(orders.id, loopCredits.orderId))
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(orders.accountId, accountId))),
);

export interface BookOnItsWay {
  /** The day it should arrive; null where none was promised. */
  expectedDay: string | null;
  address: ShipmentAddress | null;
  /** A reprint is being made, or on its way. */
  isReprinting: boolean;
}

/** The book of this account's loop after it was sent to print, or its newest reprint; null before. */
export function bookOnItsWay(accountId: string, loopId: string): BookOnItsWay | null {
  const newest = listOwnBooks(loopId, accountId).at(-1);
  if (!newest) return null;
  const { expectedDay, reprintOf, state } = newest.shipment;
  return {
    expectedDay,
    address: addressOf(newest),
    isReprinting: reprintOf !== null && state !== "delivered",
  };
}

const listOwnBooks = prepareAll((loopId: string, accountId: string) =>
  shipmentRows()
    .where(and(eq(shipments.loopId, loopId), eq(loops.accountId, accountId), isNull(shipments.orderId)))
    .orderBy(asc(shipments.createdAt)),
);

export interface GiftDestination {
  /** Null if the person who redeemed it keeps no address that we deliver to. */
  address: ShipmentAddress | null;
  /** Null until its owner has sent the book to print. */
  shipmentId: string | null;
}

/** Where the book of a voucher, or of a gift order, will go, for staff; null before its loop has begun. */
export function giftDestinationOf(gift: { voucherId: string } | { orderId: string }): GiftDestination | null {
  const begun =
    "voucherId" in gift ? findLoopBegunWith("id")(gift.voucherId) : findLoopBegunWith("orderId")(gift.orderId);
  if (!begun) return null;
  const shipment = begun.shipmentId === null ? undefined : shipmentRowOf(begun.shipmentId);
  if (shipment) return { address: addressOf(shipment), shipmentId: shipment.shipment.id };
  const saved = savedAddressOf(begun.ownerId);
  return { address: saved ? asOnShipment(saved) : null, shipmentId: null };
}

const findLoopBegunWith = memoize((column: "id" | "orderId") =>
  prepareGet((value: string) =>
    db
      .select({ loopId: loops.id, ownerId: loops.accountId, shipmentId: shipments.id })
      .from(vouchers)
      .innerJoin(loopCredits, eq(loopCredits.voucherId, vouchers.id))
      .innerJoin(loops, eq(loops.id, loopCredits.loopId))
      .leftJoin(shipments, and(eq(shipments.loopId, loops.id), isNull(shipments.orderId), isNull(shipments.reprintOf)))
      .where(eq(vouchers[column], value)),
  ),
);
