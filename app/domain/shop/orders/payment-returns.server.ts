import { and, eq, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { LIVE_STATES } from "../order-rules/payment-states";
import { closeAttempt, type Payment, recordPaymentEvent, referenceOf } from "./attempts.server";
import { type Order, orderById } from "./orders.server";

/**
 * Money nobody asked for: a second payment of an order, a sum that is not the order's, a payment of a cancelled order,
 * or of one whose code worked once and was used by another order. It buys nothing: it is recorded as refused, raises an
 * alarm for staff, and is sent back; the request is repeated until the provider accepts it. A payment that names
 * another order is left to staff.
 */

type Why = "paid_twice" | "wrong_sum" | "not_ours" | "order_cancelled" | "not_first_order";

const SENTENCES: Record<Why, string> = {
  paid_twice: "The order was already paid.",
  wrong_sum: "The amount paid isn’t the amount due.",
  not_ours: "The payment belongs to another order.",
  order_cancelled: "The order was already cancelled.",
  not_first_order: "Its code works once, and the buyer had paid another order.",
};

/** Records the money of this attempt as refused, raises the alarm, and sends it back unless it names another order. */
export async function refusePayment(
  order: Order,
  attempt: Payment,
  why: Why,
  received: Pick<Payment, "paymentIntentId" | "amountPence">,
  now: Date,
): Promise<void> {
  const paymentIntentId = why === "not_ours" ? null : received.paymentIntentId;
  const isRefused = write((tx) => {
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
  });
  if (isRefused && paymentIntentId) {
    await sendBack({ ...attempt, paymentIntentId }, received.amountPence, why === "paid_twice", now);
  }
}

/** Sends the whole sum back. Repeated for the same attempt on the same day, it is the same request. */
async function sendBack(attempt: Payment, amountPence: number, isDuplicate: boolean, now: Date): Promise<void> {
  const refunded = await provider.refund({
    paymentIntentId: attempt.paymentIntentId ?? "",
    amountPence,
    reason: isDuplicate ? "duplicate" : "requested_by_customer",
    idempotencyKey: `return-${attempt.id}-${Math.floor(now.getTime() / DAY_MS)}`,
    metadata: { orderId: attempt.orderId },
  });
  const isOnItsWay = refunded.ok ? refunded.status !== "failed" : refunded.reason === "already_refunded";
  if (!isOnItsWay) return;
  db.update(payments).set({ returnedAt: now, updatedAt: now }).where(eq(payments.id, attempt.id)).run();
}

/** Closes the attempts at paying an order that is no longer pending, and sends back what was paid on them. */
export async function closeOtherAttempts(before: Order, now: Date): Promise<void> {
  const live = db
    .select()
    .from(payments)
    .where(and(eq(payments.orderId, before.id), inArray(payments.status, LIVE_STATES)))
    .all();
  const order = orderById(before.id);
  if (!order || order.status === "PENDING") return;
  for (const attempt of live) {
    if ((await closeAttempt(attempt, now)) !== "complete") continue;
    const found = await provider.readPayment(referenceOf(attempt) ?? "");
    if (!found.ok || found.paymentStatus !== "paid") continue;
    await refusePayment(order, attempt, order.paidAt ? "paid_twice" : "order_cancelled", found, now);
  }
}

/** Tries again to send back the money refused since `since` that is not sent back yet. */
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

/** Raises an alarm: money that was sent back has not arrived, and staff have to return it another way. */
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
      message: `The bank refused a refund to ${paymentIntentId}. The buyer needs it another way.`,
      dedupeKey: `not-sent-back:${attempt.id}`,
    },
    now,
  );
}
