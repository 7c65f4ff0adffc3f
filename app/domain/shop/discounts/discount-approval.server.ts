import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "#db/client.server";
import { countingRows, isIn, prepareAll, prepareGet } from "#db/queries.server";
import { discountRequests, discounts, staff } from "#db/schema";
import { decisionsOn, waitingIn } from "~/domain/people/staff/approvals.server";

/**
 * Approval of a discount by a second person. The person who creates it, or switches it on, asks; its code cannot be
 * used until somebody else approves. The database holds that the two differ, and that it stays switched off until
 * then.
 */

export const isNotArchived = isNull(discounts.archivedAt);

export const isWaiting = inArray(
  discounts.id,
  db.select({ id: discountRequests.discountId }).from(discountRequests).where(eq(discountRequests.state, "waiting")),
);

export function askForApproval(tx: Transaction, discountId: string, staffId: string, now: Date): boolean {
  if (waitingFor(tx, discountId)) return false;
  tx.insert(discountRequests).values({ discountId, requestedByStaffId: staffId, createdAt: now }).run();
  return true;
}

export function isApproved(tx: Transaction, discountId: string): boolean {
  return requestOf(tx, discountId, "approved") !== undefined;
}

const waitingFor = (tx: Transaction, discountId: string) => requestOf(tx, discountId, "waiting");

function requestOf(tx: Transaction, discountId: string, state: "waiting" | "approved") {
  const isIt = and(eq(discountRequests.discountId, discountId), eq(discountRequests.state, state));
  return tx.select().from(discountRequests).where(isIt).limit(1).get();
}

const DECISIONS = decisionsOn(discountRequests, {
  find: (tx, id) => {
    const isStored = and(eq(discounts.id, id), isNotArchived);
    const stored = tx.select({ id: discounts.id }).from(discounts).where(isStored).get();
    const waiting = waitingFor(tx, id);
    if (!stored) return "not_found";
    return waiting ? waitingIn(waiting) : "not_waiting";
  },
  object: ({ discountId }) => ({ type: "discount", id: discountId }),
  approved: "discounts.approve",
  declined: "discounts.decline",
  afterDeclining: ({ id }) => ({ requestId: id }),
});

export function approveDiscount(discountId: string, staffId: string, now: Date) {
  return DECISIONS.approve(discountId, { staffId, now }, (tx, { id }, approve): { ok: true } => {
    approve({}, { before: { isActive: false }, after: { isActive: true, requestId: id } });
    tx.update(discounts).set({ isActive: true, updatedAt: now }).where(eq(discounts.id, discountId)).run();
    return { ok: true };
  });
}

/** Declines it, for a reason; it stays switched off. */
export const declineDiscount = DECISIONS.decline;

export function waitingAmong(discountIds: readonly string[]): ReadonlySet<string> {
  const found = listWaitingAmong([...discountIds]);
  return new Set(found.map(({ id }) => id));
}

const listWaitingAmong = prepareAll((discountId: string[]) =>
  db
    .select({ id: discounts.id })
    .from(discounts)
    .where(and(isIn(discounts.id, discountId), isWaiting)),
);

export const discountsWaiting = () => countWaiting()?.found ?? 0;

const countWaiting = prepareGet(() => countingRows(discounts, and(isNotArchived, isWaiting)));

const deciders = alias(staff, "deciders");

/** The latest request about this discount and its outcome; undefined if none was needed. */
export const approvalOf = prepareGet((discountId: string) =>
  db
    .select({ request: discountRequests, requestedBy: staff.name, decidedBy: deciders.name })
    .from(discountRequests)
    .leftJoin(staff, eq(staff.id, discountRequests.requestedByStaffId))
    .leftJoin(deciders, eq(deciders.id, discountRequests.decidedByStaffId))
    .where(eq(discountRequests.discountId, discountId))
    .orderBy(desc(sql`${discountRequests}.rowid`))
    .limit(1),
);
