import { and, count, eq, isNotNull, isNull, lt, ne, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { isIn, prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { accounts, discounts, discountUses, orders } from "#db/schema";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { guestOf, guestsLike } from "~/domain/people/accounts/guests.server";
import { PAYMENT_OPEN_MINUTES } from "../order-rules/payment-states";
import { applyDiscount, asksForBuyer, type CustomerData, type DiscountResult, whyKnown } from "./rules";

/**
 * Discount codes for customers. A use is reserved when a payment is opened, not before; it counts once that is paid
 * and is released otherwise, so that a code with ten uses is used ten times and never eleven. A customer holds one use
 * of a code at a time: the payment of a newer order takes over the hold of an older one.
 */

export type Discount = typeof discounts.$inferSelect;

export function findDiscount(code: string): Discount | undefined {
  return findByCode(code.trim().toUpperCase());
}

const findByCode = prepareGet((code: string) =>
  db
    .select()
    .from(discounts)
    .where(and(eq(discounts.code, code), isNull(discounts.archivedAt))),
);

/** Orders of this account, and those that were placed with this email address, by a guest or with an account. */
const isOfBuyer = (accountId: string, email: string) =>
  or(eq(orders.accountId, accountId), and(sql`lower(${orders.email}) = lower(${email})`, ne(orders.email, "")));

/** `butOrderId`: not counting this order, which somebody else may have fulfilled a moment ago. */
function paidBefore(discountId: string, accountId: string, email: string, butOrderId = "") {
  return {
    paidOrders: countPaidOrders(accountId, email, butOrderId)?.orders ?? 0,
    usedThisCode: (countUses(discountId, accountId, email, butOrderId)?.uses ?? 0) > 0,
  };
}

const countPaidOrders = prepareGet((accountId: string, email: string, butOrderId: string) =>
  db
    .select({ orders: count() })
    .from(orders)
    .where(and(isOfBuyer(accountId, email), isNotNull(orders.paidAt), ne(orders.id, butOrderId))),
);

const countUses = prepareGet((discountId: string, accountId: string, email: string, butOrderId: string) =>
  db
    .select({ uses: count() })
    .from(discountUses)
    .innerJoin(orders, eq(orders.id, discountUses.orderId))
    .where(
      and(
        ...[eq(discountUses.discountId, discountId), eq(discountUses.state, "counted")],
        or(eq(discountUses.customerKey, accountId), isOfBuyer(accountId, email)),
        ne(discountUses.orderId, butOrderId),
      ),
    ),
);

interface Asked {
  code: string;
  subtotalPence: number;
  /** Empty where nobody is signed in and nothing was ordered. */
  accountId: string;
  /** The email of the order, by which a guest is recognised; before there is one, a guest counts as new. */
  email?: string;
  orderId?: string;
}

function dataAbout(discountId: string, { accountId, email }: Asked): CustomerData {
  const isGuest = accountId === "" || guestOf(accountId) !== undefined;
  if (isGuest && email === undefined) return { isGuest, paidOrders: 0, usedThisCode: false };
  return { isGuest, ...paidBefore(discountId, accountId, email ?? findEmail(accountId)?.email ?? "") };
}

const findEmail = prepareGet((accountId: string) =>
  db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, accountId)),
);

export function quoteDiscount(request: Asked, now: Date): DiscountResult & { discount?: Discount } {
  const discount = findDiscount(request.code);
  if (!discount) return { ok: false, reason: "unknown" };
  const usedByOthers = discount.usedCount - usesHeld(discount, request).length;
  const data = dataAbout(discount.id, request);
  return {
    ...applyDiscount({ ...discount, usedCount: usedByOthers }, request.subtotalPence, data, now),
    discount,
  };
}

/** Held uses that this order would take itself: its own, and those of its buyer's other orders. */
function usesHeld(discount: Discount, request: { accountId: string; orderId?: string }) {
  return listHeldUses(discount.id, request.orderId ?? "", rowsOfBuyer(discount, request.accountId));
}

const listHeldUses = prepareAll((discountId: string, orderId: string, accountIds: string[]) => {
  // An empty account id belongs to people who have left.
  const isBuyers = and(isIn(discountUses.customerKey, accountIds), ne(discountUses.customerKey, ""));
  return db
    .select()
    .from(discountUses)
    .where(
      and(
        ...[eq(discountUses.discountId, discountId), eq(discountUses.state, "reserved")],
        or(eq(discountUses.orderId, orderId), isBuyers),
      ),
    );
});

/** The rows of one buyer: each basket of a guest has its own, and a code that works once goes by their email. */
export function rowsOfBuyer(discount: Discount, accountId: string): string[] {
  const guests = asksForBuyer(discount) ? guestsLike([accountId]).get(accountId) : undefined;
  return guests ?? [accountId];
}

interface Holder {
  discountId: string | null;
  orderId: string;
  accountId: string;
}

/**
 * Holds one use for an order whose payment is about to be opened, replacing any hold of the order or its buyer.
 * Returns false, and leaves every hold as it is, if no use is left or the code was switched off.
 */
