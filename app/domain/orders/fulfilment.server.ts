import { and, eq, gt, inArray, lt } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "#db/client.server";
import { fulfilments, ledger, loopCredits, orders, payments, webhookEvents } from "#db/schema";
import { payments as provider } from "~/adapters/neighbours.server";
import { settings } from "~/adapters/settings.server";
import { countDiscountUse, releaseDiscount } from "../discounts/discounts.server";
import { orderConfirmation } from "../notifications/letters";
import { writeLetter } from "../notifications/outbox.server";
import { seller } from "../notifications/seller.server";
import { type DeliveryAddress, deliveryAddressForm } from "./forms";
import { linesOf, type Order, orderById } from "./orders.server";
import type { Payment } from "./payments.server";

/**
 * Handing over what was paid for. Three roads lead here: the provider's message, the customer's return, and a
 * look every five minutes. Each asks the provider what is true and calls the same function, which hands over
 * exactly once. Whether the success page was seen proves nothing.
 */

export type FulfilResult =
  | { ok: true; order: Order; first: boolean }
  | { ok: false; reason: "unknown_order" | "not_paid" | "unavailable" | "wrong_sum" };

/** Asks the provider about every live attempt of an order and hands it over once one is paid. */
export async function fulfilOrder(orderId: string, now: Date): Promise<FulfilResult> {
  const order = orderById(orderId);
  if (!order) return { ok: false, reason: "unknown_order" };
  if (order.status !== "PENDING")
    return order.paidAt ? { ok: true, order, first: false } : { ok: false, reason: "not_paid" };
  if (order.totalPence === 0) return handOver(order, null, now);
  const attempts = db.select().from(payments).where(eq(payments.orderId, orderId)).all();
  let unanswered = false;
  for (const attempt of attempts) {
    if (!attempt.checkoutId || attempt.status === "refused") continue;
    const found = await provider.readCheckout(attempt.checkoutId);
    if (!found.ok) {
      unanswered ||= found.reason === "unavailable";
      continue;
    }
    if (found.paymentStatus === "paid") {
      const isOurs = found.orderId === order.id && found.currency.toUpperCase() === order.currency;
      if (!isOurs || found.amountPence !== attempt.amountPence || found.amountPence !== order.totalPence) {
        notePaymentState(
          attempt,
          { status: "refused", lastError: "The sum paid is not the sum asked." },
          now,
        );
        return { ok: false, reason: "wrong_sum" };
      }
      return handOver(order, { ...attempt, ...found }, now);
    }
    if (found.status === "expired") notePaymentState(attempt, { status: "expired" }, now);
    else if (found.lastError) notePaymentState(attempt, { lastError: found.lastError }, now);
  }
  return { ok: false, reason: unanswered ? "unavailable" : "not_paid" };
}

function notePaymentState(attempt: Payment, change: Partial<Payment>, now: Date): void {
  db.update(payments)
    .set({ ...change, updatedAt: now })
    .where(eq(payments.id, attempt.id))
    .run();
}

type PaidAttempt = Payment & { cardBrand: string | null; cardLast4: string | null };

function handOver(order: Order, paid: PaidAttempt | null, now: Date): FulfilResult {
  const first = db.transaction(
    (tx) => {
      const changed = tx
        .update(orders)
        .set({ status: "PAID", paidAt: now, updatedAt: now })
        .where(
          and(eq(orders.id, order.id), eq(orders.status, "PENDING"), eq(orders.totalPence, order.totalPence)),
        )
        .run();
      if (changed.changes === 0) return false;
      if (paid) recordPayment(tx, order, paid, now);
      if (order.discountId) countDiscountUse(tx, order.id);
      tx.insert(fulfilments).values({ orderId: order.id, kind: "loop_credit", at: now }).run();
      tx.insert(loopCredits)
        .values({
          accountId: order.accountId,
          orderId: order.id,
          theme: order.theme ?? "",
          type: order.type ?? "",
          createdAt: now,
        })
        .run();
      writeConfirmation(tx, order, now);
      return true;
    },
    { behavior: "immediate" },
  );
  const after = orderById(order.id);
  if (!after?.paidAt) return { ok: false, reason: "not_paid" };
  return { ok: true, order: after, first };
}

function recordPayment(tx: Transaction, order: Order, paid: PaidAttempt, now: Date): void {
  tx.update(payments)
    .set({
      status: "paid",
      paymentIntentId: paid.paymentIntentId,
      chargeId: paid.chargeId,
      cardBrand: paid.cardBrand,
      cardLast4: paid.cardLast4,
      lastError: null,
      updatedAt: now,
    })
    .where(eq(payments.id, paid.id))
    .run();
  tx.insert(ledger)
    .values({
      orderId: order.id,
      kind: "payment",
      amountPence: order.totalPence,
      providerReference: paid.paymentIntentId ?? paid.checkoutId ?? paid.id,
      at: now,
    })
    .run();
}

