import { and, desc, eq, exists, inArray, ne, or, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { isIn, prepareAll, prepareGet } from "#db/queries.server";
import { discounts, orders, payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { rowsOfBuyer } from "../discounts/discounts.server";
import {
  LIVE_STATES,
  movesOf,
  PAYMENT_OPEN_MINUTES,
  type PaymentEvent,
  type PaymentState,
} from "../order-rules/payment-states";
import type { Order } from "./orders.server";

/**
 * The attempts at paying an order, numbered. At most one of them can be paid at a time: `beginAttempt` names the others
 * that are open for the order, in either checkout mode, and they are closed first.
 */

export type Payment = typeof payments.$inferSelect;

/** The provider closes its page this long after us, in case we could not. It needs half an hour at least. */
const LONGER_AT_PROVIDER_MINUTES = 5;
const PROVIDERS_MINIMUM_MINUTES = 31;
/** A page that closes sooner than this is not offered again. */
const STILL_USEFUL_MINUTES = 5;

/**
 * The provider's reference of an attempt: its page, or the payment of its element. Null until the provider responds.
 */
export function referenceOf(payment: Payment): string | null {
  return payment.checkoutId ?? (payment.checkoutMode === "element" ? payment.paymentIntentId : null);
}

/** When the provider closes the page of an attempt on its own; the same on each call, as its idempotency key requires. */
export function providersEnd(attempt: Payment, now: Date): Date {
  return new Date((attempt.expiresAt ?? now).getTime() + LONGER_AT_PROVIDER_MINUTES * MINUTE_MS);
}

/**
 * Moves a payment to its next state by the table, and writes its details. Gives the payment after that; undefined, with
 * nothing written, if the event changes nothing.
 */
export function recordPaymentEvent(
  writer: Pick<Transaction, "update">,
  paymentId: string,
  event: PaymentEvent,
  now: Date,
  details: Partial<Omit<Payment, "status">> = {},
): Payment | undefined {
  const moves = movesOf(event);
  const cases = moves.map(({ from, to }) => sql`WHEN ${from} THEN ${to}`);
  const status = sql<PaymentState>`CASE status ${sql.join(cases, sql` `)} END`;
  const states = moves.map(({ from }) => from);
  return writer
    .update(payments)
    .set({ ...details, status, updatedAt: now })
    .where(and(eq(payments.id, paymentId), inArray(payments.status, states)))
    .returning()
    .get();
}

/** Closes an attempt, at the provider too if it was opened there. `complete`: it has been paid, or is being paid. */
export async function closeAttempt(payment: Payment, now: Date): Promise<"closed" | "complete" | "unavailable"> {
  const reference = referenceOf(payment);
  if (reference) {
    const closed = await provider.closePayment(reference);
    if (!closed.ok && closed.reason !== "unknown") return closed.reason;
  }
  recordPaymentEvent(db, payment.id, "closed", now);
  return "closed";
}

/**
 * The attempt to pay this order with, new or continued, and the attempts to close first. Undefined while a wrong sum
 * paid for this order is not sent back: until then it cannot be paid again.
 */
export function beginAttempt(
  order: Order,
  checkoutMode: Payment["checkoutMode"],
  now: Date,
): { attempt: Payment; outdated: Payment[] } | undefined {
  return write((tx) => {
    const earlier = listAttempts(order.id);
    if (earlier.some((payment) => payment.status === "refused" && payment.returnedAt === null)) return undefined;
    const live = earlier.filter(({ status }) => LIVE_STATES.includes(status));
    const current = live.find(
      (payment) =>
        payment.checkoutMode === checkoutMode &&
        payment.amountPence === order.totalPence &&
        isUseful(payment, now) &&
        // Its page is over, whether the bank pays or refuses.
        !wasProcessing(payment),
    );
    const outdated = [...live.filter((payment) => payment !== current), ...rivalsOf(order)];
    if (current) return { attempt: current, outdated };
    const attempt = tx
      .insert(payments)
      .values({
        orderId: order.id,
        attempt: (earlier[0]?.attempt ?? 0) + 1,
        checkoutMode,
        amountPence: order.totalPence,
        expiresAt: new Date(now.getTime() + PAYMENT_OPEN_MINUTES * MINUTE_MS),
        createdAt: now,
        updatedAt: now,
      })
      .returning()
      .get();
    return { attempt, outdated };
  });
}

const listAttempts = prepareAll((orderId: string) =>
  db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.attempt)),
);

/**
 * Open payments of this customer's other orders with the same discount, of which a customer holds one use at a time, or
 * with another one for first orders, of which only one can be the first.
 */
function rivalsOf(order: Order): Payment[] {
  const discount = findDiscount(order.discountId ?? "");
  if (!discount || !order.accountId) return [];
  const buyer = rowsOfBuyer(discount, order.accountId);
  return listRivals(buyer, discount.id, order.id).map(({ payment }) => payment);
}

const findDiscount = prepareGet((discountId: string) =>
  db.select().from(discounts).where(eq(discounts.id, discountId)),
);

const listRivals = prepareAll((accountIds: string[], discountId: string, orderId: string) => {
  const isForFirst = db
    .select({ id: discounts.id })
    .from(discounts)
    .where(and(eq(discounts.id, discountId), discounts.firstOrderOnly));
  return db
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(discounts, eq(discounts.id, orders.discountId))
    .where(
      and(
        isIn(orders.accountId, accountIds),
        or(eq(discounts.id, discountId), and(discounts.firstOrderOnly, exists(isForFirst))),
        eq(orders.status, "PENDING"),
        ne(orders.id, orderId),
        inArray(payments.status, LIVE_STATES),
      ),
    );
});

/** Whether the money of an attempt was on its way: only then is it kept open for longer than it was opened for. */
export function wasProcessing({ expiresAt, createdAt }: Payment): boolean {
  return (expiresAt?.getTime() ?? 0) - createdAt.getTime() > PAYMENT_OPEN_MINUTES * MINUTE_MS;
}

function isUseful(payment: Payment, now: Date): boolean {
  const left = (payment.expiresAt?.getTime() ?? 0) - now.getTime();
  const stillToBeOpened = PROVIDERS_MINIMUM_MINUTES - LONGER_AT_PROVIDER_MINUTES;
  const needed = payment.status === "open" ? STILL_USEFUL_MINUTES : stillToBeOpened;
  return left > needed * MINUTE_MS;
}
