import { and, count, desc, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { discounts, discountUses, orders } from "#db/schema";
import { recordAct } from "../staff/audit.server";
import type { Discount } from "./discounts.server";
import type { DiscountWanted } from "./forms";
import { type DiscountState, discountState } from "./states";

/**
 * Discounts as staff keep them: made, switched on and off, done away with. One that was ever used is not deleted but
 * laid aside, so that old orders still say what came off and why; nobody can use its code again, and nobody make it.
 */

export const DISCOUNTS_A_PAGE = 25;
export type DiscountFilter = "all" | "active" | "inactive" | "expired";

const isKept = isNull(discounts.archivedAt);

/** One page of codes, the newest first, and how many there are in all. */
export function listDiscounts(
  question: { search: string; filter: DiscountFilter },
  page: number,
  now: Date,
  size = DISCOUNTS_A_PAGE,
): { rows: (Discount & { state: DiscountState })[]; total: number } {
  const where = and(isKept, filterCondition(question.filter, now), searchCondition(question.search));
  const rows = db
    .select()
    .from(discounts)
    .where(where)
    .orderBy(desc(discounts.createdAt), desc(discounts.id))
    .limit(size)
    .offset((page - 1) * size)
    .all();
  const total = db.select({ found: count() }).from(discounts).where(where).get()?.found ?? 0;
  return { rows: rows.map((row) => ({ ...row, state: discountState(row, now) })), total };
}

function searchCondition(search: string): SQL | undefined {
  const words = search.toLowerCase();
  if (words === "") return undefined;
  return or(
    sql`instr(lower(${discounts.code}), ${words}) > 0`,
    sql`instr(lower(${discounts.description}), ${words}) > 0`,
  );
}

function filterCondition(filter: DiscountFilter, now: Date): SQL | undefined {
  if (filter === "inactive") return eq(discounts.isActive, false);
  if (filter === "expired") return lte(discounts.expiresAt, now);
  if (filter === "all") return undefined;
  const hasTime = or(isNull(discounts.expiresAt), gt(discounts.expiresAt, now));
  const hasUses = or(isNull(discounts.maxUses), gt(discounts.maxUses, discounts.usedCount));
  return and(eq(discounts.isActive, true), hasTime, hasUses);
}

export interface DiscountFigures {
  total: number;
  active: number;
  /** Uses that count, of all codes, and what they took off. */
  uses: number;
  givenPence: number;
}

export function discountFigures(now: Date): DiscountFigures {
  const total = db.select({ found: count() }).from(discounts).where(isKept).get();
  const active = db
    .select({ found: count() })
    .from(discounts)
    .where(and(isKept, filterCondition("active", now)))
    .get();
  const used = db
    .select({ found: count(), pence: sql<number>`coalesce(sum(${orders.discountPence}), 0)` })
    .from(discountUses)
    .innerJoin(orders, eq(orders.id, discountUses.orderId))
    .where(and(eq(discountUses.state, "counted"), eq(orders.isTest, false)))
    .get();
  return {
    ...{ total: total?.found ?? 0, active: active?.found ?? 0 },
    ...{ uses: used?.found ?? 0, givenPence: used?.pence ?? 0 },
  };
}

export type DiscountChange = { ok: true } | { ok: false; reason: "not_found" | "code_taken" };

/** Makes a code. `times`: the instants its first day begins and its last day ends, each null where none is set. */
export function createDiscount(
  wanted: DiscountWanted,
  times: { startsAt: Date | null; expiresAt: Date | null },
  staffId: string,
  now: Date,
): { ok: true; discountId: string } | { ok: false; reason: "code_taken" } {
  return db.transaction(
    (tx) => {
      const taken = tx
        .select({ id: discounts.id })
        .from(discounts)
        .where(eq(discounts.code, wanted.code))
        .get();
      if (taken) return { ok: false as const, reason: "code_taken" as const };
      const id = newId();
      const { code, description, type, maxUses, firstOrderOnly, oncePerCustomer } = wanted;
      const terms = {
        ...{ code, description, type, maxUses, firstOrderOnly, oncePerCustomer, ...times },
        value: type === "PERCENTAGE" ? wanted.value / 100 : wanted.value,
        minimumOrderPence: wanted.minOrderValue,
        maximumDiscountPence: wanted.maxDiscountValue,
      };
      tx.insert(discounts)
        .values({ id, ...terms, createdAt: now, updatedAt: now })
        .run();
      record(tx, id, { staffId, act: "discounts.create", after: terms, now });
      return { ok: true as const, discountId: id };
    },
    { behavior: "immediate" },
  );
}

/** Switches a code on or off. */
export function switchDiscount(
  discountId: string,
  isActive: boolean,
  staffId: string,
  now: Date,
): DiscountChange {
  return changeDiscount(discountId, (tx, discount) => {
    if (discount.isActive === isActive) return;
    tx.update(discounts).set({ isActive, updatedAt: now }).where(eq(discounts.id, discountId)).run();
    const facts = { before: { isActive: discount.isActive }, after: { isActive } };
    record(tx, discountId, { staffId, act: "discounts.switch", now, ...facts });
  });
}

/** Does away with a code: deleted where no order ever held it, laid aside where one did. */
export function deleteDiscount(discountId: string, staffId: string, now: Date): DiscountChange {
  return changeDiscount(discountId, (tx, discount) => {
    const used = tx
      .select({ id: orders.id })
      .from(orders)
      .where(eq(orders.discountId, discountId))
      .limit(1)
      .get();
    const held = tx
      .select({ id: discountUses.id })
      .from(discountUses)
      .where(eq(discountUses.discountId, discountId))
      .limit(1)
      .get();
    const isUsed = used !== undefined || held !== undefined;
    if (isUsed) {
      tx.update(discounts)
        .set({ archivedAt: now, isActive: false, updatedAt: now })
        .where(eq(discounts.id, discountId))
        .run();
    } else tx.delete(discounts).where(eq(discounts.id, discountId)).run();
    const act = isUsed ? "discounts.archive" : "discounts.delete";
    record(tx, discountId, { staffId, act, now, before: { code: discount.code } });
  });
}

function changeDiscount(
  discountId: string,
  change: (tx: Transaction, discount: Discount) => void,
): DiscountChange {
  return db.transaction(
    (tx): DiscountChange => {
      const discount = tx
        .select()
        .from(discounts)
        .where(and(eq(discounts.id, discountId), isKept))
        .get();
      if (!discount) return { ok: false, reason: "not_found" };
      change(tx, discount);
      return { ok: true };
    },
    { behavior: "immediate" },
  );
}

function record(
  tx: Transaction,
  id: string,
  done: { staffId: string; act: string; now: Date; before?: unknown; after?: unknown },
): void {
  recordAct(tx, { ...done, object: { type: "discount", id } });
}

export interface Redemption {
  id: string;
  state: "reserved" | "counted" | "released";
  orderId: string;
  orderNumber: string;
  discountPence: number;
  createdAt: Date;
}

const MOST_SHOWN = 100;

/** One code with the orders that used it, the hundred newest; undefined where there is none. */
export function discountWithUses(
  discountId: string,
  now: Date,
): { discount: Discount & { state: DiscountState }; uses: Redemption[] } | undefined {
  const discount = db
    .select()
    .from(discounts)
    .where(and(eq(discounts.id, discountId), isKept))
    .get();
  if (!discount) return undefined;
  const uses = db
    .select({
      ...{ id: discountUses.id, state: discountUses.state },
      ...{ orderId: orders.id, orderNumber: orders.number },
      ...{ discountPence: orders.discountPence, createdAt: discountUses.createdAt },
    })
    .from(discountUses)
    .innerJoin(orders, eq(orders.id, discountUses.orderId))
    .where(and(eq(discountUses.discountId, discountId), ne(discountUses.state, "released")))
    .orderBy(desc(discountUses.createdAt))
    .limit(MOST_SHOWN)
    .all();
  return { discount: { ...discount, state: discountState(discount, now) }, uses };
}
