import { and, count, desc, eq, isNotNull, ne, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { entries, loopCredits, loops, orders, vouchers } from "#db/schema";
import type { Order } from "./orders.server";

/**
 * What somebody has bought. Of a loop that was given away its giver learns what its owner allows: without that,
 * neither title nor dates nor how much is written, and never a word of it.
 */

export interface PastOrder {
  order: Order;
  /** The loop this order became, as far as the buyer may know of it. */
  loop:
    | (Pick<typeof loops.$inferSelect, "id" | "title" | "status" | "startDay" | "deliveryDay"> & {
        isOwn: boolean;
      })
    | null;
  entriesCount: number;
}

/** Every order of this account that was paid, the newest first. */
export function paidOrdersOf(accountId: string): PastOrder[] {
  return db
    .select({
      order: orders,
      loop: {
        id: loops.id,
        isOwn: sql<boolean>`${loops.accountId} = ${accountId}`.mapWith(Boolean),
        title: loops.title,
        status: loops.status,
        startDay: loops.startDay,
        deliveryDay: loops.deliveryDay,
      },
      entriesCount: count(entries.id),
    })
    .from(orders)
    .leftJoin(loopCredits, eq(loopCredits.orderId, orders.id))
    .leftJoin(vouchers, eq(vouchers.orderId, orders.id))
    .leftJoin(
      loops,
      and(
        eq(loops.id, sql`coalesce(${loopCredits.loopId}, ${vouchers.loopId})`),
        or(eq(loops.accountId, accountId), eq(loops.giverSeesProgress, true)),
      ),
    )
    .leftJoin(entries, eq(entries.loopId, loops.id))
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt)))
    .groupBy(orders.id)
    .orderBy(desc(orders.paidAt))
    .all();
}

/** The newest loop this account has paid for, for itself or to give. */
export function newestPaidOrderOf(accountId: string): Order | undefined {
  return db
    .select()
    .from(orders)
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt), ne(orders.kind, "book_copies")))
    .orderBy(desc(orders.createdAt))
    .limit(1)
    .get();
}
