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
import { deliveryAddressOf } from "../orders/orders.server";
import type { BookCount, ParcelRefusal } from "./parcels";

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
 * Where a parcel goes: copies where their order says, the book of a year where its buyer wrote; a book that was a gift
 * goes to the address its owner keeps. Null where there is none.
 */
export function addressOf(reader: Reader, { parcel, order, owner }: ParcelRow): ParcelAddress | null {
  const isBuyers = order !== null && (parcel.orderId !== null || order.accountId === owner?.id);
  const typed = isBuyers ? deliveryAddressOf(order) : undefined;
  const place = typed ?? (owner && keptAddressOf(reader, owner.id));
  return place ? asOnParcel(place) : null;
}

/**
 * Where the book of this account's loop will go, for its owner to see before it is printed, and whether that is what
 * they wrote as they bought it. Null where there is no address yet. Nothing of a loop of somebody else's.
 */
export function bookAddressOf(
  accountId: string,
  loopId: string,
): { address: ParcelAddress; isFromOrder: boolean } | null {
  const order = db
    .select({ order: orders })
    .from(loops)
    .innerJoin(loopCredits, eq(loopCredits.loopId, loops.id))
    .innerJoin(orders, eq(orders.id, loopCredits.orderId))
    .where(and(eq(loops.id, loopId), eq(loops.accountId, accountId), eq(orders.accountId, accountId)))
    .get()?.order;
  const typed = order && deliveryAddressOf(order);
  const place = typed ?? keptAddressOf(db, accountId);
  return place ? { address: asOnParcel(place), isFromOrder: typed !== undefined } : null;
}

interface Place extends Pick<ParcelAddress, "city" | "postcode"> {
  firstName: string;
  lastName: string;
  line1: string;
  line2: string | null;
  county: string | null;
}

function asOnParcel(place: Place): ParcelAddress {
  return {
    name: `${place.firstName} ${place.lastName}`.trim(),
    lines: [place.line1, place.line2 ?? ""].filter((one) => one !== ""),
    ...{ city: place.city, county: place.county ?? "", postcode: place.postcode },
  };
}

function keptAddressOf(reader: Reader, accountId: string) {
  return reader
    .select()
    .from(addresses)
    .where(
      and(eq(addresses.accountId, accountId), eq(addresses.kind, "shipping"), eq(addresses.country, "GB")),
    )
    .orderBy(desc(addresses.isDefault), addresses.createdAt)
    .limit(1)
    .get();
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
  const address = addressOf(reader, row);
  const mark = address && markOfAddress(address);
  const isTrue = parcel.prints.every(
    ({ contentVersion, addressMark = mark }) =>
      contentVersion === loop?.contentVersion && addressMark === mark,
  );
  return isTrue && hasFilesOf(parcel, booksIn(reader, [parcel]).get(parcel.id) ?? []) ? null : "stale_files";
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
