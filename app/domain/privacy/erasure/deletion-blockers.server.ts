import { and, asc, count, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { bookFiles, entries, jobs, loopCredits, loops, orders, payments, shipments, vouchers } from "#db/schema";
import { nameOfLoop } from "~/domain/diary/catalogue/catalogue";
import { IS_FINISHED } from "~/domain/diary/loops/finished-weeks.server";
import { REVERSED_LOOPS } from "~/domain/diary/loops/print-holds.server";
import { HOUR_MS } from "~/domain/kernel/time/durations";

/** What a customer loses with their account, and what must be finished first. */

type Reader = Pick<Transaction, "select">;

/** Signed off and not yet delivered. */
const IN_PRINT = ["COMPLETED", "PRINTING", "SHIPPED"] as const;

export interface DeletionBlockers {
  loops: { id: string; name: string; entriesCount: number }[];
  /** Orders of paid loops that are not begun; null for a loop paid with a voucher. */
  unspentCredits: { orderNumber: string | null }[];
  /** Gifts whose vouchers are not redeemed yet. */
  openGifts: number;
  /** Those of the open gifts that we still have to send, with their dates. */
  giftsToSend: { sendOnDay: string | null }[];
  /** Books in production or on their way, by the name of their loop; they block the deletion. */
  inPrint: string[];
  /** Orders of copies that are not at the printer yet; they block it until they are cancelled. */
  copiesToCancel: { orderId: string; number: string }[];
}

/** What is deleted with this account, what survives it, and what blocks its deletion. */
export function deletionBlockersOf(accountId: string): DeletionBlockers {
  const all = listLoops(accountId);
  const unspentCredits = listUnspentCredits(accountId);
  const gifts = listUnsentGifts(accountId);
  return {
    loops: all.map(({ loop, entriesCount }) => ({ id: loop.id, name: nameOfLoop(loop), entriesCount })),
    unspentCredits,
    openGifts: gifts.length,
    giftsToSend: gifts.filter(({ sentAt, email }) => sentAt === null && email !== null),
    inPrint: booksInPrint(accountId),
    copiesToCancel: copiesToCancel(accountId),
  };
}

const listLoops = prepareAll((accountId: string) =>
  db
    .select({ loop: loops, entriesCount: count(entries.id) })
    .from(loops)
    .leftJoin(entries, and(eq(entries.loopId, loops.id), IS_FINISHED))
    .where(eq(loops.accountId, accountId))
    .groupBy(loops.id)
    .orderBy(asc(loops.createdAt)),
);

const listUnspentCredits = prepareAll((accountId: string) =>
  db
    .select({ orderNumber: orders.number })
    .from(loopCredits)
    .leftJoin(orders, eq(orders.id, loopCredits.orderId))
    .where(and(eq(loopCredits.accountId, accountId), isNull(loopCredits.spentAt), isNull(loopCredits.cancelledAt))),
);

const listUnsentGifts = prepareAll((accountId: string) =>
  db
    .select({ sendOnDay: vouchers.sendOnDay, sentAt: vouchers.sentAt, email: vouchers.recipientEmail })
    .from(vouchers)
    .where(and(eq(vouchers.purchasedByAccountId, accountId), eq(vouchers.status, "ACTIVE"))),
);

/** Names of this account's loops whose books are being printed or are on their way. */
export function booksInPrint(accountId: string): string[] {
  const printing = listPrinting(accountId);
  const copies = listCopies(accountId);
  // A reprint of the year's own book belongs to no order.
  const again = listReprints(accountId);
  return [
    ...[...printing, ...again].map(nameOfLoop),
    ...copies.flatMap(({ number, isBegun }) => (isBegun === 1 ? [`Copies of order ${number}`] : [])),
  ];
}

const listPrinting = prepareAll((accountId: string) =>
  db
    .select({ title: loops.title, theme: loops.theme, type: loops.type })
    .from(loops)
    .where(
      and(
        ...[eq(loops.accountId, accountId), inArray(loops.status, [...IN_PRINT])],
        // A loop that was refunded and revoked before printing is never printed.
        sql`NOT (${loops.status} = 'COMPLETED' AND ${loops.id} IN (${REVERSED_LOOPS}))`,
      ),
    ),
);

const listCopies = prepareAll((accountId: string) =>
  db
    .select({
      orderId: orders.id,
      number: orders.number,
      isBegun: sql<number>`max(${shipments.state} <> 'waiting')`,
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(and(eq(orders.accountId, accountId), eq(orders.kind, "book_copies")))
    .groupBy(orders.id)
    .having(sql`sum(${shipments.state} <> 'delivered') > 0`),
);

const listReprints = prepareAll((accountId: string) =>
  db
    .select({ title: loops.title, theme: loops.theme, type: loops.type })
    .from(shipments)
    .innerJoin(loops, eq(loops.id, shipments.loopId))
    .where(
      and(
        ...[eq(loops.accountId, accountId), isNull(shipments.orderId), isNotNull(shipments.reprintOf)],
        ne(shipments.state, "delivered"),
      ),
    ),
);

/** The orders of copies of this account that can still be cancelled, because none is at the printer. */
export function copiesToCancel(accountId: string): { orderId: string; number: string }[] {
  return listCopies(accountId).flatMap(({ orderId, number, isBegun }) => (isBegun === 1 ? [] : [{ orderId, number }]));
}

/** Whether an order of this account could still be paid: payment pages close within a day. */
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

/** Whether a book of this account is being made right now. */
export function isMakingBook(reader: Reader, accountId: string, now: Date): boolean {
  const running = reader
    .select({ id: jobs.id })
    .from(jobs)
    .innerJoin(bookFiles, eq(bookFiles.id, jobs.subjectId))
    .innerJoin(loops, eq(loops.id, bookFiles.loopId))
    .where(and(eq(loops.accountId, accountId), eq(jobs.state, "running"), gt(jobs.takenUntil, now)))
    .limit(1)
    .get();
  return running !== undefined;
}
