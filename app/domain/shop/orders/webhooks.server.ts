import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "#db/client.server";
import { payments, webhookEvents } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { doubledRetryAt } from "~/domain/kernel/jobs/back-off";
import { DEATHS_ALLOWED, leasedQueue } from "~/domain/kernel/jobs/lease.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { countDecline } from "./declines.server";
import { endReview, followDisputes, noteFraudWarning, noteReview } from "./disputes.server";
import { fulfilOrder } from "./fulfilment.server";
import { orderById } from "./orders.server";
import { noteReturnFailed } from "./payment-returns.server";
import { noteRefundNews } from "./refunds-elsewhere.server";

/**
 * Webhooks of the payment provider. A message with a valid signature is stored and acknowledged at once; the worker
 * then applies the current state, which it asks the provider for. Repeated messages, in any order, change nothing.
 */

/** Verifies and stores one message. `body` must be the bytes as they were sent. */
export function receiveWebhook(body: string, signature: string | null, now: Date) {
  const read = provider.readWebhook(body, signature, now);
  if (!read.ok) return read;
  storeWebhookEvent(read.event, now);
  return { ok: true as const };
}

const NO_RESPONSE = "The payment provider didn’t answer.";

const EventObject = z.object({
  object: z.string(),
  id: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.string().nullish(),
  actionable: z.boolean().nullish(),
  last_payment_error: z
    .object({
      charge: z.string().nullish(),
      payment_method: z.object({ card: z.object({ fingerprint: z.string().nullish() }).nullish() }).nullish(),
    })
    .nullish(),
});

/** Stores a message for the worker. The same message twice is one row. `payload`: the event's object as JSON. */
export function storeWebhookEvent(
  event: { id: string; type: string; objectId: string; payload: string },
  now: Date,
): void {
  db.insert(webhookEvents)
    .values({ ...event, receivedAt: now, nextTryAt: now })
    .onConflictDoNothing()
    .run();
}

/** The oldest due message first. One that is set aside is due again only when staff say so. */
export const webhookQueue = leasedQueue(webhookEvents, {
  isOpen: sql`${webhookEvents.processedAt} IS NULL`,
  isDue: (now) =>
    and(
      lt(webhookEvents.deaths, DEATHS_ALLOWED),
      or(isNull(webhookEvents.nextTryAt), lte(webhookEvents.nextTryAt, now)),
    ),
  order: [asc(webhookEvents.nextTryAt), asc(webhookEvents.receivedAt), sql`rowid`],
  // Short, so that the next worker continues a killed worker's messages within half a minute of its start.
  leaseSeconds: 15,
  deaths: { allowed: DEATHS_ALLOWED, queue: "webhook", nameOf: ({ id, type }) => `${type} ${id}`, ended: () => ({}) },
});

/** Limits a run, so that the scheduler regains control; the next run starts within the second. */
const EVENTS_PER_RUN = 50;

/** Processes what is due. A message whose lease ran out is processed twice, which has no further effect. */
export async function workWebhooks(now: Date): Promise<void> {
  await webhookQueue.work(now, {
    most: EVENTS_PER_RUN,
    run: ({ id }, at) => workWebhookEvent(id, at),
    failed(event, message, at) {
      rescheduleWebhookEvent(event, message, at);
      logLine("warn", "webhook_rescheduled", { eventId: event.id, tries: event.tries, message });
    },
  });
}

const FIRST_RETRY_SECONDS = 5;

/** Records why a message failed, and when it is tried again. It is never given up, because it is about money. */
export function rescheduleWebhookEvent(event: typeof webhookEvents.$inferSelect, failure: string, now: Date): void {
  webhookQueue.retry(db, event, doubledRetryAt(FIRST_RETRY_SECONDS, event.tries, now), failure);
}

