import { and, eq, gt, inArray, lt, lte } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { payments } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { ordersWithLapsedHold, releaseDiscount } from "../discounts/discounts.server";
import { LIVE_STATES } from "../order-rules/payment-states";
import { closeAttempt, recordPaymentEvent } from "./attempts.server";
import { fulfilOrder } from "./fulfilment.server";
import { sendBackWhatIsLeft } from "./payment-returns.server";
import { hasPayment } from "./payments.server";

/** The reconciler: finds the payments that neither a webhook nor a returning buyer has reported. */

/** A direct debit takes up to seven working days; no bank takes longer than this. */
const RECONCILE_DAYS = 14;

/**
 * Asks the provider about each live attempt of the last fortnight that is older than two minutes: orders that were paid
 * are fulfilled, attempts that have lapsed are closed and release their discount.
 */
export async function reconcilePayments(now: Date): Promise<void> {
  const live = db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.status, LIVE_STATES),
        gt(payments.createdAt, daysBefore(now, RECONCILE_DAYS)),
        lt(payments.createdAt, new Date(now.getTime() - 2 * MINUTE_MS)),
      ),
    )
    .all();
  const toAsk = [...live.map((payment) => payment.orderId), ...ordersWithLapsedHold(now)];
  for (const orderId of new Set(toAsk)) await reconcileOrder(orderId, now);
  await sendBackWhatIsLeft(daysBefore(now, RECONCILE_DAYS), now);
}

/** Reconciles the orders whose hold on a discount is over, so that an unpaid use is free for others again. */
export async function releaseLapsedDiscounts(now: Date): Promise<void> {
  for (const orderId of ordersWithLapsedHold(now)) await reconcileOrder(orderId, now);
}

async function reconcileOrder(orderId: string, now: Date): Promise<void> {
  const result = await fulfilOrder(orderId, now);
  if (!result.ok && result.reason === "not_paid") await closeLapsed(orderId, now);
  releaseLapsed(orderId, now);
}

/** The provider closes a page a little later; the payment of an element stays open. */
async function closeLapsed(orderId: string, now: Date): Promise<void> {
  const lapsed = db
    .select()
    .from(payments)
    .where(lapsedOf(orderId, "open", now))
    .all();
  for (const payment of lapsed) await closeAttempt(payment, now);
}

function lapsedOf(orderId: string, status: "opening" | "open", now: Date) {
  return and(eq(payments.orderId, orderId), eq(payments.status, status), lte(payments.expiresAt, now));
}

/** Releases the discount, unless an attempt is open: it counts as open until the provider says that it is closed. */
function releaseLapsed(orderId: string, now: Date): void {
  write((tx) => {
    const neverOpened = tx
      .select()
      .from(payments)
      .where(lapsedOf(orderId, "opening", now))
      .all();
    for (const payment of neverOpened) recordPaymentEvent(tx, payment.id, "closed", now);
    const since = daysBefore(now, RECONCILE_DAYS);
    if (!hasPayment(tx, orderId, LIVE_STATES, since)) releaseDiscount(tx, orderId);
  });
}

function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS);
}