export function reserveDiscount(tx: Transaction, holder: Holder, now: Date): boolean {
  releaseOtherDiscount(tx, holder);
  const { discountId, orderId, accountId } = holder;
  if (!discountId || findLiveUse(orderId)?.state === "counted") return true;
  const discount = findById(discountId);
  if (!discount) throw new Error(`The discount ${discountId} of order ${orderId} is gone.`);
  if (isCodeSpent(holder)) return false;
  if (discount.firstOrderOnly)
    for (const other of listFirstOrderHolds(rowsOfBuyer(discount, accountId), discountId))
      releaseDiscount(tx, other.orderId);
  const [first, ...others] = usesHeld(discount, holder);
  // A code that was switched off counts for the limit of a day with what is held and used, so nothing is added to it.
  if (!first && !(discount.isActive && changeUsedCount(tx, discountId, 1))) return false;
  for (const use of others) releaseDiscount(tx, use.orderId);
  // The held use passes to this order, so that nobody else can take it in between.
  if (first && first.orderId !== orderId) markReleased(tx, first.id);
  const use = {
    discountId,
    orderId,
    customerKey: accountId,
    state: "reserved" as const,
    reservedUntil: reservedUntil(now),
    createdAt: now,
  };
  tx.insert(discountUses).values(use).onConflictDoUpdate({ target: discountUses.orderId, set: use }).run();
  return true;
}

/** A first order takes one such code, whichever: the order whose payment is opened last. */
const listFirstOrderHolds = prepareAll((accountIds: string[], discountId: string) =>
  db
    .select({ orderId: discountUses.orderId })
    .from(discountUses)
    .innerJoin(discounts, eq(discounts.id, discountUses.discountId))
    .where(
      and(
        ...[isIn(discountUses.customerKey, accountIds), ne(discountUses.customerKey, "")],
        ...[eq(discountUses.state, "reserved"), eq(discounts.firstOrderOnly, true)],
        ne(discounts.id, discountId),
      ),
    ),
);

const findLiveUse = prepareGet((orderId: string) =>
  db
    .select()
    .from(discountUses)
    .where(and(eq(discountUses.orderId, orderId), ne(discountUses.state, "released"))),
);

const findById = prepareGet((discountId: string) => db.select().from(discounts).where(eq(discounts.id, discountId)));

/** Whether the code works once for its buyer, and they have paid another order meanwhile that took it. */
export function isCodeSpent({ discountId, orderId, accountId }: Holder): boolean {
  const discount = discountId === null ? undefined : findById(discountId);
  // An empty account id belongs to people who have left.
  if (!discount || accountId === "") return false;
  const email = findOrderEmail(orderId)?.email ?? "";
  return whyKnown(discount, paidBefore(discount.id, accountId, email, orderId)) !== null;
}

const findOrderEmail = prepareGet((orderId: string) =>
  db.select({ email: orders.email }).from(orders).where(eq(orders.id, orderId)),
);

/** Releases holds of other codes after an order's code was changed or removed. */
export function releaseOtherDiscount(
  tx: Transaction,
  { discountId, orderId }: Pick<Holder, "discountId" | "orderId">,
): void {
  if (findLiveUse(orderId)?.discountId !== discountId) releaseDiscount(tx, orderId);
}

function reservedUntil(now: Date): Date {
  return new Date(now.getTime() + PAYMENT_OPEN_MINUTES * MINUTE_MS);
}

/**
 * Counts the use of a paid order for good, even if its hold has expired meanwhile. If others have taken the last use
 * since, the customer keeps the sum they paid and the count stays true.
 */
export function countDiscountUse(tx: Transaction, orderId: string): void {
  const use = tx.select().from(discountUses).where(eq(discountUses.orderId, orderId)).get();
  if (!use || (use.state === "released" && !changeUsedCount(tx, use.discountId, 1))) return;
  tx.update(discountUses).set({ state: "counted" }).where(eq(discountUses.id, use.id)).run();
}

export function holdsDiscount(orderId: string): boolean {
  return findLiveUse(orderId) !== undefined;
}

/** Releases the use of an order that will not be paid. */
export function releaseDiscount(tx: Transaction, orderId: string): void {
  const use = findLiveUse(orderId);
  if (use?.state !== "reserved") return;
  markReleased(tx, use.id);
  changeUsedCount(tx, use.discountId, -1);
}

function markReleased(_tx: Transaction, useId: string): void {
  updateReleased(useId);
}

const updateReleased = prepareRun((useId: string) =>
  db.update(discountUses).set({ state: "released" }).where(eq(discountUses.id, useId)),
);

export function ordersWithLapsedHold(now: Date): string[] {
  return listLapsedHolds(now).map((use) => use.orderId);
}

const listLapsedHolds = prepareAll((now: Date) =>
  db
    .select({ orderId: discountUses.orderId })
    .from(discountUses)
    .where(and(eq(discountUses.state, "reserved"), lt(discountUses.reservedUntil, now))),
);

/** Changes the count of uses; returns false, changing nothing, if that would exceed the limit. */
function changeUsedCount(tx: Transaction, discountId: string, by: 1 | -1): boolean {
  const hasRoom = sql`(${discounts.maxUses} IS NULL OR ${discounts.usedCount} + ${by} <= ${discounts.maxUses})`;
  const changed = tx
    .update(discounts)
    .set({ usedCount: sql`${discounts.usedCount} + ${by}` })
    .where(and(eq(discounts.id, discountId), by === 1 ? hasRoom : undefined))
    .run();
  return changed.changes === 1;
}
