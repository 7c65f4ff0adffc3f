import { and, desc, eq, gt, inArray, or } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { accounts, orders, payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { findTheme } from "~/domain/diary/catalogue/catalogue";
import { isGuest } from "~/domain/people/accounts/guests.server";
import { releaseDiscount, reserveDiscount } from "../discounts/discounts.server";
import { LIVE_STATES, type PaymentState } from "../order-rules/payment-states";
import { beginAttempt, closeAttempt, type Payment, providersEnd, recordPaymentEvent } from "./attempts.server";
import { linesOf, type Order } from "./orders.server";
import { confirmationAddress, isSoldOnItsOwnPage, returnAddresses } from "./return-addresses";

/**
 * Opening a payment. A row with the number of the attempt is written, the provider is called with that number as
 * idempotency key, and its response is written. A button pressed twice gives the same page to pay on, or the same
 * payment in the card element. Payments open for an older sum, in the other checkout mode, or for another order of the
 * buyer's with the same discount are closed first; if one cannot be closed, none is opened, so that nobody pays twice.
 * A use of the discount is held from here on, and released if nothing is opened.
 */

export type PaymentRefusal =
  /** The order is free, or was paid on an older page: `fulfilOrder` fulfils it. */
  | { ok: false; reason: "nothing_to_pay" }
  /** Other orders took the last use of the discount after this order was priced. */
  | { ok: false; reason: "discount_used_up" }
  /** `refused`: a sum that was not asked for has arrived and is not sent back yet. */
  | { ok: false; reason: "unavailable" | "misconfigured" | "refused" }
  /** `message`: the provider's error message for this payment. */
  | { ok: false; reason: "rejected"; message: string };

type OpenPaymentResult = { ok: true; url: string } | PaymentRefusal;
/** `clientSecret` is for the buyer's browser alone; it is neither stored nor logged. */
type OpenElementResult = { ok: true; clientSecret: string; paymentIntentId: string } | PaymentRefusal;

/** Gives the address of the provider's page where this order can be paid. */
export async function openPayment(order: Order, now: Date): Promise<OpenPaymentResult> {
  const ready = await readyAttempt(order, "page", now);
  if (!ready.ok) return ready;
  const { attempt } = ready;
  if (attempt.status === "open" && attempt.checkoutUrl) return { ok: true, url: attempt.checkoutUrl };
  return await openPage(order, attempt, now);
}

/** Gives what the card element needs to pay this order. */
export async function openElementPayment(order: Order, now: Date): Promise<OpenElementResult> {
  const ready = await readyAttempt(order, "element", now);
  return ready.ok ? await openElement(order, ready.attempt, now) : ready;
}

/** The attempt to continue with, after the others that could be paid are closed. */
async function readyAttempt(
  order: Order,
  checkoutMode: Payment["checkoutMode"],
  now: Date,
): Promise<{ ok: true; attempt: Payment } | PaymentRefusal> {
  if (order.totalPence === 0)
    return { ok: false, reason: holdDiscount(order, now) ? "nothing_to_pay" : "discount_used_up" };
  const begun = beginAttempt(order, checkoutMode, now);
  if (!begun) return { ok: false, reason: "refused" };
  for (const payment of begun.outdated) {
    const closed = await closeAttempt(payment, now);
    if (closed === "complete" && payment.orderId === order.id) return { ok: false, reason: "nothing_to_pay" };
    if (closed !== "closed") return { ok: false, reason: "unavailable" };
  }
  if (!holdDiscount(order, now)) return { ok: false, reason: "discount_used_up" };
  return { ok: true, attempt: begun.attempt };
}

/** Holds a use of the order's discount, if it has one; false if no use is left. */
function holdDiscount({ id: orderId, discountId, accountId }: Order, now: Date): boolean {
  return write((tx) => reserveDiscount(tx, { orderId, discountId, accountId: accountId ?? "" }, now));
}

/** Releases the order's discount, unless the order can still be paid. */
function releaseIfUnpayable(orderId: string): void {
  write((tx) => {
    if (!hasPayment(tx, orderId, LIVE_STATES)) releaseDiscount(tx, orderId);
  });
}

/** Whether an order has a payment in one of these states, created after `since` if that is given. */
export function hasPayment(
  reader: Pick<Transaction, "select">,
  orderId: string,
  states: readonly PaymentState[],
  since?: Date,
): boolean {
  const found = reader
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.orderId, orderId), inArray(payments.status, states), since && gt(payments.createdAt, since)))
    .limit(1)
    .all();
  return found.length > 0;
}

async function openPage(order: Order, attempt: Payment, now: Date): Promise<OpenPaymentResult> {
  const back = returnAddresses(order);
  const opened = await provider.openCheckout({
    ...requested(order, attempt),
    customerEmail: order.email,
    lines: payableLines(order),
    successUrl: `${settings.publicOrigin}${back.paid}`,
    cancelUrl: `${settings.publicOrigin}${back.cancelled}`,
    expiresAt: providersEnd(attempt, now),
  });
  if (!opened.ok) return noteFailure(attempt, opened, now);
  const { checkoutId, url } = opened;
  const isOpen = await keepOpened(attempt, { checkoutId, checkoutUrl: url }, now);
  return isOpen ? { ok: true, url } : { ok: false, reason: "unavailable" };
}

