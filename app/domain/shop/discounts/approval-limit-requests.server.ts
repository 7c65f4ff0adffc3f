import { and, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { approvalLimitRequests, settings, staff } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { areTwo } from "~/domain/people/staff/second-person.server";
import { mayManage } from "~/domain/people/staff/staff.server";
import { reportLimits } from "~/domain/people/staff/staff-changes.server";
import { type ApprovalLimit, formatApprovalLimit, GIVING_ROLES } from "./approval-limits";
import { approvalLimits } from "./approval-limits.server";

/**
 * Other limits of what one person may give away, higher or lower: one super_admin asks, and they hold once another one
 * approves. A request holds the sums and is approved unchanged. Who asked can withdraw it; nobody decides their own.
 */

type Request = typeof approvalLimitRequests.$inferSelect;
export type ApprovalLimitRequestState = Request["state"];

export type AskLimitResult =
  | { ok: true; requestId: string }
  | { ok: false; reason: "not_found" | "unchanged" | "already_waiting" };

/** Asks for other limits of a role; nothing changes yet. */
export function askForLimit(
  wanted: ApprovalLimit & Pick<Request, "role" | "reason">,
  staffId: string,
  now: Date,
): AskLimitResult {
  const { role, dayPence, recipientPence, reason } = wanted;
  if (!GIVING_ROLES.includes(role)) return { ok: false, reason: "not_found" };
  return write((tx): AskLimitResult => {
    if (limitWaitingFor(role)) return { ok: false, reason: "already_waiting" };
    const before = approvalLimits()[role];
    if (before.dayPence === dayPence && before.recipientPence === recipientPence)
      return { ok: false, reason: "unchanged" };
    const { id } = tx
      .insert(approvalLimitRequests)
      .values({ role, dayPence, recipientPence, reason, requestedByStaffId: staffId, createdAt: now })
      .returning({ id: approvalLimitRequests.id })
      .get();
    record(tx, { ...wanted, id }, { staffId, action: "settings.ask_limits", reason, before, now });
    return { ok: true, requestId: id };
  });
}

export type DecideLimitResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_waiting" | "own_request" | "not_two" | "asker_left" };

/** Approves another super_admin’s request: the limits hold from now on. */
export function approveLimit(requestId: string, staffId: string, now: Date): DecideLimitResult {
  return changeWaiting(requestId, (tx, request): DecideLimitResult => {
    const { role, dayPence, recipientPence, requestedByStaffId: askedBy } = request;
    if (askedBy === staffId) return { ok: false, reason: "own_request" };
    if (!mayManage(tx, { staffId: askedBy })) return { ok: false, reason: "asker_left" };
    if (!areTwo(tx, askedBy, staffId, now)) return { ok: false, reason: "not_two" };
    const limits = approvalLimits();
    const after = { dayPence, recipientPence };
    const row = {
      value: JSON.stringify({ ...limits, [role]: after }),
      ...{ updatedAt: now, updatedByStaffId: staffId },
    };
    tx.insert(settings)
      .values({ key: "exposure", ...row })
      .onConflictDoUpdate({ target: settings.key, set: row })
      .run();
    end(tx, requestId, { state: "approved", decidedByStaffId: staffId, decidedAt: now });
    const before = limits[role];
    record(tx, request, { staffId, action: "settings.approve_limits", before, now });
    reportLimits(
      tx,
      { by: staffId, askedBy, role, before: formatApprovalLimit(before), after: formatApprovalLimit(after) },
      now,
    );
    return { ok: true };
  });
}

/** Declines another’s request, for a reason. */
export function declineLimit(requestId: string, reason: string, staffId: string, now: Date): DecideLimitResult {
  return changeWaiting(requestId, (tx, request): DecideLimitResult => {
    if (request.requestedByStaffId === staffId) return { ok: false, reason: "own_request" };
    const decided = { decidedByStaffId: staffId, decidedAt: now, decidedReason: reason };
    end(tx, requestId, { state: "declined", ...decided });
    record(tx, request, { staffId, action: "settings.decline_limits", reason, now });
    return { ok: true };
  });
}

export type WithdrawLimitResult = { ok: true } | { ok: false; reason: "not_found" | "not_waiting" | "not_own" };

/** Withdraws one’s own request, for a reason. */
export function withdrawLimit(requestId: string, reason: string, staffId: string, now: Date): WithdrawLimitResult {
  return changeWaiting(requestId, (tx, request): WithdrawLimitResult => {
    if (request.requestedByStaffId !== staffId) return { ok: false, reason: "not_own" };
    end(tx, requestId, { state: "withdrawn", decidedReason: reason, decidedAt: now });
    record(tx, request, { staffId, action: "settings.withdraw_limits", reason, now });
    return { ok: true };
  });
}

function changeWaiting<Result>(
  requestId: string,
  change: (tx: Transaction, request: Request) => Result,
): Result | { ok: false; reason: "not_found" | "not_waiting" } {
  return write((tx) => {
    const request = tx.select().from(approvalLimitRequests).where(eq(approvalLimitRequests.id, requestId)).get();
    if (!request) return { ok: false as const, reason: "not_found" as const };
    if (request.state !== "waiting") return { ok: false as const, reason: "not_waiting" as const };
    return change(tx, request);
  });
}

function end(tx: Transaction, requestId: string, to: Partial<Request>): void {
  tx.update(approvalLimitRequests).set(to).where(eq(approvalLimitRequests.id, requestId)).run();
}

function record(
  tx: Transaction,
  { id: requestId, role, dayPence, recipientPence }: ApprovalLimit & { id: string; role: StaffRole },
  done: { staffId: string; action: string; reason?: string; before?: ApprovalLimit; now: Date },
): void {
  const after = { dayPence, recipientPence, requestId };
  recordAuditEvent(tx, { ...done, object: { type: "exposure_limit", id: role }, after });
}

/** The id of the request that waits about this role; undefined without one. */
export const limitWaitingFor = (role: StaffRole) => findWaiting(role)?.id;

const findWaiting = prepareGet((role: StaffRole) =>
  db
    .select({ id: approvalLimitRequests.id })
    .from(approvalLimitRequests)
    .where(and(eq(approvalLimitRequests.role, role), eq(approvalLimitRequests.state, "waiting"))),
);

/** These requests, with who asked. */
export const approvalLimitRequestsNamed = prepareAll((ids: string[]) =>
  db
    .select({ request: approvalLimitRequests, requestedBy: staff.name })
    .from(approvalLimitRequests)
    .leftJoin(staff, eq(staff.id, approvalLimitRequests.requestedByStaffId))
    .where(isIn(approvalLimitRequests.id, ids)),
);
