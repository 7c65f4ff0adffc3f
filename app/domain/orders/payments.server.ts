import { and, desc, eq, inArray, ne, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { discounts, orders, payments } from "#db/schema";
import { payments as provider } from "~/adapters/neighbours.server";
import { settings } from "~/adapters/settings.server";
import { linesOf, type Order } from "./orders.server";
import { returnAddresses } from "./return-addresses";

/**
 * Opening a payment: first a row with the number of the attempt, then the provider is asked with that number as
 * idempotency key, then its answer is written down. Whoever presses the button twice gets the same page to pay
 * on. A page for an older sum, or for another order that asks for the same once-only discount, is closed before a
 * new one is opened; where it cannot be closed none is opened, so that nobody pays twice.
 */

export type Payment = typeof payments.$inferSelect;

/** How long a hosted page stays open. The provider insists on half an hour at least, counted when it is asked. */
const OPEN_MINUTES = 35;
const PROVIDERS_MINIMUM_MINUTES = 31;
/** A page that will close sooner than this is not offered again. */
const STILL_USEFUL_MINUTES = 5;

/** How the provider's own records name what was sold. */
const JOURNEYS = { loop: "purchase", gift: "gift", book_copies: "book_copies" } as const;

export type OpenPaymentResult =
  | { ok: true; url: string }
  /** Nothing, or nothing any more: `fulfilOrder` hands over what is free or was paid on an older page. */
  | { ok: false; reason: "nothing_to_pay" }
  | { ok: false; reason: "unavailable" | "misconfigured" };

/** Gives the address of the page where this order can be paid. */
export async function openPayment(order: Order, now: Date): Promise<OpenPaymentResult> {
  if (order.totalPence === 0) return { ok: false, reason: "nothing_to_pay" };
  const begun = beginAttempt(order, now);
  if (!begun) return { ok: false, reason: "unavailable" };
  for (const payment of begun.outdated) {
    const closed = await closePage(payment, now);
    if (closed === "complete" && payment.orderId === order.id) return { ok: false, reason: "nothing_to_pay" };
    if (closed !== "closed") return { ok: false, reason: "unavailable" };
  }
  const { attempt } = begun;
  if (attempt.status === "open" && attempt.checkoutUrl) return { ok: true, url: attempt.checkoutUrl };
  return await openPage(order, attempt, now);
}

/** Closes the page of a payment, if it has one, and notes that it lapsed. */
async function closePage(payment: Payment, now: Date): Promise<"closed" | "complete" | "unavailable"> {
  if (payment.checkoutId) {
    const closed = await provider.expireCheckout(payment.checkoutId);
    if (!closed.ok && closed.reason !== "unknown") return closed.reason;
  }
  db.update(payments)
    .set({ status: "expired", updatedAt: now })
    .where(and(eq(payments.id, payment.id), inArray(payments.status, ["opening", "open"])))
    .run();
  return "closed";
}

async function openPage(order: Order, attempt: Payment, now: Date): Promise<OpenPaymentResult> {
  const back = returnAddresses(order);
  const opened = await provider.openCheckout({
    orderId: order.id,
    orderNumber: order.number,
    attempt: attempt.attempt,
    customerEmail: order.email,
    lines: payableLines(order),
    totalPence: order.totalPence,
    metadata: {
      orderId: order.id,
      orderNumber: order.number,
      journey: JOURNEYS[order.kind],
    },
    successUrl: `${settings.publicOrigin}${back.paid}`,
    cancelUrl: `${settings.publicOrigin}${back.cancelled}`,
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
  const { checkoutId, url } = opened;
  // The page is written down whatever became of the attempt meanwhile: a page we do not know of could be paid on.
  const status = sql<
    Payment["status"]
  >`CASE WHEN status IN ('opening', 'failed') THEN 'open' ELSE status END`;
  const kept = db
    .update(payments)
    .set({ status, checkoutId, checkoutUrl: url, updatedAt: now })
    .where(eq(payments.id, attempt.id))
    .returning()
    .get();
  if (kept?.status === "open") return { ok: true, url };
  await provider.expireCheckout(checkoutId);
  return { ok: false, reason: "unavailable" };
}

/** One line with the whole sum: what the customer pays is what our own basket says, to the penny. */
function payableLines(order: Order) {
  const names = linesOf(order.id).map((line) => line.name);
  const description = order.discountCode ? `With discount ${order.discountCode}` : undefined;
  return [{ name: names.join(", "), description, amountPence: order.totalPence, quantity: 1 }];
}

/**
 * The attempt to pay this order with, a new one where there is none to go on with, and those to close first.
 * Nothing where money for this order has come that is not its sum: that is for us to set right, not to ask again.
 */
function beginAttempt(order: Order, now: Date): { attempt: Payment; outdated: Payment[] } | undefined {
  return db.transaction(
    (tx) => {
      const earlier = tx
        .select()
        .from(payments)
        .where(eq(payments.orderId, order.id))
        .orderBy(desc(payments.attempt))
        .all();
      if (earlier.some((payment) => payment.status === "refused")) return undefined;
      const live = earlier.filter((payment) => payment.status === "opening" || payment.status === "open");
      const current = live.find(
        (payment) => payment.amountPence === order.totalPence && isUseful(payment, now),
      );
      const outdated = [...live.filter((payment) => payment !== current), ...rivalsOf(tx, order)];
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

/** Payments open for other orders of this customer with the same discount, where it is for one order only. */
function rivalsOf(tx: Transaction, order: Order): Payment[] {
  if (!order.discountId || !order.accountId) return [];
  return tx
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(discounts, eq(discounts.id, orders.discountId))
    .where(
      and(
        eq(orders.accountId, order.accountId),
        eq(orders.discountId, order.discountId),
        eq(orders.status, "PENDING"),
        ne(orders.id, order.id),
        inArray(payments.status, ["opening", "open"]),
        or(eq(discounts.firstOrderOnly, true), eq(discounts.oncePerCustomer, true)),
      ),
    )
    .all()
    .map(({ payment }) => payment);
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
