import { createHash } from "node:crypto";
import { and, desc, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, addresses, entries, loopCredits, loops, orderLines, orders, shipments, vouchers } from "#db/schema";
import type { ShipmentAddress } from "~/domain/book/books/print-order.server";
import { nameOfLoop } from "~/domain/diary/catalogue/catalogue";
import { isReversed, ordersInDoubt } from "~/domain/diary/loops/print-holds.server";
import { BINDING_OF_A_LOOP, bindingOf } from "~/domain/kernel/book-format/bindings";
import { type DeliveryAddress, deliveryAddressIn, isServed, streetLines } from "~/domain/people/addresses/forms";
import type { BookCount, ShipmentRefusal } from "~/domain/shop/order-rules/shipments";
import { deliveryAddressOf } from "~/domain/shop/orders/orders.server";

/** The contents of a shipment, its owner, its address, and what keeps it from the printer. */

export type Shipment = typeof shipments.$inferSelect;
type Reader = Pick<Transaction, "select" | "all">;

/** The order that paid for a shipment: of the copies, or of the year, even if it was a gift. */
const PAYING = sql<string | null>`coalesce(${shipments.orderId}, ${loopCredits.orderId}, ${vouchers.orderId})`;

export function shipmentRows(reader: Reader = db) {
  return reader
    .select({ shipment: shipments, loop: loops, owner: accounts, order: orders })
    .from(shipments)
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    .leftJoin(accounts, eq(accounts.id, loops.accountId))
    .leftJoin(loopCredits, eq(loopCredits.loopId, shipments.loopId))
    .leftJoin(vouchers, eq(vouchers.id, loopCredits.voucherId))
    .leftJoin(orders, sql`${orders.id} = ${PAYING}`)
    .$dynamic();
}

export type ShipmentRow = ReturnType<ReturnType<typeof shipmentRows>["all"]>[number];

export const shipmentRowOf = prepareGet((shipmentId: string) => shipmentRows(db).where(eq(shipments.id, shipmentId)));

/** Whether this is the book of a year itself, which moves with its loop; copies and reprints travel separately. */
export function isOwnBook({ orderId, reprintOf }: Shipment): boolean {
  return orderId === null && reprintOf === null;
}

export function titleOf({ loop }: Pick<ShipmentRow, "loop">): string {
  return loop ? nameOfLoop(loop) : "A deleted loop";
}

export function referenceOf({ shipment, order }: Pick<ShipmentRow, "shipment" | "order">): string {
  const name = order?.number ?? `LOOP-${(shipment.loopId ?? shipment.id).slice(0, 8).toUpperCase()}`;
  return shipment.reprintOf ? `${name}-R` : name;
}

/**
 * The number of books of each binding in these shipments, by id: what was printed, or for a waiting one what is left
 * of its order after refunds.
 */
export function booksIn(
  shipments: readonly Pick<Shipment, "id" | "orderId" | "loopId" | "state" | "prints">[],
): ReadonlyMap<string, readonly BookCount[]> {
  const orderIds = shipments.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  const lines = orderIds.length === 0 ? [] : listBooks(orderIds);
  return new Map(
    shipments.map(({ id, orderId, loopId, state, prints }) => {
      if (orderId === null) return [id, [{ binding: BINDING_OF_A_LOOP, copies: 1 }]];
      if (state !== "waiting" && prints.length > 0) {
        return [id, prints.map(({ binding, copies }) => ({ binding, copies }))];
      }
      const ofOrder = lines
        .filter((one) => one.orderId === orderId && one.loopId === loopId && one.copies > 0)
        .map(({ edition, copies }) => ({ binding: bindingOf(edition), copies }));
      return [id, ofOrder];
    }),
  );
}

const listBooks = prepareAll((orderIds: string[]) =>
  db
    .select({
      orderId: orderLines.orderId,
      loopId: orderLines.loopId,
      edition: orderLines.edition,
      copies: sql<number>`sum(${orderLines.quantity} - ${orderLines.withdrawnQuantity})`,
    })
    .from(orderLines)
    .where(isIn(orderLines.orderId, orderIds))
    .groupBy(orderLines.orderId, orderLines.loopId, orderLines.edition)
    .orderBy(desc(orderLines.edition)),
);

