import { and, count, desc, eq, gt, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { countingRows, prepareAll, prepareGet } from "#db/queries.server";
import { discounts, discountUses, orders } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { choice } from "~/domain/people/staff/list-filters.server";
import { list } from "~/domain/people/staff/lists.server";
import { approvalExcess, approvalLoopPence } from "./approval-limits.server";
import { askForApproval, isApproved, isNotArchived, isWaiting, waitingAmong } from "./discount-approval.server";
import type { Discount } from "./discounts.server";
import type { DiscountWanted } from "./forms";
import { type CostTerms, type DiscountState, discountState, needsSecondPerson, possibleCostPence } from "./rules";

/**
 * Discounts for staff: create, switch on and off, delete. A discount that needs a second person is created switched
 * off. One that was ever used is archived instead of deleted, so that old orders still show what was taken off and
 * why; its code can be neither used nor created again.
 */

const FILTERS = ["active", "not_yet", "inactive", "expired", "waiting"] as const;

/** Codes, usually the newest first. A few hundred rows at most, so no index is needed. */
export const DISCOUNT_LIST = list(discounts, {
  name: "discounts",
  permission: "discounts.read",
  id: discounts.id,
  always: isNotArchived,
  search: (words) =>
    or(
      ...[discounts.code, discounts.description].map(
        (column) => sql`instr(lower(${column}), ${words.toLowerCase()}) > 0`,
      ),
    ),
  filters: { status: choice(["all", ...FILTERS], (filter, { now }) => filterCondition(filter, now)) },
  sorts: {
    code: discounts.code,
    uses: discounts.usedCount,
    "last-day": discounts.expiresAt,
    made: discounts.createdAt,
  },
  usual: "-made",
  lines: () => db.select().from(discounts),
  show: (rows, { now }) => {
    const waiting = waitingAmong(rows.map(({ id }) => id));
    return rows.map((row) => ({ ...row, state: discountState({ ...row, isWaiting: waiting.has(row.id) }, now) }));
  },
});

function filterCondition(filter: (typeof FILTERS)[number], now: Date): SQL | undefined {
  if (filter === "inactive") return eq(discounts.isActive, false);
  if (filter === "expired") return lte(discounts.expiresAt, now);
  if (filter === "waiting") return isWaiting;
  const hasTime = or(isNull(discounts.expiresAt), gt(discounts.expiresAt, now));
  const hasUses = or(isNull(discounts.maxUses), gt(discounts.maxUses, discounts.usedCount));
  const hasBegun = or(isNull(discounts.startsAt), lte(discounts.startsAt, now));
  if (filter === "not_yet") return and(eq(discounts.isActive, true), gt(discounts.startsAt, now), hasTime, hasUses);
  return and(eq(discounts.isActive, true), hasBegun, hasTime, hasUses);
}

export interface DiscountFigures {
  total: number;
  active: number;
  /** Counted uses of all codes, and what they took off. */
  uses: number;
  givenPence: number;
}

export function discountFigures(now: Date): DiscountFigures {
  const used = sumUses();
  return {
    total: countDiscounts()?.found ?? 0,
    active: countActive(now)?.found ?? 0,
    uses: used?.found ?? 0,
    givenPence: used?.pence ?? 0,
  };
}

const sumUses = prepareGet(() =>
  db
    .select({ found: count(), pence: sql<number>`coalesce(sum(${orders.discountPence}), 0)` })
    .from(discountUses)
    .innerJoin(orders, eq(orders.id, discountUses.orderId))
    .where(and(eq(discountUses.state, "counted"), eq(orders.isTest, false))),
);

const countDiscounts = prepareGet(() => countingRows(discounts, isNotArchived));

const countActive = prepareGet((now: Date) =>
  countingRows(discounts, and(isNotArchived, filterCondition("active", now))),
);

export type MakeDiscountResult =
  /** `isHeld`: waits for a second person. */
  | { ok: true; discountId: string; isHeld: boolean }
  /** `over`: its last day has gone by. */
  | { ok: false; reason: "code_taken" | "over" };

/** Creates a code. `times`: the start of its first day and the end of its last, each null if unset. */
export function createDiscount(
  wanted: DiscountWanted,
  times: { startsAt: Date | null; expiresAt: Date | null },
  staffId: string,
  now: Date,
): MakeDiscountResult {
  if (times.expiresAt !== null && times.expiresAt <= now) return { ok: false, reason: "over" };
  return write((tx): MakeDiscountResult => {
    const taken = tx.select({ id: discounts.id }).from(discounts).where(eq(discounts.code, wanted.code)).get();
    if (taken) return { ok: false, reason: "code_taken" };
    const discountId = newId();
    const { code, description, type, maxUses, firstOrderOnly, oncePerCustomer } = wanted;
    const terms = {
      code,
      description,
      type,
      maxUses,
      firstOrderOnly,
      oncePerCustomer,
      ...times,
      value: type === "PERCENTAGE" ? wanted.value / 100 : wanted.value,
      minimumOrderPence: wanted.minOrderValue,
      maximumDiscountPence: wanted.maxDiscountValue,
    };
    const isHeld = isForTwo(tx, terms, staffId, now);
    tx.insert(discounts)
      .values({ id: discountId, ...terms, isActive: !isHeld, createdAt: now, updatedAt: now })
      .run();
    if (isHeld) askForApproval(tx, discountId, staffId, now);
    record(tx, discountId, { staffId, action: "discounts.create", after: { ...terms, isHeld }, now });
    return { ok: true, discountId, isHeld };
  });
}

/** A code counts at what it can cost, as vouchers, refunds and reprints of this person do. */
function isForTwo(tx: Transaction, terms: CostTerms, staffId: string, now: Date): boolean {
  const loopPence = approvalLoopPence(now);
  const costPence = possibleCostPence(terms, loopPence);
  if (costPence === null || needsSecondPerson(terms, loopPence)) return true;
  return approvalExcess(tx, { staffId, recipientEmail: null, costPence }, now) !== null;
}

export type SwitchResult =
  | { ok: true; isHeld: boolean }
  /** `waits`: a second person has been asked about it and has not decided. */
  | { ok: false; reason: "not_found" | "waits" };

/** Switches a code on or off. A code that still needs a second person's approval waits instead. */
export function switchDiscount(discountId: string, isActive: boolean, staffId: string, now: Date): SwitchResult {
  return changeDiscount(discountId, (tx, discount): SwitchResult => {
    if (discount.isActive === isActive) return { ok: true, isHeld: false };
    const { maxUses, usedCount } = discount;
    const left = { ...discount, maxUses: maxUses === null ? null : maxUses - usedCount };
    if (isActive && !isApproved(tx, discountId) && isForTwo(tx, left, staffId, now)) {
      if (!askForApproval(tx, discountId, staffId, now)) return { ok: false, reason: "waits" };
      record(tx, discountId, { staffId, action: "discounts.ask", now });
      return { ok: true, isHeld: true };
    }
    tx.update(discounts).set({ isActive, updatedAt: now }).where(eq(discounts.id, discountId)).run();
    const data = { before: { isActive: discount.isActive }, after: { isActive } };
    record(tx, discountId, { staffId, action: "discounts.switch", now, ...data });
    return { ok: true, isHeld: false };
  });
}

/** Gives a code a last day, or an earlier one. A later one would be an offer that nobody approved. */
export function setLastDay(
  discountId: string,
  expiresAt: Date,
  staffId: string,
  now: Date,
): { ok: true } | { ok: false; reason: "not_found" | "over" | "later" } {
  return changeDiscount(discountId, (tx, { expiresAt: before }) => {
    if (expiresAt <= now) return { ok: false as const, reason: "over" as const };
    if (before && expiresAt > before) return { ok: false as const, reason: "later" as const };
    tx.update(discounts).set({ expiresAt, updatedAt: now }).where(eq(discounts.id, discountId)).run();
    const data = { before: { expiresAt: before }, after: { expiresAt } };
    record(tx, discountId, { staffId, action: "discounts.last_day", now, ...data });
    return { ok: true as const };
  });
}

/** Deletes a code that no order ever held; archives any other. */
export function deleteDiscount(
  discountId: string,
  staffId: string,
  now: Date,
): { ok: true } | { ok: false; reason: "not_found" } {
  return changeDiscount(discountId, (tx, discount) => {
    const isIn = (table: typeof orders | typeof discountUses) =>
      tx.select({ id: table.id }).from(table).where(eq(table.discountId, discountId)).limit(1).get() !== undefined;
    const isUsed = isIn(orders) || isIn(discountUses);
    if (isUsed) {
      tx.update(discounts)
        .set({ archivedAt: now, isActive: false, updatedAt: now })
        .where(eq(discounts.id, discountId))
        .run();
    } else tx.delete(discounts).where(eq(discounts.id, discountId)).run();
    const action = isUsed ? "discounts.archive" : "discounts.delete";
    record(tx, discountId, { staffId, action, now, before: { code: discount.code } });
    return { ok: true as const };
  });
}

function changeDiscount<Result>(
  discountId: string,
  change: (tx: Transaction, discount: Discount) => Result,
): Result | { ok: false; reason: "not_found" } {
  return write((tx) => {
    const discount = findDiscountById(discountId);
    return discount ? change(tx, discount) : { ok: false as const, reason: "not_found" as const };
  });
}

const findDiscountById = prepareGet((discountId: string) =>
  db
    .select()
    .from(discounts)
    .where(and(eq(discounts.id, discountId), isNotArchived)),
);

function record(
  tx: Transaction,
  id: string,
  done: { staffId: string; action: string; now: Date; before?: unknown; after?: unknown },
): void {
  recordAuditEvent(tx, { ...done, object: { type: "discount", id } });
}

const MOST_SHOWN = 100;

/** One code with its hundred latest orders; undefined for an unknown id. */
export function discountWithUses(
  discountId: string,
  now: Date,
): { discount: Discount & { state: DiscountState }; uses: ReturnType<typeof listUses> } | undefined {
  const discount = findDiscountById(discountId);
  if (!discount) return undefined;
  const uses = listUses(discountId);
  const isWaiting = waitingAmong([discountId]).has(discountId);
  return { discount: { ...discount, state: discountState({ ...discount, isWaiting }, now) }, uses };
}

const listUses = prepareAll((discountId: string) =>
  db
    .select({
      id: discountUses.id,
      state: discountUses.state,
      orderId: orders.id,
      orderNumber: orders.number,
      discountPence: orders.discountPence,
      createdAt: discountUses.createdAt,
    })
    .from(discountUses)
    .innerJoin(orders, eq(orders.id, discountUses.orderId))
    .where(and(eq(discountUses.discountId, discountId), ne(discountUses.state, "released")))
    .orderBy(desc(discountUses.createdAt))
    .limit(MOST_SHOWN),
);
