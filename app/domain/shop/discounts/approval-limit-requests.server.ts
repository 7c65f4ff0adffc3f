import { and, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { approvalLimitRequests, settings, staff } from "#db/schema";
import { decisionsOn, waitingIn } from "~/domain/people/staff/approvals.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { StaffRole } from "~/domain/people/staff/permissions";
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
    const told = { object: objectOf({ role }), before, after: wantedIn({ ...wanted, id }), reason, now };
    recordAuditEvent(tx, { staffId, action: "settings.ask_limits", ...told });
    return { ok: true, requestId: id };
  });
}

const DECISIONS = decisionsOn(approvalLimitRequests, {
  find: (tx, id) => {
    const found = waitingIn(requestIn(tx, id));
    if (typeof found === "string") return found;
    return { ...found, barred: mayManage(tx, { staffId: found.askedBy }) ? null : "asker_left" };
  },
  object: objectOf,
  approved: "settings.approve_limits",
  declined: "settings.decline_limits",
  afterDeclining: wantedIn,
});

/** Approves another super_admin’s request: the limits hold from now on. */
export function approveLimit(requestId: string, staffId: string, now: Date) {
  return DECISIONS.approve(requestId, { staffId, now }, (tx, request, approve): { ok: true } => {
    const { role, dayPence, recipientPence, requestedByStaffId: askedBy } = request;
    const limits = approvalLimits();
    const [before, after] = [limits[role], { dayPence, recipientPence }];
    const row = {
      value: JSON.stringify({ ...limits, [role]: after }),
      ...{ updatedAt: now, updatedByStaffId: staffId },
    };
    tx.insert(settings)
      .values({ key: "exposure", ...row })
      .onConflictDoUpdate({ target: settings.key, set: row })
      .run();
    approve({}, { before, after: wantedIn(request) });
    reportLimits(
      tx,
      { by: staffId, askedBy, role, before: formatApprovalLimit(before), after: formatApprovalLimit(after) },
      now,
    );
    return { ok: true };
  });
}

export const declineLimit = DECISIONS.decline;

export type WithdrawLimitResult = { ok: true } | { ok: false; reason: "not_found" | "not_waiting" | "not_own" };

export function withdrawLimit(requestId: string, reason: string, staffId: string, now: Date): WithdrawLimitResult {
  return write((tx): WithdrawLimitResult => {
    const found = waitingIn(requestIn(tx, requestId));
    if (typeof found === "string") return { ok: false, reason: found };
    const { waiting, askedBy } = found;
    if (askedBy !== staffId) return { ok: false, reason: "not_own" };
    const withdrawn = { state: "withdrawn", decidedReason: reason, decidedAt: now } as const;
    tx.update(approvalLimitRequests).set(withdrawn).where(eq(approvalLimitRequests.id, requestId)).run();
    const told = { object: objectOf(waiting), after: wantedIn(waiting), reason, now };
    recordAuditEvent(tx, { staffId, action: "settings.withdraw_limits", ...told });
    return { ok: true };
  });
}

function requestIn(tx: Transaction, requestId: string) {
  return tx.select().from(approvalLimitRequests).where(eq(approvalLimitRequests.id, requestId)).get();
}

function objectOf({ role }: Pick<Request, "role">) {
  return { type: "exposure_limit", id: role } as const;
}

function wantedIn({ id, dayPence, recipientPence }: Pick<Request, "id" | "dayPence" | "recipientPence">) {
  return { dayPence, recipientPence, requestId: id };
}

export const limitWaitingFor = (role: StaffRole) => findWaiting(role)?.id;

const findWaiting = prepareGet((role: StaffRole) =>
  db
    .select({ id: approvalLimitRequests.id })
    .from(approvalLimitRequests)
    .where(and(eq(approvalLimitRequests.role, role), eq(approvalLimitRequests.state, "waiting"))),
);

export const approvalLimitRequestsNamed = prepareAll((ids: string[]) =>
  db
    .select({ request: approvalLimitRequests, requestedBy: staff.name })
    .from(approvalLimitRequests)
    .leftJoin(staff, eq(staff.id, approvalLimitRequests.requestedByStaffId))
    .where(isIn(approvalLimitRequests.id, ids)),
);
