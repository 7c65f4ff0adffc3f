import { and, count, eq, isNotNull, isNull, ne, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { discounts, discountUses, orders } from "#db/schema";
import { applyDiscount, type CustomerFacts, type DiscountAnswer } from "./rules";

/**
 * Codes as customers use them. While somebody pays, a use is reserved for them; it counts once they have paid
 * and is released if they do not, so that a code with ten uses is used ten times and never eleven.
 */

export type Discount = typeof discounts.$inferSelect;
type Reader = Pick<Transaction, "select">;

/** How long a use is held for somebody who is paying: a little longer than the page they pay on stays open. */
const RESERVED_MINUTES = 40;

export function findDiscount(reader: Reader, code: string): Discount | undefined {
  return reader
    .select()
    .from(discounts)
    .where(and(eq(discounts.code, code.trim().toUpperCase()), isNull(discounts.archivedAt)))
    .get();
}

function factsAbout(reader: Reader, discountId: string, accountId: string, orderId?: string): CustomerFacts {
  const paid = reader
    .select({ orders: count() })
    .from(orders)
    .where(and(eq(orders.accountId, accountId), isNotNull(orders.paidAt)))
    .get();
  const used = reader
    .select({ uses: count() })
    .from(discountUses)
    .where(
      and(
        eq(discountUses.discountId, discountId),
        eq(discountUses.customerKey, accountId),
        ne(discountUses.state, "released"),
        orderId ? ne(discountUses.orderId, orderId) : undefined,
      ),
    )
    .get();
  return { paidOrders: paid?.orders ?? 0, usedThisCode: (used?.uses ?? 0) > 0 };
}

/** What a code would take off this subtotal for this person now. */
export function quoteDiscount(
  request: { code: string; subtotalPence: number; accountId: string; orderId?: string },
  now: Date,
  reader: Reader = db,
): DiscountAnswer & { discount?: Discount } {
  const discount = findDiscount(reader, request.code);
  if (!discount) return { ok: false, reason: "unknown" };
  const ownReservation = request.orderId ? liveUseOf(reader, request.orderId) : undefined;
  const terms =
    ownReservation?.discountId === discount.id
      ? { ...discount, usedCount: discount.usedCount - 1 }
      : discount;
  const facts = factsAbout(reader, discount.id, request.accountId, request.orderId);
  return { ...applyDiscount(terms, request.subtotalPence, facts, now), discount };
}

function liveUseOf(reader: Reader, orderId: string) {
  return reader
    .select()
    .from(discountUses)
    .where(and(eq(discountUses.orderId, orderId), ne(discountUses.state, "released")))
    .get();
}

/** Holds one use for an order within the caller's transaction, in place of whatever the order held before. */
export function reserveDiscount(
  tx: Transaction,
  request: { discountId: string | null; orderId: string; accountId: string },
  now: Date,
): void {
  const held = liveUseOf(tx, request.orderId);
  if (held?.discountId === request.discountId && held?.state === "reserved") {
    tx.update(discountUses)
      .set({ reservedUntil: reservedUntil(now) })
      .where(eq(discountUses.id, held.id))
      .run();
    return;
  }
  releaseDiscount(tx, request.orderId);
  if (!request.discountId) return;
  changeUsedCount(tx, request.discountId, 1);
  const use = {
    discountId: request.discountId,
    orderId: request.orderId,
    customerKey: request.accountId,
    state: "reserved" as const,
    reservedUntil: reservedUntil(now),
    createdAt: now,
  };
  tx.insert(discountUses).values(use).onConflictDoUpdate({ target: discountUses.orderId, set: use }).run();
}

function reservedUntil(now: Date): Date {
  return new Date(now.getTime() + RESERVED_MINUTES * 60_000);
}

/** The order was paid: its use counts for good, also where the reservation had lapsed meanwhile. */
export function countDiscountUse(tx: Transaction, orderId: string): void {
  const use = tx.select().from(discountUses).where(eq(discountUses.orderId, orderId)).get();
  if (!use) return;
  tx.update(discountUses).set({ state: "counted" }).where(eq(discountUses.id, use.id)).run();
  if (use.state === "released") changeUsedCount(tx, use.discountId, 1);
}

/** The order will not be paid as it stood: its use is free again. */
export function releaseDiscount(tx: Transaction, orderId: string): void {
  const use = liveUseOf(tx, orderId);
  if (use?.state !== "reserved") return;
  tx.update(discountUses).set({ state: "released" }).where(eq(discountUses.id, use.id)).run();
  changeUsedCount(tx, use.discountId, -1);
}

function changeUsedCount(tx: Transaction, discountId: string, by: 1 | -1): void {
  const hasRoom = sql`(${discounts.maxUses} IS NULL OR ${discounts.usedCount} + ${by} <= ${discounts.maxUses})`;
  tx.update(discounts)
    .set({ usedCount: sql`${discounts.usedCount} + ${by}` })
    .where(and(eq(discounts.id, discountId), hasRoom))
    .run();
}
