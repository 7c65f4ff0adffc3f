import { and, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { raiseAlarm } from "../alarms/alarms.server";
import { closeAttempt, type Payment, recordPaymentEvent, referenceOf } from "./attempts.server";
import { type Order, orderById } from "./orders.server";
import { LIVE_STATES } from "./payment-states";

/**
 * Money nobody asked for: a second payment of one order, a sum that is not the order's, or a payment of an order
 * that was called off. It is never kept and never buys anything: it is noted as refused with an alarm for staff,
 * and sent back to where it came from, again and again until the provider has taken the request. A payment that
 * names another order is not ours to send back; that one waits for staff.
 */

type Why = "paid_twice" | "wrong_sum" | "not_ours" | "order_cancelled";

const SENTENCES: Record<Why, string> = {
  paid_twice: "The order had been paid already.",
  wrong_sum: "The sum paid is not the sum asked.",
  not_ours: "The payment belongs to another order.",
  order_cancelled: "The order had been cancelled.",
};

interface Received {
  paymentIntentId: string | null;
  amountPence: number;
}

/** Notes that the money of this attempt is not wanted, raises the alarm, and sends it back where it is ours. */
export async function refusePayment(
  order: Order,
  attempt: Payment,
  why: Why,
  received: Received,
  now: Date,
): Promise<void> {
  const paymentIntentId = why === "not_ours" ? null : received.paymentIntentId;
  const isRefused = db.transaction(
    (tx) => {
      const details = { lastError: SENTENCES[why], paymentIntentId };
      if (!recordPaymentEvent(tx, attempt.id, "refused", now, details)) return false;
      raiseAlarm(
        tx,
        {
          kind: `payment_${why}`,
          objectType: "order",
          objectId: order.id,
          message: `Order ${order.number}: ${received.amountPence}p came in, ${order.totalPence}p is its total. ${SENTENCES[why]}`,
          dedupeKey: `payment:${attempt.id}`,
        },
        now,
      );
      return true;
    },
    { behavior: "immediate" },
  );
  if (isRefused && paymentIntentId) {
    await sendBack({ ...attempt, paymentIntentId }, received.amountPence, why === "paid_twice", now);
  }
}

/** Asks for the whole sum to go back. The same attempt is the same request, however often it is made. */
async function sendBack(
  attempt: Payment,
  amountPence: number,
  isDuplicate: boolean,
  now: Date,
): Promise<void> {
  const refunded = await provider.refund({
    paymentIntentId: attempt.paymentIntentId ?? "",
    amountPence,
    reason: isDuplicate ? "duplicate" : "requested_by_customer",
    idempotencyKey: `return-${attempt.id}-${Math.floor(now.getTime() / 86_400_000)}`,
    metadata: { orderId: attempt.orderId },
  });
  const isOnItsWay = refunded.ok ? refunded.status !== "failed" : refunded.reason === "already_refunded";
  if (!isOnItsWay) return;
  db.update(payments).set({ returnedAt: now, updatedAt: now }).where(eq(payments.id, attempt.id)).run();
}

/**
 * Of an order that waits for nothing any more: closes every attempt that could still be paid, and sends back what
 * was. Asks nobody where there is none.
 */
export async function closeOtherAttempts(before: Order, now: Date): Promise<void> {
  const live = db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, before.id), inArray(payments.status, LIVE_STATES)))
    .all();
  if (live.length === 0) return;
  const order = orderById(before.id);
  if (!order || order.status === "PENDING") return;
  for (const attempt of live) {
    if ((await closeAttempt(attempt, now)) !== "complete") continue;
    const found = await provider.readPayment(referenceOf(attempt) ?? "");
    if (!found.ok || found.paymentStatus !== "paid") continue;
    await refusePayment(order, attempt, order.paidAt ? "paid_twice" : "order_cancelled", found, now);
  }
}

/** Tries again to send back what was refused since `since` and is still here. */
export async function sendBackWhatIsLeft(since: Date, now: Date): Promise<void> {
  const left = db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, "refused"),
        gt(payments.createdAt, since),
        isNull(payments.returnedAt),
        isNotNull(payments.paymentIntentId),
      ),
    )
    .all();
  for (const attempt of left) {
    const found = await provider.readPayment(referenceOf(attempt) ?? "");
    if (!found.ok || found.paymentStatus !== "paid") continue;
    await sendBack(attempt, found.amountPence, attempt.lastError === SENTENCES.paid_twice, now);
  }
}

/** Money that was on its way back has not arrived: nobody but staff can help now. */
export function noteReturnFailed(paymentIntentId: string, now: Date): void {
  const returned = and(eq(payments.paymentIntentId, paymentIntentId), eq(payments.status, "refused"));
  const attempt = db.select().from(payments).where(returned).get();
  if (!attempt) return;
  raiseAlarm(
    db,
    {
      kind: "payment_not_sent_back",
      objectType: "order",
      objectId: attempt.orderId,
      message: `The bank would not take back what was paid by ${paymentIntentId}; it has to reach the buyer another way.`,
      dedupeKey: `not-sent-back:${attempt.id}`,
    },
    now,
  );
}
