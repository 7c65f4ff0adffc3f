import { and, desc, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { jobs, restoreRequests, staff } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { queueJob } from "~/domain/kernel/jobs/queue.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { hintOf } from "~/domain/people/accounts/email-change.server";
import { decisionsOn, waitingIn } from "~/domain/people/staff/approvals.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { mayManage } from "~/domain/people/staff/staff.server";
import type { RestoreAsked } from "~/domain/privacy/erasure/forms";
import { NIGHTLY_DAYS } from "./backup-limits";
import { hasLapsed, isOpen, OPEN_RESTORES, RESTORE_REQUEST_DAYS } from "./restore-requests";

/**
 * Two of the staff bring back what was deleted by accident. One asks; the worker looks into a copy and writes down what
 * would come back; another approves it unchanged, and only then the worker brings it back (`restore-work.server.ts`).
 */

export type RestoreRequest = typeof restoreRequests.$inferSelect;
export type RestoreState = RestoreRequest["state"] | "lapsed";

export const RESTORE_JOB = "restore-account";

export type AskRestoreResult =
  | { ok: true; requestId: string }
  | { ok: false; reason: "no_bucket" | "future" | "too_old" | "already_asked" };

export function askRestore(asked: RestoreAsked, staffId: string, now: Date): AskRestoreResult {
  const { moment, reason } = asked;
  const [account, loopId] = [asked.account, asked.loopId === "" ? null : asked.loopId];
  if (settings.backups === null) return { ok: false, reason: "no_bucket" };
  if (moment && moment > now) return { ok: false, reason: "future" };
  if (moment && now.getTime() - moment.getTime() > NIGHTLY_DAYS * DAY_MS) return { ok: false, reason: "too_old" };
  return write((tx): AskRestoreResult => {
    const open = tx
      .select({ id: restoreRequests.id })
      .from(restoreRequests)
      .where(
        and(
          sql`lower(${restoreRequests.account}) = lower(${account})`,
          loopId === null ? isNull(restoreRequests.loopId) : eq(restoreRequests.loopId, loopId),
          inArray(restoreRequests.state, [...OPEN_RESTORES]),
          gt(restoreRequests.createdAt, new Date(now.getTime() - RESTORE_REQUEST_DAYS * DAY_MS)),
        ),
      )
      .get();
    if (open) return { ok: false, reason: "already_asked" };
    const { id } = tx
      .insert(restoreRequests)
      .values({ account, loopId, moment, reason, requestedByStaffId: staffId, createdAt: now })
      .returning({ id: restoreRequests.id })
      .get();
    queueJob(tx, { kind: RESTORE_JOB, subjectId: id, now });
    const whose = account.includes("@") ? hintOf(account) : account;
    const after = { account: whose, loopId, from: moment?.toISOString() ?? "the newest nightly copy" };
    recordAuditEvent(tx, { staffId, action: "accounts.ask_restore", object: objectOf(id), after, reason, now });
    return { ok: true, requestId: id };
  });
}

const DECISIONS = decisionsOn(restoreRequests, {
  find: (tx, id, now) => {
    const found = waitingIn(requestIn(tx, id));
    if (typeof found === "string") return found;
    if (hasLapsed(found.waiting, now)) return "not_waiting";
    return { ...found, barred: mayManage(tx, { staffId: found.askedBy }) ? null : "asker_left" };
  },
  object: ({ id }) => objectOf(id),
  approved: "accounts.approve_restore",
  declined: "accounts.decline_restore",
});

/** Approves another person’s request; the worker brings it back. */
export function approveRestore(requestId: string, staffId: string, now: Date) {
  return DECISIONS.approve(requestId, { staffId, now }, (tx, { copyName, report }, approve): { ok: true } => {
    queueJob(tx, { kind: RESTORE_JOB, subjectId: requestId, now });
    approve({}, { after: { from: copyName, rows: report?.rows } });
    return { ok: true };
  });
}

/** Declines another person’s request, for a reason. */
export const declineRestore = DECISIONS.decline;

export type WithdrawRestoreResult = { ok: true } | { ok: false; reason: "not_found" | "not_open" | "not_yours" };

/** Takes a request or an approval back, for a reason, while nothing has come back. Each takes back their own. */
export function withdrawRestore(requestId: string, reason: string, staffId: string, now: Date): WithdrawRestoreResult {
  return write((tx): WithdrawRestoreResult => {
    const request = requestIn(tx, requestId);
    if (!request) return { ok: false, reason: "not_found" };
    if (!isOpen(request.state) || hasLapsed(request, now)) return { ok: false, reason: "not_open" };
    if (![request.requestedByStaffId, request.decidedByStaffId].includes(staffId))
      return { ok: false, reason: "not_yours" };
    setRequest(tx, requestId, { state: "withdrawn", decidedReason: reason });
    const before = { state: request.state };
    recordAuditEvent(tx, {
      ...{ staffId, action: "accounts.withdraw_restore", reason, now },
      ...{ object: objectOf(requestId), before },
    });
    return { ok: true };
  });
}

export function requestIn(reader: Pick<Transaction, "select">, requestId: string) {
  return reader.select().from(restoreRequests).where(eq(restoreRequests.id, requestId)).get();
}

export function setRequest(tx: Transaction, requestId: string, to: Partial<RestoreRequest>): void {
  tx.update(restoreRequests).set(to).where(eq(restoreRequests.id, requestId)).run();
}

const objectOf = (requestId: string) => ({ type: "restore_request", id: requestId }) as const;

const MOST_LISTED = 50;

const deciders = alias(staff, "deciders");

const requestRows = () =>
  db
    .select({ request: restoreRequests, requestedBy: staff.name, decidedBy: deciders.name })
    .from(restoreRequests)
    .leftJoin(staff, eq(staff.id, restoreRequests.requestedByStaffId))
    .leftJoin(deciders, eq(deciders.id, restoreRequests.decidedByStaffId));

type Row = NonNullable<ReturnType<typeof findRequest>>;

const findRequest = prepareGet((requestId: string) => requestRows().where(eq(restoreRequests.id, requestId)));

const shown = (row: Row, now: Date) => {
  const state: RestoreState = hasLapsed(row.request, now) ? "lapsed" : row.request.state;
  return { ...row, state };
};

/** The newest requests, each with its state as of `now`. */
export function listRestoreRequests(now: Date) {
  return listNewest().map((row) => shown(row, now));
}

const listNewest = prepareAll(() => requestRows().orderBy(desc(restoreRequests.createdAt)).limit(MOST_LISTED));

/** One request, and why the worker’s last try failed; undefined for an unknown id. */
export function restoreRequestData(requestId: string, now: Date) {
  const row = findRequest(requestId);
  if (!row) return undefined;
  const job = findJob(requestId);
  return { ...shown(row, now), failure: job?.failure ?? null, isGivenUp: job?.state === "dead" };
}

const findJob = prepareGet((requestId: string) =>
  db
    .select({ state: jobs.state, failure: jobs.failure })
    .from(jobs)
    .where(and(eq(jobs.kind, RESTORE_JOB), eq(jobs.subjectId, requestId)))
    .orderBy(desc(jobs.createdAt), sql`${jobs}.rowid DESC`)
    .limit(1),
);