/**
 * The address of a shipment as it was typed: its own once it was chosen, corrected, reprinted or sent to the printer;
 * before that the order's for copies, the buyer's for a year, and for a gift the address its owner keeps. Undefined
 * without one.
 */
export function placeOf({ shipment, order, owner }: ShipmentRow): DeliveryAddress | undefined {
  const own = deliveryAddressOf(shipment);
  if (own) return own;
  const isBuyers = order !== null && (shipment.orderId !== null || order.accountId === owner?.id);
  const typed = isBuyers ? deliveryAddressOf(order) : undefined;
  return typed ?? (owner ? savedAddressOf(owner.id) : undefined);
}

/** The same as written on the shipment; null without one. */
export function addressOf(row: ShipmentRow): ShipmentAddress | null {
  const place = placeOf(row);
  return place ? asOnShipment(place) : null;
}

export function asOnShipment(place: DeliveryAddress): ShipmentAddress {
  return {
    name: `${place.firstName} ${place.lastName}`.trim(),
    lines: streetLines(place),
    city: place.city,
    county: place.county,
    postcode: place.postcode,
  };
}

/** The saved addresses of an account that we deliver to, its default first. */
export function savedAddressesOf(accountId: string) {
  return listSavedAddresses(accountId).filter(({ postcode }) => isServed(postcode));
}

const listSavedAddresses = prepareAll((accountId: string) =>
  db
    .select()
    .from(addresses)
    .where(and(eq(addresses.accountId, accountId), eq(addresses.kind, "shipping"), eq(addresses.country, "GB")))
    .orderBy(desc(addresses.isDefault), addresses.createdAt),
);

/** The address this account's books go to where no order names one; undefined if none is saved that we deliver to. */
export function savedAddressOf(accountId: string): DeliveryAddress | undefined {
  const [place] = savedAddressesOf(accountId);
  return place && deliveryAddressIn(place);
}

export function makingProblem(row: ShipmentRow): ShipmentRefusal | null {
  if (row.shipment.state !== "waiting") return "not_now";
  if (isOwnBook(row.shipment) && row.loop && isReversed(row.loop.id)) return "refunded";
  if (!row.loop) return "gone";
  if (row.loop.status === "ACTIVE") return "unwritten";
  return addressOf(row) ? null : "no_address";
}

export function sendingProblem(row: ShipmentRow): ShipmentRefusal | null {
  const problem = makingProblem(row);
  if (problem) return problem;
  const { shipment, loop, order } = row;
  if (order && ordersInDoubt([order.id]).size > 0) return "in_doubt";
  if (loop && weeksAt(loop.id, "FLAGGED") > 0) return "flagged";
  if (shipment.filesState !== "ready") return "no_files";
  const isTrue = shipment.prints.every(({ contentVersion }) => contentVersion === loop?.contentVersion);
  const hasThem = hasFilesOf(shipment, booksIn([shipment]).get(shipment.id) ?? []);
  return isTrue && hasThem && ticketMatchesAddress(row) ? null : "stale_files";
}

export function ticketMatchesAddress(row: ShipmentRow): boolean {
  const address = addressOf(row);
  const mark = address && hashAddress(address);
  return row.shipment.prints.every(({ addressHash = mark }) => addressHash === mark);
}

function hasFilesOf({ prints }: Shipment, books: readonly BookCount[]): boolean {
  return (
    prints.length === books.length &&
    books.every(({ binding, copies }) => prints.some((made) => made.binding === binding && made.copies === copies))
  );
}

/**
 * A hash of an address, which identifies it without telling it. Tickets store it: an address without a line that was
 * added later has to keep the hash it had, or every ticket would seem to have an old address.
 */
export function hashAddress(address: ShipmentAddress): string {
  return createHash("sha256").update(JSON.stringify(address)).digest("base64url").slice(0, 16);
}

export function weeksAt(loopId: string, moderation: "FLAGGED" | "PENDING"): number {
  return listWeeks(loopId, moderation).length;
}

const listWeeks = prepareAll((loopId: string, moderation: "FLAGGED" | "PENDING") =>
  db
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.loopId, loopId), eq(entries.moderation, moderation))),
);
