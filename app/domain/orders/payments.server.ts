import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.server";
import { orders, payments } from "#db/schema";
import { payments as provider } from "~/adapters/neighbours.server";
import { settings } from "~/adapters/settings.server";
import { linesOf, type Order } from "./orders.server";

/**
 * Opening a payment: first a row with the number of the attempt, then the provider is asked with that number as
 * idempotency key, then its answer is written down. Whoever presses the button twice gets the same page to pay
 * on; a payment for an older sum is closed before a new one is opened.
 */

export type Payment = typeof payments.$inferSelect;

/** How long a hosted page stays open. The provider insists on half an hour at least, counted when it is asked. */
const OPEN_MINUTES = 35;
const PROVIDERS_MINIMUM_MINUTES = 31;
/** A page that will close sooner than this is not offered again. */
const STILL_USEFUL_MINUTES = 5;

export type OpenPaymentResult =
  | { ok: true; url: string }
  | { ok: false; reason: "nothing_to_pay" }
  | { ok: false; reason: "unavailable" | "misconfigured" };

/** Gives the address of the page where this order can be paid. */
export async function openPayment(order: Order, now: Date): Promise<OpenPaymentResult> {
  if (order.totalPence === 0) return { ok: false, reason: "nothing_to_pay" };
  const { attempt, outdated } = beginAttempt(order, now);
  for (const payment of outdated) {
    if (payment.checkoutId) await provider.expireCheckout(payment.checkoutId);
  }
  if (attempt.status === "open" && attempt.checkoutUrl) return { ok: true, url: attempt.checkoutUrl };
  const opened = await provider.openCheckout({
    orderId: order.id,
    orderNumber: order.number,
    attempt: attempt.attempt,
    customerEmail: order.email,
    lines: payableLines(order),
    totalPence: order.totalPence,
    metadata: { orderId: order.id, orderNumber: order.number, journey: "purchase" },
    successUrl: `${settings.publicOrigin}/payment-success?session_id={CHECKOUT_SESSION_ID}`,
    cancelUrl: `${settings.publicOrigin}/payment?cancelled=1`,
    expiresAt: attempt.expiresAt ?? now,
  });
  if (!opened.ok) {
    // The provider repeats the answer to a key for a day, so the next press needs a number of its own.
    db.update(payments)
      .set({ status: "failed", lastError: opened.message, updatedAt: now })
      .where(and(eq(payments.id, attempt.id), eq(payments.status, "opening")))
      .run();
    return { ok: false, reason: opened.reason };
  }
  db.update(payments)
    .set({ status: "open", checkoutId: opened.checkoutId, checkoutUrl: opened.url, updatedAt: now })
    .where(and(eq(payments.id, attempt.id), eq(payments.status, "opening")))
    .run();
  return { ok: true, url: opened.url };
}

/** One line with the whole sum: what the customer pays is what our own basket says, to the penny. */
function payableLines(order: Order) {
  const names = linesOf(order.id).map((line) => line.name);
  const description = order.discountCode ? `With discount ${order.discountCode}` : undefined;
  return [{ name: names.join(", "), description, amountPence: order.totalPence, quantity: 1 }];
}

function beginAttempt(order: Order, now: Date): { attempt: Payment; outdated: Payment[] } {
  return db.transaction(
    (tx) => {
      const earlier = tx
        .select()
        .from(payments)
        .where(eq(payments.orderId, order.id))
        .orderBy(desc(payments.attempt))
        .all();
      const live = earlier.filter((payment) => payment.status === "opening" || payment.status === "open");
      const current = live.find(
        (payment) => payment.amountPence === order.totalPence && isUseful(payment, now),
      );
      const outdated = live.filter((payment) => payment !== current);
      if (outdated.length > 0) {
        const ids = outdated.map((payment) => payment.id);
        tx.update(payments).set({ status: "expired", updatedAt: now }).where(inArray(payments.id, ids)).run();
      }
      if (current) return { attempt: current, outdated };
      const attempt = tx
        .insert(payments)
        .values({
          orderId: order.id,
          attempt: (earlier[0]?.attempt ?? 0) + 1,
          amountPence: order.totalPence,
          expiresAt: new Date(now.getTime() + OPEN_MINUTES * 60_000),
          createdAt: now,
          updatedAt: now,
        })
        .returning()
        .get();
      return { attempt, outdated };
    },
    { behavior: "immediate" },
  );
}

function isUseful(payment: Payment, now: Date): boolean {
  const left = (payment.expiresAt?.getTime() ?? 0) - now.getTime();
  const needed = payment.status === "open" ? STILL_USEFUL_MINUTES : PROVIDERS_MINIMUM_MINUTES;
  return left > needed * 60_000;
}

/** The payment that a hosted page belongs to, with its order; for its own buyer only. */
export function paymentOfCheckout(accountId: string, checkoutId: string) {
  return db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(payments.checkoutId, checkoutId), eq(orders.accountId, accountId)))
    .get();
}

/** The newest try at paying an order. */
export function latestPayment(orderId: string): Payment | undefined {
  return db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(desc(payments.attempt))
    .limit(1)
    .get();
}
