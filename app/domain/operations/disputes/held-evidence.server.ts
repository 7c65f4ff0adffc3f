import { and, asc, eq, gt, isNull, lte } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { disputes, orders } from "#db/schema";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import type { HeldThing } from "~/domain/kernel/undo/held";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { evidenceAlarmKey } from "~/domain/shop/orders/disputes.server";
import { type AnswerRefusal, type AnswerResult, disputeToAnswer, sendEvidence } from "./answers.server";

/**
 * Evidence that a staff member has had sent leaves ten minutes later, because a bank takes it once; until then it can be
 * taken back. Close to the bank's day it leaves at once.
 */

const HELD_MS = UNDO_MINUTES * MINUTE_MS;
/** So close to the bank's day nothing waits: the provider must have time to take it. */
const NO_TIME_MS = 60 * MINUTE_MS;
/** How long the provider may be down before people are notified. */
const PATIENCE_MS = 15 * MINUTE_MS;

export type HoldResult =
  /** `leavesAt`: null where it was sent at once. */
  { ok: true; leavesAt: Date | null } | { ok: false; reason: AnswerRefusal };

interface About {
  orderId: string;
  disputeId: string;
}

/** Has the evidence sent in ten minutes, as our records will show it then. */
export async function holdEvidence(about: About, staffId: string, now: Date): Promise<HoldResult> {
  const found = disputeToAnswer(about.orderId, about.disputeId, now);
  if (!found) return { ok: false, reason: "not_found" };
  if (found.refusal) return { ok: false, reason: found.refusal };
  const { dueAt } = found.dispute;
  if (dueAt && dueAt.getTime() - now.getTime() < NO_TIME_MS) {
    const sent = await sendEvidence(about, staffId, now);
    if (!sent.ok && sent.reason === "rejected") write((tx) => raise(tx, about, sent.message, now));
    return sent.ok ? { ok: true, leavesAt: null } : sent;
  }
  const leavesAt = new Date(now.getTime() + HELD_MS);
  return write((tx): HoldResult => {
    const { changes } = tx
      .update(disputes)
      .set({ evidenceLeavesAt: leavesAt, evidenceByStaffId: staffId, updatedAt: now })
      .where(and(eq(disputes.id, about.disputeId), isNull(disputes.answeredAt), isNull(disputes.evidenceLeavesAt)))
      .run();
    if (changes === 0) return { ok: false, reason: "leaving" };
    record(tx, about, { staffId, action: "disputes.hold_answer", now });
    return { ok: true, leavesAt };
  });
}

/** The evidence that this person has had sent and that has not left. */
export function evidenceToUndo(staffId: string, now: Date): HeldThing[] {
  return listHeld(staffId, now).flatMap(({ id, number, leavesAt }) =>
    leavesAt
      ? [
          {
            id: `evidence:${id}`,
            kind: "evidence",
            title: `Evidence for the bank, order ${number}`,
            sentAt: new Date(leavesAt.getTime() - HELD_MS),
            leavesAt,
          },
        ]
      : [],
  );
}

const listHeld = prepareAll((staffId: string, now: Date) =>
  db
    .select({ id: disputes.id, number: orders.number, leavesAt: disputes.evidenceLeavesAt })
    .from(disputes)
    .innerJoin(orders, eq(orders.id, disputes.orderId))
    .where(and(gt(disputes.evidenceLeavesAt, now), eq(disputes.evidenceByStaffId, staffId)))
    .orderBy(asc(disputes.evidenceLeavesAt)),
);

/** Takes evidence back before it leaves. False if it has left, or is somebody else's. */
export function undoEvidence(disputeId: string, staffId: string, now: Date): boolean {
  return changeHeld(disputeId, { staffId, action: "disputes.undo_answer", leavesAt: null }, now);
}

/** Lets evidence leave with the next run of its task. False if it has left, or is somebody else's. */
export function releaseEvidence(disputeId: string, staffId: string, now: Date): boolean {
  return changeHeld(disputeId, { staffId, action: "disputes.send_now", leavesAt: now }, now);
}

function changeHeld(
  disputeId: string,
  { staffId, action, leavesAt }: { staffId: string; action: string; leavesAt: Date | null },
  now: Date,
): boolean {
  return write((tx) => {
    const changed = tx
      .update(disputes)
      .set({ evidenceLeavesAt: leavesAt, updatedAt: now })
      .where(
        and(eq(disputes.id, disputeId), eq(disputes.evidenceByStaffId, staffId), gt(disputes.evidenceLeavesAt, now)),
      )
      .returning({ orderId: disputes.orderId })
      .get();
    if (!changed) return false;
    record(tx, { ...changed, disputeId }, { staffId, action, now });
    return true;
  });
}

/** Sends what has waited its ten minutes. Where the provider is away, the next run tries again. */
export async function sendDueEvidence(now: Date): Promise<void> {
  for (const { id: disputeId, orderId, evidenceByStaffId, evidenceLeavesAt } of listDue(now)) {
    const about = { orderId, disputeId };
    const sent = await sendEvidence(about, evidenceByStaffId ?? "", now);
    const waited = now.getTime() - (evidenceLeavesAt?.getTime() ?? 0);
    const isOver = sent.ok || sent.reason !== "provider";
    write((tx) => {
      if (isOver) tx.update(disputes).set({ evidenceLeavesAt: null }).where(eq(disputes.id, disputeId)).run();
      if (isLost(sent) || (!isOver && waited > PATIENCE_MS)) {
        raise(tx, about, sent.ok ? undefined : sent.message, now);
      }
    });
  }
}

const listDue = prepareAll((now: Date) => db.select().from(disputes).where(lte(disputes.evidenceLeavesAt, now)));

/** It was not sent, and nobody else has answered. */
const isLost = (sent: AnswerResult) =>
  !sent.ok && sent.reason !== "provider" && sent.reason !== "answered" && sent.reason !== "settled";

function raise(tx: Transaction, { orderId, disputeId }: About, why: string | undefined, now: Date): void {
  raiseAlarm(
    tx,
    {
      kind: "evidence_unsent",
      objectType: "order",
      objectId: orderId,
      message: `Order ${findOrderNumber(orderId)?.number}: the bank hasn’t got the evidence that we wanted to send${why ? `. The provider says: ${why}` : "."}`,
      dedupeKey: evidenceAlarmKey(disputeId),
    },
    now,
  );
}

const findOrderNumber = prepareGet((orderId: string) =>
  db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId)),
);

function record(
  tx: Transaction,
  { orderId, disputeId }: About,
  done: { staffId: string; action: string; now: Date },
): void {
  recordAuditEvent(tx, { ...done, object: { type: "order", id: orderId }, after: { disputeId } });
}
