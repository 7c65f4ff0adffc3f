import { and, eq, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { ledger, orders, payments, refunds } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { raiseAlarm } from "../alarms/alarms.server";
import { HOUR_MS, MINUTE_MS } from "../time/durations";
import { tellBuyer } from "./refund-emails.server";
import { areLeft, type TakenLine, type VoucherFate } from "./refund-lines";
import { refundableLines, takeBackAll, takeBackPart } from "./reverse-fulfilment.server";

/**
 * Giving money back. A refund is written down first, and what it takes back is taken in the same transaction: with the
 * whole of an order everything it bought, with a part of it the lines that are named and, of a gift that nobody has
 * redeemed, the voucher where that was decided; then the provider is asked, with the refund's own name as idempotency key, as often as it
 * takes. What has arrived is what the provider says; a refund that failed after all is an alarm for staff.
 */

export type Refund = typeof refunds.$inferSelect;

export interface RefundRequest {
  orderId: string;
  amountPence: number;
  reason: string;
  /** Null where the customer asked. */
  staffId: string | null;
  /** Gives the money back although the loop was begun, the voucher spent or the copy printed; staff only. */
  evenIfUsed?: boolean;
  /** Which lines of the order it takes back. With the whole of the money all of them are, named or not. */
  taken?: readonly TakenLine[];
  /** What becomes of a gift's voucher that nobody has redeemed; with the whole of the money it is cancelled. */
  voucher?: VoucherFate | null;
}

export type AskRefundResult =
  | { ok: true; refundId: string }
  /**
   * `used`: what was bought has been begun, redeemed or printed and cannot be taken back. `too_many`: more of a line
   * than is left of it. `voucher_undecided`: nobody has redeemed the gift, and the voucher's fate was not chosen.
   */
  | { ok: false; reason: RefundRefusal };

export type RefundRefusal =
  | "unknown_order"
  | "not_paid"
  | "not_a_sum"
  | "too_much"
  | "too_many"
  | "used"
  | "voucher_undecided";

/** Writes a refund down, to be sent. Of many at once no more is ever given back than was paid. */
export function askRefund(tx: Transaction, request: RefundRequest, now: Date): AskRefundResult {
  const { orderId, amountPence } = request;
  if (!Number.isSafeInteger(amountPence) || amountPence <= 0) return { ok: false, reason: "not_a_sum" };
  const order = tx.select().from(orders).where(eq(orders.id, orderId)).get();
  if (!order) return { ok: false, reason: "unknown_order" };
  if (!order.paidAt) return { ok: false, reason: "not_paid" };
  const left = order.totalPence - promisedOf(tx, orderId);
  if (amountPence > left) return { ok: false, reason: "too_much" };
  const { taken = [], voucher = null, evenIfUsed = false } = request;
  if (!areLeft(refundableLines(tx, orderId), taken)) return { ok: false, reason: "too_many" };
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
  return { ok: true, refundId: refund.id };
}

/** What of an order was given back or is about to be. */
export function promisedOf(reader: Pick<Transaction, "select">, orderId: string): number {
  const row = reader
    .select({ pence: sql<number>`coalesce(sum(${refunds.amountPence}), 0)` })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), ne(refunds.status, "failed")))
    .get();
  return row?.pence ?? 0;
}

/**
 * Asks the provider to send a refund that was written down, or how it is doing where it was sent already. Gives its
 * status afterwards: `pending` also where the provider could not be asked, and then it is asked again later.
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
  if (!paymentIntentId)
    return settle(refund, { status: "failed", why: "There is no payment to give back." }, now);
  const isFirstTry = refund.updatedAt.getTime() === refund.createdAt.getTime();
  if (refund.providerId || refund.status !== "pending" || !isFirstTry) {
    const known = await askAfter(refund, paymentIntentId, now);
    if (known !== "never_sent") return known;
  }
  return await sendNow(refund, paymentIntentId, now);
}

/** How the provider says a refund of ours stands; `never_sent` where it surely never heard of it. */
async function askAfter(refund: Refund, paymentIntentId: string, now: Date) {
  const answer = await provider.readRefunds(paymentIntentId);
  if (!answer.ok) return refund.status;
  const known = answer.refunds.find(
    ({ refundId, metadata }) => refundId === refund.providerId || metadata.refundId === refund.id,
  );
  if (known) return settle(refund, { status: known.status, providerId: known.refundId }, now);
  return refund.status === "pending" ? ("never_sent" as const) : refund.status;
}

