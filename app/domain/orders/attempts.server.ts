import { and, desc, eq, inArray, ne, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { orders, payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import type { Order } from "./orders.server";
import { LIVE_STATES, movesOf, type PaymentEvent, type PaymentState } from "./payment-states";

/**
 * The tries at paying an order, numbered. At most one of them can be paid at a time: whatever else is open for the
 * order, on whichever surface, is named together with the one to go on with and has to be closed first.
 */

export type Payment = typeof payments.$inferSelect;

/** How long a try stays open, and a discount is held for it; then we close it. */
const OPEN_MINUTES = 30;
/**
 * The provider lets a page live half an hour at least, counted from when it is asked, so it is told a little more:
 * where we could not close the page in time, it closes by itself.
 */
const LONGER_AT_PROVIDER_MINUTES = 5;
const PROVIDERS_MINIMUM_MINUTES = 31;
/** A page that will close sooner than this is not offered again. */
const STILL_USEFUL_MINUTES = 5;

/** What the provider calls this try: its page, or the payment of its element. Null before the provider has answered. */
export function referenceOf(payment: Payment): string | null {
  return payment.checkoutId ?? (payment.surface === "element" ? payment.paymentIntentId : null);
}

/** When the provider is to close the page of this try by itself. The same each time it is asked. */
export function providersEnd(attempt: Payment, now: Date): Date {
  return new Date((attempt.expiresAt ?? now).getTime() + LONGER_AT_PROVIDER_MINUTES * 60_000);
}

/**
 * Writes what an event makes of a payment, with its details, by the table of states. Gives the payment as it is then;
 * undefined, with nothing written, where the event changes nothing.
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
  const takesEvent = inArray(
    payments.status,
    moves.map(({ from }) => from),
  );
  return writer
    .update(payments)
    .set({ ...details, status, updatedAt: now })
    .where(and(eq(payments.id, paymentId), takesEvent))
    .returning()
    .get();
}

/** Closes a try at the provider, if it has come so far, and notes that it lapsed. */
export async function closeAttempt(
  payment: Payment,
  now: Date,
): Promise<"closed" | "complete" | "unavailable"> {
  const reference = referenceOf(payment);
  if (reference) {
    const closed = await provider.closePayment(reference);
    if (!closed.ok && closed.reason !== "unknown") return closed.reason;
  }
  recordPaymentEvent(db, payment.id, "closed", now);
  return "closed";
}

/**
 * The attempt to pay this order with, a new one where there is none to go on with, and those to close first.
 * Nothing where money for this order has come that is not its sum and is not sent back yet: that is for us to set
 * right, not to ask again.
 */
export function beginAttempt(
  order: Order,
  surface: Payment["surface"],
  now: Date,
): { attempt: Payment; outdated: Payment[] } | undefined {
  return db.transaction(
    (tx) => {
      const earlier = tx
        .select()
        .from(payments)
        .where(eq(payments.orderId, order.id))
        .orderBy(desc(payments.attempt))
        .all();
      if (earlier.some((payment) => payment.status === "refused" && payment.returnedAt === null))
        return undefined;
      const live = earlier.filter(({ status }) => LIVE_STATES.includes(status));
      const current = live.find(
        (payment) =>
          payment.surface === surface && payment.amountPence === order.totalPence && isUseful(payment, now),
      );
      const outdated = [...live.filter((payment) => payment !== current), ...rivalsOf(tx, order)];
      if (current) return { attempt: current, outdated };
      const attempt = tx
        .insert(payments)
        .values({
          orderId: order.id,
          attempt: (earlier[0]?.attempt ?? 0) + 1,
          surface,
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

/** Payments open for other orders of this customer with the same discount, of which they hold one use at a time. */
function rivalsOf(tx: Transaction, order: Order): Payment[] {
  if (!order.discountId || !order.accountId) return [];
  return tx
    .select({ payment: payments })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.accountId, order.accountId),
        eq(orders.discountId, order.discountId),
        eq(orders.status, "PENDING"),
        ne(orders.id, order.id),
        inArray(payments.status, LIVE_STATES),
      ),
    )
    .all()
    .map(({ payment }) => payment);
}

function isUseful(payment: Payment, now: Date): boolean {
  const left = (payment.expiresAt?.getTime() ?? 0) - now.getTime();
  const stillToBeOpened = PROVIDERS_MINIMUM_MINUTES - LONGER_AT_PROVIDER_MINUTES;
  const needed = payment.status === "open" ? STILL_USEFUL_MINUTES : stillToBeOpened;
  return left > needed * 60_000;
}