async function openElement(order: Order, attempt: Payment, now: Date): Promise<OpenElementResult> {
  const opened = await provider.openElement(requested(order, attempt));
  if (!opened.ok) return noteFailure(attempt, opened, now);
  const { paymentIntentId, clientSecret } = opened;
  const isOpen = await keepOpened(attempt, { paymentIntentId }, now);
  return isOpen ? { ok: true, paymentIntentId, clientSecret } : { ok: false, reason: "unavailable" };
}

function requested(order: Order, attempt: Payment) {
  return {
    orderId: order.id,
    orderNumber: order.number,
    attempt: attempt.attempt,
    totalPence: attempt.amountPence,
    metadata: {
      orderId: order.id,
      orderNumber: order.number,
      journey: JOURNEYS[order.kind],
      ...packageOf(order),
    },
  };
}

/** The name of what was sold in the provider's records. */
const JOURNEYS = { loop: "purchase", gift: "gift", book_copies: "book_copies" } as const;

/** The streamlined sign-up sells a package, which the provider's records name. */
function packageOf(order: Order): { packageName?: string } {
  const theme = isSoldOnItsOwnPage(order) ? findTheme(order.theme ?? "") : undefined;
  return theme ? { packageName: theme.name } : {};
}

/** The provider repeats its response to a key for a day, so the next press gets another attempt. */
function noteFailure(
  attempt: Payment,
  failure: { reason: "unavailable" | "misconfigured" | "rejected"; message: string },
  now: Date,
): PaymentRefusal {
  recordPaymentEvent(db, attempt.id, "not_opened", now, { lastError: failure.message });
  releaseIfUnpayable(attempt.orderId);
  const { reason, message } = failure;
  return reason === "rejected" ? { ok: false, reason, message } : { ok: false, reason };
}

/**
 * Writes the provider's reference in any case: a payment without one could be paid and never be found. False if the
 * attempt has ended meanwhile; what was opened is then closed again.
 */
async function keepOpened(
  attempt: Payment,
  { checkoutId, checkoutUrl, paymentIntentId }: { checkoutId?: string; checkoutUrl?: string; paymentIntentId?: string },
  now: Date,
): Promise<boolean> {
  const isOpen = write((tx) => {
    tx.update(payments)
      .set({ checkoutId, checkoutUrl, paymentIntentId, updatedAt: now })
      .where(eq(payments.id, attempt.id))
      .run();
    return recordPaymentEvent(tx, attempt.id, "opened", now) !== undefined;
  });
  if (isOpen) return true;
  await provider.closePayment(checkoutId ?? paymentIntentId ?? "");
  releaseIfUnpayable(attempt.orderId);
  return false;
}

/** One line with the whole sum, so that the buyer pays the total of the order to the penny. */
function payableLines(order: Order) {
  const names = linesOf(order.id).map((line) => line.name);
  const description = order.discountCode ? `With discount ${order.discountCode}` : undefined;
  return [{ name: names.join(", "), description, amountPence: order.totalPence, quantity: 1 }];
}

/** The payment with this reference of the provider's, with its order; undefined unless it is this account's. */
export const paymentOfReference = prepareGet((accountId: string, reference: string) =>
  db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        or(eq(payments.checkoutId, reference), eq(payments.paymentIntentId, reference)),
        eq(orders.accountId, accountId),
      ),
    ),
);

/** The payment with this reference, with its order, where a guest made it: nobody can sign in to see it. */
export const guestPaymentOf = prepareGet((reference: string) =>
  db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .innerJoin(accounts, and(eq(accounts.id, orders.accountId), isGuest))
    .where(or(eq(payments.checkoutId, reference), eq(payments.paymentIntentId, reference))),
);

/**
 * Why the buyer's bank declined the newest attempt at paying an order, as the provider's message; null if it did not.
 * Errors of the provider's own are written for us and are never shown.
 */
export function latestDecline(orderId: string): string | null {
  const payment = latestPayment(orderId);
  return payment === undefined || payment.status === "failed" ? null : payment.lastError;
}

/** The newest attempt at paying an order. */
export const latestPayment = prepareGet((orderId: string) =>
  db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.attempt)).limit(1),
);

/** The page that shows the newest payment of an order that the provider has named; null before it has. */
export function paymentStatusPath(order: Order): string | null {
  const [newest = null] = listAttempts(order.id).flatMap((one) => confirmationAddress(order, one) ?? []);
  return newest;
}

const listAttempts = prepareAll((orderId: string) =>
  db.select().from(payments).where(eq(payments.orderId, orderId)).orderBy(desc(payments.attempt)),
);
