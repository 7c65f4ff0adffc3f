import { and, eq, isNull, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { disputes } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import type { AnswerDisputeResult } from "~/adapters/payments/contract";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { endDisputeAlarms, followDisputes } from "~/domain/shop/orders/disputes.server";
import { evidenceOf } from "./evidence.server";

/** Our answer to a dispute: evidence for the bank, once, or accepting it. What the bank decides, its webhooks tell. */

export type AnswerRefusal =
  | "not_found"
  /** It is won, lost, or an inquiry that was closed. */
  | "settled"
  | "answered"
  /** A staff member has had evidence sent, and it leaves in some minutes. */
  | "leaving"
  | "too_late"
  /** An inquiry has taken no money, so there is nothing to accept. */
  | "inquiry"
  /** The provider refuses what we sent, and a repeat would be refused too. */
  | "rejected"
  | "provider";

/** `message`: the provider's error message, where it refused. */
export type AnswerResult = { ok: true } | { ok: false; reason: AnswerRefusal; message?: string };

export function disputeToAnswer(orderId: string, disputeId: string, now: Date) {
  const dispute = findDispute(orderId, disputeId);
  return dispute && { dispute, refusal: refusalOf(dispute, now) };
}

const findDispute = prepareGet((orderId: string, disputeId: string) =>
  db
    .select()
    .from(disputes)
    .where(and(eq(disputes.id, disputeId), eq(disputes.orderId, orderId))),
);

function refusalOf(dispute: typeof disputes.$inferSelect, now: Date): AnswerRefusal | null {
  if (dispute.stage !== "open" && dispute.stage !== "inquiry") return "settled";
  if (dispute.answeredAt) return "answered";
  if (dispute.evidenceLeavesAt && dispute.evidenceLeavesAt > now) return "leaving";
  return dispute.dueAt && dispute.dueAt < now ? "too_late" : null;
}

interface About {
  orderId: string;
  disputeId: string;
}

/** Sends the evidence that our records show now. It can be sent once. */
export async function sendEvidence(about: About, staffId: string, now: Date): Promise<AnswerResult> {
  const found = disputeToAnswer(about.orderId, about.disputeId, now);
  const evidence = evidenceOf(about.orderId, now);
  if (!found || !evidence) return { ok: false, reason: "not_found" };
  if (found.refusal) return { ok: false, reason: found.refusal };
  const sent = await provider.answerDispute(about.disputeId, evidence.forBank);
  if (!sent.ok) return await refuse(about, sent, now);
  const missing = evidence.items.filter(({ isMissing }) => isMissing).map(({ kind }) => kind);
  const shown = evidence.items.filter(({ isMissing }) => !isMissing).map(({ kind }) => kind);
  write((tx) => {
    // The provider's message about it may be here first.
    const { changes } = tx
      .update(disputes)
      .set({
        answeredAt: sql`coalesce(${disputes.answeredAt}, ${now.getTime()})`,
        answeredByStaffId: staffId,
        updatedAt: now,
      })
      .where(and(eq(disputes.id, about.disputeId), isNull(disputes.answeredByStaffId)))
      .run();
    if (changes === 0) return;
    endDisputeAlarms(tx, about.disputeId, "The bank has our evidence.", now);
    recordAuditEvent(tx, {
      staffId,
      action: "disputes.answer",
      object: { type: "order", id: about.orderId },
      after: { disputeId: about.disputeId, shown, missing },
      now,
    });
  });
  return { ok: true };
}

/** Accepts a dispute: the money is gone, and what was not used is cancelled. */
export async function acceptDispute(
  about: About,
  by: { staffId: string; reason: string },
  now: Date,
): Promise<AnswerResult> {
  const found = disputeToAnswer(about.orderId, about.disputeId, now);
  if (!found) return { ok: false, reason: "not_found" };
  if (found.refusal && found.refusal !== "too_late") return { ok: false, reason: found.refusal };
  if (found.dispute.stage === "inquiry") return { ok: false, reason: "inquiry" };
  const accepted = await provider.acceptDispute(about.disputeId);
  if (!accepted.ok) return await refuse(about, accepted, now);
  write((tx) =>
    recordAuditEvent(tx, {
      staffId: by.staffId,
      action: "disputes.accept",
      object: { type: "order", id: about.orderId },
      after: { disputeId: about.disputeId, amountPence: found.dispute.amountPence },
      reason: by.reason,
      now,
    }),
  );
  await followDisputes(about.orderId, now);
  return { ok: true };
}

/** The provider knows best what has become of a dispute that it takes no answer to. */
async function refuse(
  { orderId }: About,
  { reason, message }: Extract<AnswerDisputeResult, { ok: false }>,
  now: Date,
): Promise<AnswerResult> {
  if (reason === "rejected") return { ok: false, reason, message };
  if (reason !== "closed" && reason !== "unknown") return { ok: false, reason: "provider" };
  await followDisputes(orderId, now);
  return { ok: false, reason: "answered" };
}