/**
 * Sends a refund. The provider repeats its first answer to an idempotency key for a day, a failure too, so each try
 * has a key of its own; whoever takes the row first is the only one to try.
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
  if (sent.reason === "unavailable" || sent.reason === "misconfigured") return "pending";
  return settle(refund, { status: "failed", why: sent.message }, now);
}

/** Writes down how a refund stands. The same news twice changes nothing. */
function settle(
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
    const arrived = Number(news.status === "succeeded") - Number(before.status === "succeeded");
    if (arrived !== 0) moveMoney(tx, before, arrived, news.providerId ?? before.id, now);
    if (news.status === "failed" && before.status !== "failed") raiseFailure(tx, before, news.why, now);
    else if (news.status !== "failed" && !before.providerId) tellBuyer(tx, before, now);
    return news.status;
  });
}

/** The ledger's line and the order's sum: 1 for money that went back, -1 for money that came back to us after all. */
function moveMoney(tx: Transaction, refund: Refund, sign: number, reference: string, now: Date): void {
  tx.insert(ledger)
    .values({
      orderId: refund.orderId,
      kind: sign > 0 ? "refund" : "refund_failed",
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

function raiseFailure(tx: Transaction, refund: Refund, why: string | undefined, now: Date): void {
  raiseAlarm(
    tx,
    {
      kind: "refund_failed",
      objectType: "order",
      objectId: refund.orderId,
      message: `A refund of ${refund.amountPence}p did not arrive${why ? `: ${why}` : "."}`,
      dedupeKey: `refund-failed:${refund.id}`,
    },
    now,
  );
}

/** Longer than any call to the provider takes, so that no two tries at one refund overlap. */
const TRY_AGAIN_MS = 2 * MINUTE_MS;
/** A sent refund that has not settled is asked about this long after the last news of it. */
const ASK_AFTER_MS = HOUR_MS;

/** Refunds that wait to be sent, and those that were sent and have not been heard of for an hour. */
export async function sendWaitingRefunds(now: Date): Promise<void> {
  const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const waiting = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        eq(refunds.status, "pending"),
        or(
          and(isNull(refunds.providerId), lt(refunds.updatedAt, before(TRY_AGAIN_MS))),
          lt(refunds.updatedAt, before(ASK_AFTER_MS)),
        ),
      ),
    )
    .limit(50)
    .all();
  for (const { id } of waiting) await sendRefund(id, now);
}

/** Looks after the refund that a message of the provider's tells of. One that we did not make is an alarm. */
export async function noteRefundNews(
  news: { providerId: string; refundId: string | null; paymentIntentId: string | null },
  now: Date,
): Promise<void> {
  const ours = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(or(eq(refunds.providerId, news.providerId), eq(refunds.id, news.refundId ?? "")))
    .get();
  if (ours) {
    await sendRefund(ours.id, now);
    return;
  }
  const order = news.paymentIntentId
    ? db
        .select({ id: payments.orderId })
        .from(payments)
        .where(and(eq(payments.paymentIntentId, news.paymentIntentId), inArray(payments.status, ["paid"])))
        .get()
    : undefined;
  if (!order) return;
  write((tx) =>
    raiseAlarm(
      tx,
      {
        kind: "refund_outside",
        objectType: "order",
        objectId: order.id,
        message: "Money was given back at the provider's that our books do not know of.",
        dedupeKey: `refund-outside:${news.providerId}`,
      },
      now,
    ),
  );
}
