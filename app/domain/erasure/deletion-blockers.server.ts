import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import {
  bookFiles,
  entries,
  jobs,
  loopCredits,
  loops,
  orders,
  payments,
  shipments,
  vouchers,
} from "#db/schema";
import { findLoopType } from "../catalogue/catalogue";
import { LOOPS_TAKEN_BACK } from "../loops/print-holds.server";
import { HOUR_MS } from "../time/durations";

/** What somebody would lose with their account, and what has to be finished first. */

type Reader = Pick<Transaction, "select">;

/** Sent to print and not yet with its reader. */
const IN_PRINT = ["COMPLETED", "PRINTING", "SHIPPED"] as const;

export interface DeletionBlockers {
  loops: { id: string; name: string; entriesCount: number }[];
  /** Orders of loops that were paid for and not begun; null for one that a voucher paid for. */
  unbegun: { orderNumber: string | null }[];
  /** Gifts whose vouchers still wait to be redeemed. */
  openGifts: number;
  /** Of these, those that we are still to send, and when. */
  giftsToSend: { sendOnDay: string | null }[];
  /** Books on their way, by the name of their loop; while there is one, the account stays. */
  inPrint: string[];
}

/** What this account has that goes, stays or is in the way. */
export function deletionBlockersOf(accountId: string): DeletionBlockers {
  const all = db
    .select({ loop: loops, entriesCount: count(entries.id) })
    .from(loops)
    .leftJoin(entries, eq(entries.loopId, loops.id))
    .where(eq(loops.accountId, accountId))
    .groupBy(loops.id)
    .orderBy(asc(loops.createdAt))
    .all();
  const unbegun = db
    .select({ orderNumber: orders.number })
    .from(loopCredits)
    .leftJoin(orders, eq(orders.id, loopCredits.orderId))
    .where(
      and(eq(loopCredits.accountId, accountId), isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt)),
    )
    .all();
  const gifts = db
    .select({ sendOnDay: vouchers.sendOnDay, sentAt: vouchers.sentAt, email: vouchers.recipientEmail })
    .from(vouchers)
    .where(and(eq(vouchers.purchasedByAccountId, accountId), eq(vouchers.status, "ACTIVE")))
    .all();
  return {
    loops: all.map(({ loop, entriesCount }) => ({ id: loop.id, name: nameOf(loop), entriesCount })),
    unbegun,
    openGifts: gifts.length,
    giftsToSend: gifts.filter(({ sentAt, email }) => sentAt === null && email !== null),
    inPrint: booksInPrint(db, accountId),
  };
}

/** Names of the loops of this account whose books are being printed or are on their way. */
export function booksInPrint(reader: Reader, accountId: string): string[] {
  const printing = reader
    .select({ title: loops.title, theme: loops.theme, type: loops.type })
    .from(loops)
    .where(
      and(
        ...[eq(loops.accountId, accountId), inArray(loops.status, [...IN_PRINT])],
        // One that was taken back before the printer had it is never printed.
        sql`NOT (${loops.status} = 'COMPLETED' AND ${loops.id} IN (${LOOPS_TAKEN_BACK}))`,
      ),
    )
    .all();
  const copies = reader
    .select({ number: orders.number })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(eq(orders.accountId, accountId), ne(shipments.state, "delivered"), eq(orders.kind, "book_copies")),
    )
    .all();
  // A second printing of the book itself is of no order.
  const again = reader
    .select({ title: loops.title, theme: loops.theme, type: loops.type })
    .from(shipments)
    .innerJoin(loops, eq(loops.id, shipments.loopId))
    .where(
      and(
        ...[eq(loops.accountId, accountId), isNull(shipments.orderId), isNotNull(shipments.reprintOf)],
        ne(shipments.state, "delivered"),
      ),
    )
    .all();
  return [
    ...[...printing, ...again].map(nameOf),
    ...new Set(copies.map(({ number }) => `Copies of order ${number}`)),
  ];
}

/** Whether somebody could still be paying an order of this account: pages to pay on close within a day. */
export function isPaying(reader: Reader, accountId: string, now: Date): boolean {
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const twoDaysAgo = new Date(now.getTime() - 48 * HOUR_MS);
  const open = reader
    .select({ id: payments.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.accountId, accountId),
        eq(orders.status, "PENDING"),
        inArray(payments.status, ["opening", "open"]),
        gt(payments.createdAt, twoDaysAgo),
        or(isNull(payments.expiresAt), gt(payments.expiresAt, hourAgo)),
      ),
    )
    .limit(1)
    .get();
  return open !== undefined;
}

/** Whether a book of this account is being made this moment. */
export function isMakingBook(reader: Reader, accountId: string, now: Date): boolean {
  const running = reader
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(bookFiles, eq(bookFiles.id, jobs.subjectId))
    .innerJoin(loops, eq(loops.id, bookFiles.loopId))
    .where(
      and(
        eq(loops.accountId, accountId),
        eq(jobs.state, "running"),
        isNotNull(jobs.takenUntil),
        gt(jobs.takenUntil, now),
      ),
    )
    .limit(1)
    .get();
  return running !== undefined;
}

function nameOf(loop: { title: string | null; theme: string; type: string }): string {
  return loop.title ?? findLoopType(loop.theme, loop.type)?.displayName ?? "Untitled loop";
}