function writeConfirmation(tx: Transaction, order: Order, now: Date): void {
  const address = deliveryAddressForm.safeParse(JSON.parse(order.deliveryAddress ?? "null"));
  writeLetter(tx, {
    kind: "order_confirmation",
    accountId: order.accountId,
    to: { name: `${order.firstName} ${order.lastName}`.trim(), email: order.email },
    occasionKey: `order-paid:${order.id}`,
    letter: orderConfirmation({
      firstName: order.firstName,
      orderNumber: order.number,
      lines: linesOf(order.id),
      subtotalPence: order.subtotalPence,
      discountPence: order.discountPence,
      discountCode: order.discountCode,
      deliveryPence: order.deliveryPence,
      taxPence: order.taxPence,
      totalPence: order.totalPence,
      address: address.success ? addressLines(address.data) : null,
      paidAt: now,
      whatNext: {
        words: "Next, choose the day your book should arrive. Your first week opens then.",
        label: "Choose the delivery date",
        url: `${settings.publicOrigin}/loop-end-date`,
      },
      theme: order.theme,
      seller,
    }),
    isTransactional: true,
    now,
  });
}

function addressLines(address: DeliveryAddress): string[] {
  const { firstName, lastName, line1, line2, city, county, postcode } = address;
  return [`${firstName} ${lastName}`, line1, line2, city, county, postcode, "United Kingdom"].filter(Boolean);
}

const EventObject = z.object({
  object: z.string(),
  id: z.string(),
  metadata: z.record(z.string(), z.string()).nullish(),
  payment_intent: z.string().nullish(),
});

/**
 * Keeps what the provider told us, before anything is done about it. The same message twice is one row.
 * `payload` is the event's own object as JSON.
 */
export function keepWebhookEvent(
  event: { id: string; type: string; objectId: string; payload: string },
  now: Date,
): void {
  db.insert(webhookEvents)
    .values({ ...event, receivedAt: now, nextTryAt: now })
    .onConflictDoNothing()
    .run();
}

/** Works on one kept message: finds its order and asks the provider anew, whatever the message itself said. */
export async function workWebhookEvent(eventId: string, now: Date): Promise<void> {
  const event = db.select().from(webhookEvents).where(eq(webhookEvents.id, eventId)).get();
  if (!event || event.processedAt) return;
  const orderId = orderOfEvent(event);
  const result = orderId ? await fulfilOrder(orderId, now) : null;
  if (result && !result.ok && result.reason === "unavailable")
    throw new Error("The payment provider did not answer.");
  db.update(webhookEvents)
    .set({ processedAt: now, failure: null })
    .where(eq(webhookEvents.id, eventId))
    .run();
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

const RECONCILE_DAYS = 4;

/**
 * Looks after payments nobody told us about: every live attempt of the last four days that is older than two
 * minutes is asked about; what was paid is handed over, what has lapsed gives its discount back.
 */
export async function reconcilePayments(now: Date): Promise<void> {
  const live = db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.status, ["opening", "open"]),
        gt(payments.createdAt, new Date(now.getTime() - RECONCILE_DAYS * 86_400_000)),
        lt(payments.createdAt, new Date(now.getTime() - 2 * 60_000)),
      ),
    )
    .all();
  for (const orderId of new Set(live.map((payment) => payment.orderId))) {
    await fulfilOrder(orderId, now);
    letGoOfLapsed(orderId, now);
  }
}

function letGoOfLapsed(orderId: string, now: Date): void {
  db.transaction(
    (tx) => {
      const order = tx.select().from(orders).where(eq(orders.id, orderId)).get();
      if (order?.status !== "PENDING") return;
      const attempts = tx.select().from(payments).where(eq(payments.orderId, orderId)).all();
      for (const attempt of attempts) {
        if (attempt.status !== "opening" || !attempt.expiresAt || attempt.expiresAt > now) continue;
        tx.update(payments)
          .set({ status: "expired", updatedAt: now })
          .where(eq(payments.id, attempt.id))
          .run();
      }
      const live = attempts.some(
        (attempt) => attempt.expiresAt && attempt.expiresAt > now && attempt.status !== "expired",
      );
      if (!live) releaseDiscount(tx, orderId);
    },
    { behavior: "immediate" },
  );
}
