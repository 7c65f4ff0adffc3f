import { and, eq, inArray, isNull, min, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accountNotes, disputes, workItems } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { canTake, isPutOffDay } from "./inbox.server";
import { type Viewer, type WaitingRow, waitingRows } from "./waiting-rows.server";
import { CLOSABLE, keyOf, type WorkKind } from "./work-kinds";

/**
 * Who does what waits, and when. Work is named by its key; what is no longer in the inbox of the person who acts is
 * passed over, because somebody was quicker. A note is its owner's, so giving it and putting it off change the note.
 */

export type WorkResult =
  | { ok: true; done: number }
  | { ok: false; reason: "nothing" | "day" | "bank_day" | "cannot_take" | "not_closable" };

/** Takes work, also from a colleague; what was put off is back in the inbox. */
export function takeWork(keys: readonly string[], by: Viewer, now: Date): WorkResult {
  return changeWork(keys, by, now, (tx, row) => {
    if (row.kind === "note") changeNote(tx, row.id, { ownerStaffId: by.staffId });
    else save(tx, row, { ownerStaffId: by.staffId, putOffUntil: null }, now);
    record(tx, row, { staffId: by.staffId, action: "inbox.take", before: { ownerId: row.ownerId }, now });
  });
}

/** Gives work to a colleague, who has to be able to act on every kind of it. */
export function giveWork(keys: readonly string[], toStaffId: string, by: Viewer, now: Date): WorkResult {
  return changeWork(
    keys,
    by,
    now,
    (tx, row) => {
      if (row.kind === "note") changeNote(tx, row.id, { ownerStaffId: toStaffId });
      else save(tx, row, { ownerStaffId: toStaffId }, now);
      const [before, after] = [{ ownerId: row.ownerId }, { ownerId: toStaffId }];
      record(tx, row, { staffId: by.staffId, action: "inbox.give", before, after, now });
    },
    (row) => (canTake(toStaffId, row.kind) ? null : "cannot_take"),
  );
}

/** Whether a bank takes no evidence any more by the start of this day, about a dispute or the alarm about one. */
function isPastBankDay({ id }: WaitingRow, day: string): boolean {
  const dueAt = findBankDay(id)?.dueAt;
  return dueAt ? day > londonDay(dueAt) : false;
}

const findBankDay = prepareGet((workId: string) =>
  db
    .select({ dueAt: min(disputes.dueAt) })
    .from(disputes)
    .where(
      and(
        ...[isNull(disputes.answeredAt), inArray(disputes.stage, ["open", "inquiry"])],
        or(
          eq(disputes.id, workId),
          sql`${disputes.orderId} = (SELECT object_id FROM alarms WHERE id = ${workId} AND kind = 'evidence_unsent')`,
        ),
      ),
    ),
);

/** Puts work off until the start of a later day. */
export function putOffWork(keys: readonly string[], day: string, by: Viewer, now: Date): WorkResult {
  if (!isPutOffDay(day, now)) return { ok: false, reason: "day" };
  return changeWork(
    keys,
    by,
    now,
    (tx, row) => {
      if (row.kind === "note") changeNote(tx, row.id, { dueDay: day });
      else save(tx, row, { putOffUntil: day }, now);
      record(tx, row, { staffId: by.staffId, action: "inbox.put_off", after: { until: day }, now });
    },
    (row) => (isPastBankDay(row, day) ? "bank_day" : null),
  );
}

/** Closes work about which nothing more can be done, for a reason; notes are simply done. */
export function closeWork(keys: readonly string[], reason: string, by: Viewer, now: Date): WorkResult {
  return changeWork(
    keys,
    by,
    now,
    (tx, row) => {
      save(tx, row, { closedAt: now }, now);
      record(tx, row, { staffId: by.staffId, action: "inbox.close", reason, now });
    },
    ({ kind }) => (CLOSABLE.includes(kind) ? null : "not_closable"),
  );
}

type Refusal = Extract<WorkResult, { ok: false }>["reason"];

function changeWork(
  keys: readonly string[],
  by: Viewer,
  now: Date,
  change: (tx: Transaction, row: WaitingRow) => void,
  refusalOf: (row: WaitingRow) => Refusal | null = () => null,
): WorkResult {
  return write((tx): WorkResult => {
    const asked = new Set(keys);
    const rows = waitingRows(by, now).filter(({ kind, id }) => asked.has(keyOf(kind, id)));
    if (rows.length === 0) return { ok: false, reason: "nothing" };
    const refusal = rows.map(refusalOf).find((one) => one !== null);
    if (refusal) return { ok: false, reason: refusal };
    for (const row of rows) change(tx, row);
    return { ok: true, done: rows.length };
  });
}

type SavedWork = Partial<Pick<typeof workItems.$inferInsert, "ownerStaffId" | "putOffUntil" | "closedAt">>;

function save(tx: Transaction, { kind, id }: WaitingRow, saved: SavedWork, now: Date): void {
  // A note's owner and day are its own, in `changeNote`.
  if (kind === "note") return;
  tx.insert(workItems)
    .values({ kind, subjectId: id, ...saved, updatedAt: now })
    .onConflictDoUpdate({
      target: [workItems.kind, workItems.subjectId],
      set: { ...saved, updatedAt: now },
    })
    .run();
}

function changeNote(
  tx: Transaction,
  noteId: string,
  set: Partial<Pick<typeof accountNotes.$inferInsert, "ownerStaffId" | "dueDay">>,
): void {
  tx.update(accountNotes).set(set).where(eq(accountNotes.id, noteId)).run();
}

/** What the audit calls the row of each kind. */
export const OBJECT_TYPES: Readonly<Record<WorkKind, string>> = {
  dispute: "dispute",
  refund: "refund_request",
  reprint: "reprint_request",
  vouchers: "voucher_batch",
  seal: "voucher_batch",
  restore: "restore_request",
  discount: "discount",
  exposure: "exposure_request",
  super_admin: "staff",
  email: "email",
  shipment: "shipment",
  week: "entry",
  alarm: "alarm",
  note: "note",
};

function record(
  tx: Transaction,
  { kind, id }: WaitingRow,
  done: { staffId: string; action: string; before?: unknown; after?: unknown; reason?: string; now: Date },
): void {
  recordAuditEvent(tx, { ...done, object: { type: OBJECT_TYPES[kind], id } });
}
