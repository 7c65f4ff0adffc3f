import { and, eq, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { alarms, disputes, ledger, orders, payments, vouchers, workItems } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import type { KnownDispute } from "~/adapters/payments/contract";
import { raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { notifyRecipient, voucherOfOrder } from "../vouchers/gift-changes.server";
import { refundBar } from "./dispute-records.server";
import type { Order } from "./orders.server";
import { lowerRefundsByBank } from "./refunds.server";
import { reverseFulfilment } from "./reverse-fulfilment.server";

/**
 * Disputes: a buyer objects to a payment at their bank. While the bank decides, an unredeemed voucher is suspended and
 * no book of the order is printed. If the dispute is won, both continue; if it is lost, what was not used is void. The
 * recipient of a gift who was emailed its voucher is told that it stopped working or works again, but not why. A
 * loop that was begun continues in any case, since its writer did nothing wrong. Each stage raises an alarm for staff,
 * who answer the bank. A refund that the dispute overtook waits for the bank too: won, it is sent; lost, the bank has
 * paid the buyer back instead.
 */

/** Applies what the provider says of an order's disputes. Repeated, or out of order, it changes nothing. */
export async function followDisputes(orderId: string, now: Date): Promise<"ok" | "unavailable"> {
  const paid = db
    .select({ paymentIntentId: payments.paymentIntentId, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.orderId, orderId), eq(payments.status, "paid")))
    .get();
  if (!paid?.paymentIntentId) return "ok";
  const outcome = await provider.readDisputes(paid.paymentIntentId);
  if (!outcome.ok) return outcome.reason === "unavailable" ? "unavailable" : "ok";
  write((tx) => {
    const before = voucherOfOrder(tx, orderId);
    for (const dispute of outcome.disputes) follow(tx, paid.order, dispute, now);
    notifyRecipient(tx, before, now);
  });
  return "ok";
}

function follow(tx: Transaction, order: Order, dispute: KnownDispute, now: Date): void {
  const { stage } = dispute;
  storeDispute(tx, order.id, dispute, now);
  const isGivenBack = stage !== "inquiry" && moveMoney(tx, order.id, dispute, now);
  if (stage === "open") changeVoucher(tx, order.id, { from: "ACTIVE", to: "SUSPENDED" }, now);
  // Another dispute of the same order may still be open.
  if (isGivenBack && refundBar(order) !== "disputed")
    changeVoucher(tx, order.id, { from: "SUSPENDED", to: "ACTIVE" }, now);
  if (stage === "lost") {
    reverseFulfilment(tx, order, now);
    lowerRefundsByBank(tx, order, now);
  }
  if (stage === "won" || stage === "inquiry_closed") {
    endDisputeAlarms(tx, dispute.disputeId, "It’s settled.", now);
    return;
  }
  if (dispute.isAnswered && stage !== "lost") {
    endDisputeAlarms(tx, dispute.disputeId, "The bank has our evidence.", now);
    return;
  }
  raiseOnce(tx, order, { disputeId: dispute.disputeId, stage }, now);
}

/** Ends the alarms of a dispute that is settled, or whose evidence the bank has: nobody can do anything about it. */
export function endDisputeAlarms(tx: Transaction, disputeId: string, reason: string, now: Date): void {
  for (const beginning of [`dispute:${disputeId}`, evidenceAlarmKey(disputeId)])
    resolveEnded(tx, { beginning, stillTrue: [], reason }, now);
}

/** Of the alarm that evidence could not be sent. */
export const evidenceAlarmKey = (disputeId: string) => `evidence:${disputeId}`;

function storeDispute(tx: Transaction, orderId: string, dispute: KnownDispute, now: Date): void {
  const { disputeId: id, stage, amountPence, feePence, reason, dueAt, openedAt, isAnswered } = dispute;
  const wasInquiry = and(eq(disputes.id, id), eq(disputes.stage, "inquiry"));
  if (stage === "open" && !isAnswered && tx.select().from(disputes).where(wasInquiry).get()) askAgain(tx, id);
  const told = { stage, amountPence, feePence, reason, dueAt, openedAt, updatedAt: now };
  const outcome = isAnswered ? { answeredAt: sql`coalesce(${disputes.answeredAt}, ${now.getTime()})` } : {};
  tx.insert(disputes)
    .values({ id, orderId, ...told, answeredAt: isAnswered ? now : null })
    .onConflictDoUpdate({ target: disputes.id, set: { ...told, ...outcome } })
    .run();
}

/** An inquiry that became a dispute waits for evidence of its own, even if the inquiry was answered or put off. */
function askAgain(tx: Transaction, disputeId: string): void {
  tx.update(disputes).set({ answeredAt: null, answeredByStaffId: null }).where(eq(disputes.id, disputeId)).run();
  tx.update(workItems)
    .set({ putOffUntil: null })
    .where(and(eq(workItems.kind, "dispute"), eq(workItems.subjectId, disputeId)))
    .run();
}

/** Writes to the ledger, once each, what the bank took and what it gave back. True if it has given it back just now. */
function moveMoney(tx: Transaction, orderId: string, dispute: KnownDispute, now: Date): boolean {
  if (dispute.stage === "inquiry_closed") return false;
  const { disputeId: providerReference, amountPence } = dispute;
  const line = { orderId, providerReference, at: now };
  tx.insert(ledger)
    .values({ ...line, kind: "dispute", amountPence: -amountPence })
    .onConflictDoNothing()
    .run();
  if (dispute.stage !== "won") return false;
  const back = tx
    .insert(ledger)
    .values({ ...line, kind: "dispute_won", amountPence })
    .onConflictDoNothing()
    .run();
  return back.changes > 0;
}

function changeVoucher(
  tx: Transaction,
  orderId: string,
  { from, to }: Record<"from" | "to", "ACTIVE" | "SUSPENDED">,
  now: Date,
): void {
  tx.update(vouchers)
    .set({ status: to, updatedAt: now })
    .where(and(eq(vouchers.orderId, orderId), eq(vouchers.status, from)))
    .run();
}

type AlarmingStage = Exclude<KnownDispute["stage"], "won" | "inquiry_closed">;

const STAGE_LABELS: Readonly<Record<AlarmingStage, string>> = {
  inquiry: "The buyer’s bank is asking about this payment. Answer before it becomes a dispute.",
  open: "The buyer disputes this payment. Send the bank your evidence.",
  lost: "The bank decided for the buyer. Anything not yet used is cancelled.",
};

/** An alarm that staff have resolved is not raised again for the same stage. */
function raiseOnce(
  tx: Transaction,
  order: Order,
  dispute: { disputeId: string; stage: AlarmingStage },
  now: Date,
): void {
  const dedupeKey = `dispute:${dispute.disputeId}:${dispute.stage}`;
  const before = tx.select({ id: alarms.id }).from(alarms).where(eq(alarms.dedupeKey, dedupeKey)).all();
  if (before.length > 0) return;
  resolveEnded(tx, { beginning: `dispute:${dispute.disputeId}`, stillTrue: [] }, now);
  raiseAlarm(
    tx,
    {
      kind: `dispute_${dispute.stage}`,
      objectType: "order",
      objectId: order.id,
      message: `Order ${order.number}: ${STAGE_LABELS[dispute.stage]}`,
      dedupeKey,
    },
    now,
  );
}

/** Raises an alarm: the bank reports the card as stolen, so staff should refund the order before it is disputed. */
export function noteFraudWarning(orderId: string, now: Date): void {
  raiseAboutCard(
    orderId,
    { kind: "fraud_warning", message: "the bank says this card may be stolen. Consider a refund." },
    now,
  );
}

/** Raises an alarm: the provider's rules hold a payment for a person to approve or refund in its dashboard. */
export function noteReview(orderId: string, now: Date): void {
  raiseAboutCard(
    orderId,
    { kind: "payment_review", message: "the payment provider asks you to review this payment." },
    now,
  );
}

/** Ends that alarm: somebody has approved the payment, or refunded it. */
export function endReview(orderId: string, now: Date): void {
  const beginning = `payment-review:${orderId}`;
  write((tx) => resolveEnded(tx, { beginning, stillTrue: [], reason: "The review is over." }, now));
}

function raiseAboutCard(
  orderId: string,
  { kind, message }: { kind: "fraud_warning" | "payment_review"; message: string },
  now: Date,
): void {
  const order = db.select({ number: orders.number }).from(orders).where(eq(orders.id, orderId)).get();
  if (!order) return;
  write((tx) =>
    raiseAlarm(
      tx,
      {
        kind,
        objectType: "order",
        objectId: orderId,
        message: `Order ${order.number}: ${message}`,
        dedupeKey: `${kind.replace("_", "-")}:${orderId}`,
      },
      now,
    ),
  );
}
