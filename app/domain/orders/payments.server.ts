import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { orders, payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { settings } from "~/adapters/settings.server";
import { findTheme } from "../catalogue/catalogue";
import { releaseDiscount, reserveDiscount } from "../discounts/discounts.server";
import { beginAttempt, closeAttempt, type Payment, providersEnd } from "./attempts.server";
import { linesOf, type Order } from "./orders.server";
import { isSoldOnItsOwnPage, returnAddresses } from "./return-addresses";

/**
 * Opening a payment: first a row with the number of the attempt, then the provider is asked with that number as
 * idempotency key, then its answer is written down. Whoever presses the button twice gets the same page to pay
 * on, or the same payment in the card element. What is open for an older sum, on the other surface, or for another
 * order of theirs with the same discount, is closed before a new one is opened; where it cannot be closed none is
 * opened, so that nobody pays twice. A use of the discount is held from here on, and let go where nothing is opened.
 */

export type PaymentRefusal =
  /** Nothing, or nothing any more: `fulfilOrder` hands over what is free or was paid on an older page. */
  | { ok: false; reason: "nothing_to_pay" }
  /** Others have taken the last use of the order's discount since it was priced. */
  | { ok: false; reason: "discount_used_up" }
  /** `refused`: a sum that was not asked for came in and is not yet sent back. */
  | { ok: false; reason: "unavailable" | "misconfigured" | "refused" }
  /** The provider's own words for why it will not have this payment. */
  | { ok: false; reason: "rejected"; message: string };

export type OpenPaymentResult = { ok: true; url: string } | PaymentRefusal;
/** `clientSecret` is for the buyer's browser alone; it is neither kept nor logged. */
export type OpenElementResult = { ok: true; clientSecret: string; paymentIntentId: string } | PaymentRefusal;

/** Gives the address of the provider's page where this order can be paid. */
export async function openPayment(order: Order, now: Date): Promise<OpenPaymentResult> {
  const ready = await readyAttempt(order, "page", now);
  if (!ready.ok) return ready;
  const { attempt } = ready;
  if (attempt.status === "open" && attempt.checkoutUrl) return { ok: true, url: attempt.checkoutUrl };
  return await openPage(order, attempt, now);
}

/** Gives what the card element needs to pay this order within a page of ours. */
export async function openElementPayment(order: Order, now: Date): Promise<OpenElementResult> {
  const ready = await readyAttempt(order, "element", now);
  return ready.ok ? await openElement(order, ready.attempt, now) : ready;
}

/** The attempt to go on with, once everything else that could be paid is closed. */
async function readyAttempt(
  order: Order,
  surface: Payment["surface"],
  now: Date,
): Promise<{ ok: true; attempt: Payment } | PaymentRefusal> {
  if (order.totalPence === 0)
    return { ok: false, reason: holdDiscount(order, now) ? "nothing_to_pay" : "discount_used_up" };
  const begun = beginAttempt(order, surface, now);
  if (!begun) return { ok: false, reason: "refused" };
  for (const payment of begun.outdated) {
    const closed = await closeAttempt(payment, now);
    if (closed === "complete" && payment.orderId === order.id) return { ok: false, reason: "nothing_to_pay" };
    if (closed !== "closed") return { ok: false, reason: "unavailable" };
  }
  if (!holdDiscount(order, now)) return { ok: false, reason: "discount_used_up" };
  return { ok: true, attempt: begun.attempt };
}

/** Holds a use of the order's discount, where it has one; false where none is left. */
function holdDiscount({ id: orderId, discountId, accountId }: Order, now: Date): boolean {
  return write((tx) => reserveDiscount(tx, { orderId, discountId, accountId: accountId ?? "" }, now));
}

/** Nothing was opened: the discount is free for others, unless the order can still be paid. */
function letGoOfDiscount(orderId: string): void {
  write((tx) => {
    const payable = tx
      .select({ id: payments.id })
      .from(payments)
      .where(and(eq(payments.orderId, orderId), inArray(payments.status, ["opening", "open"])))
      .limit(1)
      .all();
    if (payable.length === 0) releaseDiscount(tx, orderId);
  });
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
  const isOpen = await keepOpened(attempt, { checkoutId, checkoutUrl: url }, checkoutId, now);
  return isOpen ? { ok: true, url } : { ok: false, reason: "unavailable" };
}

async function openElement(order: Order, attempt: Payment, now: Date): Promise<OpenElementResult> {
  const opened = await provider.openElement(requested(order, attempt));
  if (!opened.ok) return noteFailure(attempt, opened, now);
  const { paymentIntentId, clientSecret } = opened;
  const isOpen = await keepOpened(attempt, { paymentIntentId }, paymentIntentId, now);
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

/** How the provider's own records name what was sold. */
const JOURNEYS = { loop: "purchase", gift: "gift", book_copies: "book_copies" } as const;

/** The sign-up in one go sells a package; its name is noted at the provider's. */
function packageOf(order: Order): { packageName?: string } {
  const theme = isSoldOnItsOwnPage(order) ? findTheme(order.theme ?? "") : undefined;
  return theme ? { packageName: theme.name } : {};
}

/** The provider repeats the answer to a key for a day, so the next press needs a number of its own. */
function noteFailure(
  attempt: Payment,
  trouble: { reason: "unavailable" | "misconfigured" | "rejected"; message: string },
  now: Date,
): PaymentRefusal {
  db.update(payments)
    .set({ status: "failed", lastError: trouble.message, updatedAt: now })
    .where(and(eq(payments.id, attempt.id), eq(payments.status, "opening")))
    .run();
  letGoOfDiscount(attempt.orderId);
  const { reason, message } = trouble;
  return reason === "rejected" ? { ok: false, reason, message } : { ok: false, reason };
}

/**
 * Writes down what was opened, whatever became of the attempt meanwhile: what we do not know of could be paid.
 * False where the attempt is over; what was opened is then closed again.
 */
async function keepOpened(
  attempt: Payment,
  opened: Partial<Payment>,
  reference: string,
  now: Date,
): Promise<boolean> {
  const status = sql<
    Payment["status"]
  >`CASE WHEN status IN ('opening', 'failed') THEN 'open' ELSE status END`;
  const kept = db
    .update(payments)
    .set({ ...opened, status, updatedAt: now })
    .where(eq(payments.id, attempt.id))
    .returning()
    .get();
  if (kept?.status === "open") return true;
  await provider.closePayment(reference);
  letGoOfDiscount(attempt.orderId);
  return false;
}

/** One line with the whole sum: what the customer pays is what our own basket says, to the penny. */
function payableLines(order: Order) {
  const names = linesOf(order.id).map((line) => line.name);
  const description = order.discountCode ? `With discount ${order.discountCode}` : undefined;
  return [{ name: names.join(", "), description, amountPence: order.totalPence, quantity: 1 }];
}

/** The payment that a page or an element's payment belongs to, with its order; for its own buyer only. */
export function paymentOfReference(accountId: string, reference: string) {
  return db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        or(eq(payments.checkoutId, reference), eq(payments.paymentIntentId, reference)),
        eq(orders.accountId, accountId),
      ),
    )
    .get();
}

/**
 * What the buyer's bank said of the newest try at paying an order, in the provider's words; null where it said nothing.
 * Why the provider itself could not be asked is written for us and is never shown.
 */
export function latestDecline(orderId: string): string | null {
  const payment = latestPayment(orderId);
  return payment === undefined || payment.status === "failed" ? null : payment.lastError;
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
