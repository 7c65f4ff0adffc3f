import { and, desc, eq, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { countingRows, isIn, prepareAll, prepareGet } from "#db/queries.server";
import { discountRequests, discounts, staff } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { areTwo } from "~/domain/people/staff/second-person.server";

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

/** Asks for approval; false if a request is already waiting. */
export function askForApproval(tx: Transaction, discountId: string, staffId: string, now: Date): boolean {
  if (waitingFor(tx, discountId)) return false;
  tx.insert(discountRequests).values({ discountId, requestedByStaffId: staffId, createdAt: now }).run();
  return true;
}

/** Whether a second person has approved this discount. */
export function isApproved(tx: Transaction, discountId: string): boolean {
  return requestOf(tx, discountId, "approved") !== undefined;
}

const waitingFor = (tx: Transaction, discountId: string) => requestOf(tx, discountId, "waiting");

function requestOf(tx: Transaction, discountId: string, state: "waiting" | "approved") {
  const isIt = and(eq(discountRequests.discountId, discountId), eq(discountRequests.state, state));
  return tx.select().from(discountRequests).where(isIt).limit(1).get();
}

export type ApprovalResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_waiting" | "own_request" | "not_two" };

/** Approves a discount that somebody else asked for. */
export function approveDiscount(discountId: string, staffId: string, now: Date): ApprovalResult {
  return decide(discountId, { staffId, approvesAt: now }, (tx, requestId) => {
    setDecided(tx, requestId, { state: "approved", decidedByStaffId: staffId, decidedAt: now });
    tx.update(discounts).set({ isActive: true, updatedAt: now }).where(eq(discounts.id, discountId)).run();
    recordAuditEvent(tx, {
      staffId,
      action: "discounts.approve",
      object: { type: "discount", id: discountId },
      now,
      before: { isActive: false },
      after: { isActive: true, requestId },
    });
  });
}

/** Declines it, for a reason; it stays switched off. */
export function declineDiscount(discountId: string, reason: string, staffId: string, now: Date): ApprovalResult {
  return decide(discountId, { staffId }, (tx, requestId) => {
    const decided = { state: "declined", decidedByStaffId: staffId, decidedAt: now } as const;
    setDecided(tx, requestId, { ...decided, decidedReason: reason });
    recordAuditEvent(tx, {
      staffId,
      action: "discounts.decline",
      object: { type: "discount", id: discountId },
      now,
      reason,
      after: { requestId },
    });
  });
}

function setDecided(tx: Transaction, requestId: string, decided: Partial<typeof discountRequests.$inferInsert>): void {
  tx.update(discountRequests).set(decided).where(eq(discountRequests.id, requestId)).run();
}

function decide(
  discountId: string,
  { staffId, approvesAt }: { staffId: string; approvesAt?: Date },
  action: (tx: Transaction, requestId: string) => void,
): ApprovalResult {
  return write((tx): ApprovalResult => {
    const stored = tx
      .select({ id: discounts.id })
      .from(discounts)
      .where(and(eq(discounts.id, discountId), isNotArchived))
      .get();
    if (!stored) return { ok: false, reason: "not_found" };
    const request = waitingFor(tx, discountId);
    if (!request) return { ok: false, reason: "not_waiting" };
    if (request.requestedByStaffId === staffId) return { ok: false, reason: "own_request" };
    if (approvesAt && !areTwo(tx, request.requestedByStaffId, staffId, approvesAt))
      return { ok: false, reason: "not_two" };
    action(tx, request.id);
    return { ok: true };
  });
}

/** Which of these wait for a second person. */
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

/** How many wait for a second person. */
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
