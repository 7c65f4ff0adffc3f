import { and, eq, isNull, lt, ne, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { disputes, ledger, orders, payments, refunds } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { lostPenceOf, refundBar } from "./dispute-records.server";
import type { Order } from "./orders.server";
import { notifyBuyer, notifyRefundedByBank, reportFailure } from "./refund-emails.server";
import { areLeft, type TakenLine, type VoucherFate } from "./refund-lines";
import { refundableLines, takeBackAll, takeBackPart } from "./reverse-fulfilment.server";

/**
 * Refunds. A refund is recorded first, and what it takes back is taken in the same transaction: everything for a full
 * refund, the named lines and perhaps the voucher for a part. The provider is then called, with the refund's id in the
 * idempotency key, until it accepts. The provider says whether the money has arrived; a refund that fails is an alarm.
 */

export type Refund = typeof refunds.$inferSelect;

export interface RefundRequest extends Pick<Refund, "orderId" | "amountPence" | "reason"> {
  /** Null if the customer asked for it. */
  staffId: string | null;
  /** Refunds although the loop was begun, the voucher redeemed or the copy printed; staff only. */
  evenIfUsed?: boolean;
  /** The lines it takes back. A full refund takes back all of them. */
  taken?: readonly TakenLine[];
  /** What becomes of an unredeemed voucher. A full refund cancels it. */
  voucher?: VoucherFate | null;
}

export type AskRefundResult =
  | { ok: true; refundId: string }
  /**
   * `used`: what was bought has been begun, redeemed or printed. `too_many`: more of a line than is left of it.
   * `voucher_undecided`: the voucher is unredeemed, and its fate was not chosen. `disputed`, `dispute_lost`: `refundBar`.
   */
  | { ok: false; reason: RefundRefusal };

export type RefundRefusal =
  | "unknown_order"
  | "not_paid"
  | "not_a_sum"
  | "too_much"
  | "too_many"
  | "used"
  | "voucher_undecided"
  | "disputed"
  | "dispute_lost";

/** Records a refund to be sent. Concurrent refunds never come to more than was paid. */
export function askRefund(tx: Transaction, request: RefundRequest, now: Date): AskRefundResult {
  const { orderId, amountPence } = request;
  if (!Number.isSafeInteger(amountPence) || amountPence <= 0) return { ok: false, reason: "not_a_sum" };
  const order = tx.select().from(orders).where(eq(orders.id, orderId)).get();
  if (!order) return { ok: false, reason: "unknown_order" };
  if (!order.paidAt) return { ok: false, reason: "not_paid" };
  const bar = refundBar(order);
  if (bar) return { ok: false, reason: bar };
  const left = order.totalPence - promisedOf(orderId);
  if (amountPence > left) return { ok: false, reason: "too_much" };
  const { taken = [], voucher = null, evenIfUsed = false } = request;
  if (!areLeft(refundableLines(orderId), taken)) return { ok: false, reason: "too_many" };
  const back =
    amountPence === left
      ? takeBackAll(tx, order, evenIfUsed, now)
      : takeBackPart(tx, order, { taken, voucher, evenIfUsed }, now);
  if (!back.ok) return back;
  const refund = tx
    .insert(refunds)
    .values({
      orderId,
      amountPence,
      taken,
      reason: request.reason,
      requestedByStaffId: request.staffId,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
    .get();
  // A buyer who cancels is notified at once, however long the provider takes for the refund.
  if (refund.requestedByStaffId === null) notifyBuyer(tx, refund, now);
  return { ok: true, refundId: refund.id };
}

/** The pence of an order that are refunded, or about to be, or that banks have given back. */
export function promisedOf(orderId: string): number {
  const row = sumPromised(orderId);
  return (row?.pence ?? 0) + lostPenceOf(orderId);
}

const sumPromised = prepareGet((orderId: string) =>
  db
    .select({ pence: sql<number>`coalesce(sum(${refunds.amountPence}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "failed"))),
);

/**
 * Sends a recorded refund, or reads its status if it was sent before. Gives the status then; `pending` also if the
 * provider does not respond, and then `sendWaitingRefunds` tries again.
 */
export async function sendRefund(refundId: string, now: Date): Promise<Refund["status"] | "unknown"> {
  const found = db
    .select({ refund: refunds, paymentIntentId: payments.paymentIntentId })
    .from(refunds)
    .leftJoin(payments, and(eq(payments.orderId, refunds.orderId), eq(payments.status, "paid")))
    .where(eq(refunds.id, refundId))
    .get();
  if (!found) return "unknown";
  const { refund, paymentIntentId } = found;
  if (!paymentIntentId) return settle(refund, { status: "failed", why: "There’s no payment to refund." }, now);
  const isFirstTry = refund.updatedAt.getTime() === refund.createdAt.getTime();
  if (refund.providerId || refund.status !== "pending" || !isFirstTry) {
    const known = await readStatus(refund, paymentIntentId, now);
    if (known !== "never_sent") return known;
  }
  return await sendNow(refund, paymentIntentId, now);
}

/** The status of a refund by the provider; `never_sent` if the provider responds and does not know it. */
async function readStatus(refund: Refund, paymentIntentId: string, now: Date) {
  const outcome = await provider.readRefunds(paymentIntentId);
  if (!outcome.ok) return refund.status;
  const known = outcome.refunds.find(
    ({ refundId, metadata }) => refundId === refund.providerId || metadata.refundId === refund.id,
  );
  if (known) return settle(refund, { status: known.status, providerId: known.refundId }, now);
  return refund.status === "pending" ? ("never_sent" as const) : refund.status;
}

/**
 * Sends a refund. The provider repeats its first response to an idempotency key for a day, a failure too, so each try
 * has a new key. The conditional update lets only one process try at a time.
 */
async function sendNow(refund: Refund, paymentIntentId: string, now: Date): Promise<Refund["status"]> {
  const lastTry = refund.updatedAt;
  const taken = db
    .update(refunds)
    .set({ updatedAt: new Date(Math.max(now.getTime(), lastTry.getTime() + 1)) })
    .where(
      and(
        ...[eq(refunds.id, refund.id), eq(refunds.updatedAt, lastTry)],
        ...[eq(refunds.status, "pending"), isNull(refunds.providerId)],
      ),
    )
    .run();
  if (taken.changes !== 1) return "pending";
  const sent = await provider.refund({
    paymentIntentId,
    amountPence: refund.amountPence,
    reason: "requested_by_customer",
    idempotencyKey: `refund-${refund.id}-${lastTry.getTime()}`,
    metadata: { refundId: refund.id, orderId: refund.orderId },
  });
  if (sent.ok) return settle(refund, { status: sent.status, providerId: sent.refundId }, now);
  const { reason } = sent;
  if (reason === "unavailable" || reason === "misconfigured") return "pending";
  if (reason === "no_balance" || reason === "disputed") {
    write((tx) => raiseWaiting(tx, refund, WAITS_FOR[reason], now));
    return "pending";
  }
  return settle(refund, { status: "failed", why: sent.message }, now);
}

/** Writes the status of a refund, with its effects on ledger, order and alarms. Repeated, it changes nothing. */
export function settle(
  refund: Refund,
  news: { status: Refund["status"]; providerId?: string; why?: string },
  now: Date,
): Refund["status"] {
  return write((tx) => {
    const before = tx.select().from(refunds).where(eq(refunds.id, refund.id)).get() ?? refund;
    tx.update(refunds)
      .set({ status: news.status, providerId: news.providerId ?? before.providerId, updatedAt: now })
      .where(eq(refunds.id, refund.id))
      .run();
    resolveEnded(tx, { beginning: `refund-waits:${refund.id}`, stillTrue: [] }, now);
    const arrived = Number(news.status === "succeeded") - Number(before.status === "succeeded");
    if (arrived !== 0) moveMoney(tx, before, arrived, news.providerId ?? before.id, now);
    if (news.status === "failed" && before.status !== "failed") {
      raiseFailure(tx, before, news.why, now);
      reportFailure(tx, before, now);
    } else if (news.status !== "failed" && !before.providerId) notifyBuyer(tx, before, now);
    return news.status;
  });
}

/** Writes the ledger line and the order's refunded sum. `sign`: 1 for money refunded, -1 for a refund that came back. */
function moveMoney(tx: Transaction, refund: Refund, sign: number, reference: string, now: Date): void {
  tx.insert(ledger)
    .values({
      orderId: refund.orderId,
      kind: sign === 1 ? "refund" : "refund_failed",
      amountPence: -sign * refund.amountPence,
      providerReference: reference,
      at: now,
    })
    .run();
  const refunded = sql`${orders.refundedPence} + ${sign * refund.amountPence}`;
  tx.update(orders)
    .set({
      refundedPence: sql`${refunded}`,
      status: sql`CASE WHEN ${refunded} = 0 THEN 'PAID' WHEN ${refunded} = ${orders.totalPence} THEN 'REFUNDED' ELSE 'PARTLY_REFUNDED' END`,
      updatedAt: now,
    })
    .where(eq(orders.id, refund.orderId))
    .run();
}

const WAITS_FOR = {
  no_balance: "our balance with the payment provider is too small",
  disputed: "the buyer disputes the payment, and their bank decides first",
} as const;

function raiseWaiting(tx: Transaction, refund: Refund, why: string, now: Date): void {
  raiseAlarm(
    tx,
    {
      kind: "refund_waits",
      objectType: "order",
      objectId: refund.orderId,
      message: `A refund of ${formatPence(refund.amountPence)} is waiting: ${why}.`,
      dedupeKey: `refund-waits:${refund.id}`,
    },
    now,
  );
}

function raiseFailure(tx: Transaction, refund: Refund, why: string | undefined, now: Date): void {
  raiseAlarm(
    tx,
    {
      kind: "refund_failed",
      objectType: "order",
      objectId: refund.orderId,
      message: `A refund of ${formatPence(refund.amountPence)} didn’t arrive${why ? `: ${why}` : "."}`,
      dedupeKey: `refund-failed:${refund.id}`,
    },
    now,
  );
}

/** Longer than any call to the provider, so that two tries at one refund never overlap. */
const TRY_AGAIN_MS = 2 * MINUTE_MS;
/** The status of a sent refund is read again this long after it last changed. */
const READ_AGAIN_MS = HOUR_MS;

/** Sends the refunds that wait, except for a bank's decision, and reads the status of those sent an hour ago or more. */
export async function sendWaitingRefunds(now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const waiting = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        sql`${refunds.status} = 'pending'`,
        sql`NOT EXISTS (SELECT 1 FROM ${disputes} WHERE ${disputes.orderId} = ${refunds.orderId} AND ${disputes.stage} = 'open')`,
        or(
          and(isNull(refunds.providerId), lt(refunds.updatedAt, before(TRY_AGAIN_MS))),
          lt(refunds.updatedAt, before(READ_AGAIN_MS)),
        ),
      ),
    )
    .limit(50)
    .all();
  for (const { id } of waiting) await sendRefund(id, now);
}

/**
 * Lowers the refunds of an order that had not been sent when its buyer's bank paid the buyer back, so that both come to
 * no more than was paid. One of which nothing is left ends: what it took back stays taken, and the buyer is told why
 * no second sum comes.
 */
export function lowerRefundsByBank(tx: Transaction, order: Pick<Order, "id" | "totalPence">, now: Date): void {
  const unsent = tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, "pending"), isNull(refunds.providerId)))
    .all();
  for (const refund of unsent) {
    const amountPence = order.totalPence - (promisedOf(order.id) - refund.amountPence);
    if (amountPence >= refund.amountPence) continue;
    const set = amountPence > 0 ? { amountPence } : { status: "failed" as const };
    tx.update(refunds)
      .set({ ...set, updatedAt: now })
      .where(eq(refunds.id, refund.id))
      .run();
    if (amountPence > 0) continue;
    const reason = "The bank has paid the buyer back.";
    resolveEnded(tx, { beginning: `refund-waits:${refund.id}`, stillTrue: [], reason }, now);
    notifyRefundedByBank(tx, refund, now);
  }
}