/** Processes one stored message: finds its order and asks the provider for the current state. */
export async function workWebhookEvent(eventId: string, now: Date): Promise<void> {
  const event = db.select().from(webhookEvents).where(eq(webhookEvents.id, eventId)).get();
  if (!event || event.processedAt) return;
  if (/^(?:refund\.|charge\.refund)/.test(event.type)) await processRefund(event, now);
  if (/^(?:charge\.dispute|radar|review)\./.test(event.type)) await processDispute(event, now);
  const orderId = orderOfEvent(event);
  if (orderId && event.type === "payment_intent.payment_failed") countDeclineOf(event, orderId, now);
  const result = orderId ? await fulfilOrder(orderId, now) : null;
  if (result && !result.ok && result.reason === "unavailable") throw new Error(NO_RESPONSE);
  db.update(webhookEvents).set({ processedAt: now, failure: null }).where(eq(webhookEvents.id, eventId)).run();
}

/** Each of several quick declines, of which the payment itself shows the last alone. */
function countDeclineOf(event: typeof webhookEvents.$inferSelect, orderId: string, now: Date): void {
  const read = EventObject.safeParse(JSON.parse(event.payload));
  const { charge, payment_method: method } = read.data?.last_payment_error ?? {};
  const order = orderById(orderId);
  if (charge && order) countDecline(order, { chargeId: charge, card: method?.card?.fingerprint ?? null }, now);
}

/** A message about a refund names the refund; one about a charge names only its payment. */
async function processRefund(event: typeof webhookEvents.$inferSelect, now: Date): Promise<void> {
  const read = EventObject.safeParse(JSON.parse(event.payload));
  if (!read.success || read.data.object !== "refund") return;
  const { id, metadata, payment_intent: paymentIntentId } = read.data;
  if (event.type === "refund.failed" && paymentIntentId) noteReturnFailed(paymentIntentId, now);
  await noteRefundNews(
    { providerId: id, refundId: metadata?.refundId ?? null, paymentIntentId: paymentIntentId ?? null },
    now,
  );
}

/** A message about an unknown payment waits this long for it, since messages arrive in any order. */
const WAITS_FOR_PAYMENT_MS = DAY_MS;

/** Disputes, warnings that a card is stolen, and payments that the provider reviews. */
async function processDispute(event: typeof webhookEvents.$inferSelect, now: Date): Promise<void> {
  const read = EventObject.safeParse(JSON.parse(event.payload));
  if (!read.success || !read.data.payment_intent) return;
  const object = read.data;
  const paymentIntentId = read.data.payment_intent;
  const payment = db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(and(eq(payments.paymentIntentId, paymentIntentId), eq(payments.status, "paid")))
    .get();
  if (!payment) {
    if (now.getTime() - event.receivedAt.getTime() > WAITS_FOR_PAYMENT_MS) return;
    throw new Error("The payment this is about is not known yet.");
  }
  if (event.type === "review.opened") {
    if (!isReviewOver(event.objectId)) noteReview(payment.orderId, now);
  } else if (event.type === "review.closed") endReview(payment.orderId, now);
  else if (event.type.startsWith("radar.")) {
    // Nothing can be done about one for a payment that is refunded or disputed already.
    if (object.actionable !== false) noteFraudWarning(payment.orderId, now);
  } else if ((await followDisputes(payment.orderId, now)) === "unavailable") throw new Error(NO_RESPONSE);
}

/** Whether the message that a review is over came before the one that it was opened; a review is opened once. */
function isReviewOver(reviewId: string): boolean {
  const closed = db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.objectId, reviewId), eq(webhookEvents.type, "review.closed")))
    .get();
  return closed !== undefined;
}

function orderOfEvent(event: typeof webhookEvents.$inferSelect): string | null {
  if (!/^(?:checkout\.session|payment_intent|charge)\./.test(event.type)) return null;
  const byCheckout = db
    .select({ orderId: payments.orderId })
    .from(payments)
    .where(eq(payments.checkoutId, event.objectId))
    .get();
  if (byCheckout) return byCheckout.orderId;
  const object = EventObject.safeParse(JSON.parse(event.payload));
  return object.success ? (object.data.metadata?.orderId ?? null) : null;
}
