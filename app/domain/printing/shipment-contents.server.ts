import { createHash } from "node:crypto";
import { and, desc, eq, inArray, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import {
  accounts,
  addresses,
  entries,
  loopCredits,
  loops,
  orderLines,
  orders,
  shipments,
  vouchers,
} from "#db/schema";
import type { ParcelAddress } from "../books/print-order.server";
import { findLoopType } from "../catalogue/catalogue";
import { isTakenBack, ordersInDoubt } from "../loops/print-holds.server";
import { type DeliveryAddress, isServed } from "../orders/forms";
import { deliveryAddressOf } from "../orders/orders.server";
import type { BookCount, ParcelRefusal } from "./shipments";

/** What is in a parcel, whose it is, where it goes, and what keeps it back. */

export type Shipment = typeof shipments.$inferSelect;
type Reader = Pick<Transaction, "select" | "all">;

/** The order that paid for what is in a parcel: of the copies, or of the year, also where it was given. */
const PAYING = sql<
  string | null
>`coalesce(${shipments.orderId}, ${loopCredits.orderId}, ${vouchers.orderId})`;

export function parcelRows(reader: Reader = db) {
  return reader
    .select({ parcel: shipments, loop: loops, owner: accounts, order: orders })
    .from(shipments)
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    .leftJoin(accounts, eq(accounts.id, loops.accountId))
    .leftJoin(loopCredits, eq(loopCredits.loopId, shipments.loopId))
    .leftJoin(vouchers, eq(vouchers.id, loopCredits.voucherId))
    .leftJoin(orders, sql`${orders.id} = ${PAYING}`)
    .$dynamic();
}

export type ParcelRow = ReturnType<ReturnType<typeof parcelRows>["all"]>[number];

export function parcelRowOf(reader: Reader, parcelId: string): ParcelRow | undefined {
  return parcelRows(reader).where(eq(shipments.id, parcelId)).get();
}

/** The book of a year itself, moved with its loop; copies and second printings travel by themselves. */
export function isOwnBook({ orderId, reprintOf }: Shipment): boolean {
  return orderId === null && reprintOf === null;
}

export function titleOf({ loop }: Pick<ParcelRow, "loop">): string {
  if (!loop) return "A loop that is no more";
  return loop.title ?? findLoopType(loop.theme, loop.type)?.displayName ?? "Untitled loop";
}

/** What our own papers call a parcel. */
export function referenceOf({ parcel, order }: Pick<ParcelRow, "parcel" | "order">): string {
  const name = order?.number ?? `LOOP-${(parcel.loopId ?? parcel.id).slice(0, 8).toUpperCase()}`;
  return parcel.reprintOf ? `${name}-R` : name;
}

/**
 * How many books of which binding are in each of these parcels, by its id: of one that was printed what was printed, of
 * one that waits what is left of its order, without what was taken back.
 */
export function booksIn(
  reader: Reader,
  parcels: readonly Pick<Shipment, "id" | "orderId" | "loopId" | "state" | "prints">[],
): ReadonlyMap<string, readonly BookCount[]> {
  const orderIds = parcels.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  const lines =
    orderIds.length === 0
      ? []
      : reader
          .select({
            ...{ orderId: orderLines.orderId, loopId: orderLines.loopId, edition: orderLines.edition },
            copies: sql<number>`sum(${orderLines.quantity} - ${orderLines.withdrawnQuantity})`,
          })
          .from(orderLines)
          .where(inArray(orderLines.orderId, orderIds))
          .groupBy(orderLines.orderId, orderLines.loopId, orderLines.edition)
          .orderBy(desc(orderLines.edition))
          .all();
  return new Map(
    parcels.map(({ id, orderId, loopId, state, prints }) => {
      if (orderId === null) return [id, [{ binding: "standard" as const, copies: 1 }]];
      if (state !== "waiting" && prints.length > 0) {
        return [id, prints.map(({ binding, copies }) => ({ binding, copies }))];
      }
      const ofOrder = lines
        .filter((one) => one.orderId === orderId && one.loopId === loopId && one.copies > 0)
        .map(({ edition, copies }) => ({
          binding: edition === "luxury" ? ("luxury" as const) : ("standard" as const),
          copies,
        }));
      return [id, ofOrder];
    }),
  );
}

/**
 * Where a parcel goes, as it was typed: to its own address, where it was corrected or given anew for a second printing
 * and from the printer on; before that copies go where their order says, the book of a year where its buyer wrote, and
 * a book that was a gift to the address its owner keeps. Undefined where there is none.
 */
export function placeOf(reader: Reader, { parcel, order, owner }: ParcelRow): DeliveryAddress | undefined {
  const own = deliveryAddressOf(parcel);
  if (own) return own;
  const isBuyers = order !== null && (parcel.orderId !== null || order.accountId === owner?.id);
  const typed = isBuyers ? deliveryAddressOf(order) : undefined;
  return typed ?? (owner ? keptAddressOf(reader, owner.id) : undefined);
}

/** The same as it is written on the parcel; null where there is none. */
export function addressOf(reader: Reader, row: ParcelRow): ParcelAddress | null {
  const place = placeOf(reader, row);
  return place ? asOnParcel(place) : null;
}

export function asOnParcel(place: DeliveryAddress): ParcelAddress {
  return {
    name: `${place.firstName} ${place.lastName}`.trim(),
    lines: [place.line1, place.line2].filter((one) => one !== ""),
    ...{ city: place.city, county: place.county, postcode: place.postcode },
  };
}

/** The address this account's books go to where no order says it; undefined where none is kept that we deliver to. */
export function keptAddressOf(reader: Reader, accountId: string): DeliveryAddress | undefined {
  const place = reader
    .select()
    .from(addresses)
    .where(
      and(eq(addresses.accountId, accountId), eq(addresses.kind, "shipping"), eq(addresses.country, "GB")),
    )
    .orderBy(desc(addresses.isDefault), addresses.createdAt)
    .all()
    .find(({ postcode }) => isServed(postcode));
  if (!place) return undefined;
  const { firstName, lastName, line1, line2, city, county, postcode } = place;
  return { firstName, lastName, line1, line2: line2 ?? "", city, county: county ?? "", postcode };
}

/** Why no files can be made for a parcel; null where they can. */
export function makingProblem(reader: Reader, row: ParcelRow): ParcelRefusal | null {
  if (row.parcel.state !== "waiting") return "not_now";
  if (isOwnBook(row.parcel) && row.loop && isTakenBack(reader, row.loop.id)) return "refunded";
  if (!row.loop) return "gone";
  if (row.loop.status === "ACTIVE") return "unwritten";
  return addressOf(reader, row) ? null : "no_address";
}

/** Why a parcel cannot go to the printer; null where it can. */
export function sendingProblem(reader: Reader, row: ParcelRow): ParcelRefusal | null {
  const problem = makingProblem(reader, row);
  if (problem) return problem;
  const { parcel, loop, order } = row;
  if (order && ordersInDoubt(reader, [order.id]).size > 0) return "in_doubt";
  if (loop && weeksAt(reader, loop.id, "FLAGGED") > 0) return "flagged";
  if (parcel.filesState !== "ready") return "no_files";
  const isTrue = parcel.prints.every(({ contentVersion }) => contentVersion === loop?.contentVersion);
  const hasThem = hasFilesOf(parcel, booksIn(reader, [parcel]).get(parcel.id) ?? []);
  return isTrue && hasThem && isTicketTrue(reader, row) ? null : "stale_files";
}

/** Whether the printer's tickets name the address the parcel goes to now. */
export function isTicketTrue(reader: Reader, row: ParcelRow): boolean {
  const address = addressOf(reader, row);
  const mark = address && markOfAddress(address);
  return row.parcel.prints.every(({ addressMark = mark }) => addressMark === mark);
}

/** Whether its files are of these books, no more and no fewer. */
function hasFilesOf({ prints }: Shipment, books: readonly BookCount[]): boolean {
  return (
    prints.length === books.length &&
    books.every(({ binding, copies }) =>
      prints.some((made) => made.binding === binding && made.copies === copies),
    )
  );
}

/** Names an address without telling it. */
export function markOfAddress(address: ParcelAddress): string {
  return createHash("sha256").update(JSON.stringify(address)).digest("base64url").slice(0, 16);
}

/** How many weeks of a loop stand so with the moderators. */
export function weeksAt(reader: Reader, loopId: string, moderation: "FLAGGED" | "PENDING"): number {
  return reader
    .select({ id: entries.id })
    .from(entries)
    .where(and(eq(entries.loopId, loopId), eq(entries.moderation, moderation)))
    .all().length;
}
