import { and, eq } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { fulfilments, ledger, loopCredits, orders, payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { guestOf } from "~/domain/people/accounts/guests.server";
import { addressLines } from "~/domain/people/addresses/forms";
import { countDiscountUse, holdsDiscount, isCodeSpent, releaseDiscount } from "../discounts/discounts.server";
import { orderUrl } from "../order-links/signed-order-links.server";
import { storedText } from "../terms/stored-texts.server";
import { sendVoucherToGiver } from "../vouchers/delivery.server";
import { issueVoucher } from "../vouchers/vouchers.server";
import { type Payment, recordPaymentEvent, referenceOf } from "./attempts.server";
import { queueCopies } from "./copies.server";
import { orderConfirmation } from "./order-emails";
import { thanksFor } from "./order-thanks.server";
import { deliveryAddressOf, giftDetailsOf, linesOf, type Order, orderById } from "./orders.server";
import { closeOtherAttempts, refusePayment } from "./payment-returns.server";
import { noteDecline, noteUnpaid } from "./refused-payments.server";

/**
 * Fulfilment: gives the buyer what was paid for, exactly once. The provider's webhook, the buyer's return from the card
 * page and the reconciler every five minutes all call `fulfilOrder`, which asks the provider. That the success page was
 * opened proves nothing.
 */

export type FulfilResult =
  | { ok: true; order: Order; first: boolean }
  /** `processing`: the money is on its way and may yet not come. */
  | { ok: false; reason: "unknown_order" | "not_paid" | "processing" | "unavailable" | "wrong_sum" };

/** A payment whose money is on its way stays open this long; the reconciler asks again well before it ends. */
const HOLD_WHILE_PROCESSING_MS = DAY_MS;

/** What has come of an order so far, for a page that can't have it fulfilled just now. */
export function fulfilledSoFar(orderId: string): FulfilResult {
  const order = orderById(orderId);
  if (!order) return { ok: false, reason: "unknown_order" };
  return order.paidAt ? { ok: true, order, first: false } : { ok: false, reason: "unavailable" };
}

/**
 * Asks the provider about each attempt at paying an order, and fulfils the order when one is paid. The other attempts
 * are then closed, and money that was paid on them too is sent back.
 */
export async function fulfilOrder(orderId: string, now: Date): Promise<FulfilResult> {
  const order = orderById(orderId);
  if (!order) return { ok: false, reason: "unknown_order" };
  if (order.status !== "PENDING") {
    await closeOtherAttempts(order, now);
    return order.paidAt ? { ok: true, order, first: false } : { ok: false, reason: "not_paid" };
  }
  // An order that costs nothing has no payment; the hold on its discount shows that its button was pressed.
  if (order.totalPence === 0) {
    const isRequested = !order.discountId || (holdsDiscount(order.id) && !isCodeSpent(holderOf(order)));
    return isRequested ? fulfilLines(order, null, now) : { ok: false, reason: "not_paid" };
  }
  const attempts = listPayments(orderId);
  let failure: "unavailable" | "wrong_sum" | "processing" | undefined;
  for (const attempt of attempts) {
    const reference = referenceOf(attempt);
    if (!reference || attempt.status === "refused") continue;
    const found = await provider.readPayment(reference);
    if (!found.ok) {
      if (found.reason === "unavailable") failure ??= "unavailable";
      continue;
    }
    if (found.paymentStatus === "paid") {
      const isOurs = found.orderId === order.id && found.currency.toUpperCase() === order.currency;
      if (!isOurs || found.amountPence !== attempt.amountPence || found.amountPence !== order.totalPence) {
        await refusePayment(order, attempt, isOurs ? "wrong_sum" : "not_ours", found, now);
        failure = "wrong_sum";
        continue;
      }
      if (isCodeSpent(holderOf(order))) {
        await refusePayment(order, attempt, "not_first_order", found, now);
        failure = "wrong_sum";
        continue;
      }
      const { paymentIntentId, chargeId, cardBrand, cardLast4 } = found;
      const paid = { ...attempt, paymentIntentId, chargeId, cardBrand, cardLast4 };
      const result = fulfilLines(order, paid, now);
      await closeOtherAttempts(order, now);
      return result;
    }
    const { status, lastError, decline } = found;
    if (status === "complete") {
      failure ??= "processing";
      const expiresAt = new Date(now.getTime() + HOLD_WHILE_PROCESSING_MS);
      db.update(payments).set({ expiresAt, updatedAt: now }).where(eq(payments.id, attempt.id)).run();
    } else {
      noteUnpaid(order, attempt, { status, lastError }, now);
      if (decline) await noteDecline(order, attempt, decline, now);
    }
  }
  return { ok: false, reason: failure ?? "not_paid" };
}

const listPayments = prepareAll((orderId: string) => db.select().from(payments).where(eq(payments.orderId, orderId)));

const holderOf = ({ id: orderId, discountId, accountId }: Order) => ({
  ...{ orderId, discountId },
  accountId: accountId ?? "",
});

function fulfilLines(order: Order, paid: Payment | null, now: Date): FulfilResult {
  const first = write((tx) => {
    // Two processes may fulfil two orders of one buyer at once; the next try refuses this one.
    if (isCodeSpent(holderOf(order))) return false;
    const paidOrder = updatePaid(now, order.id, order.totalPence);
    if (!paidOrder) return false;
    if (paid) recordPayment(tx, paidOrder, paid, now);
    if (paidOrder.discountId) countDiscountUse(tx, order.id);
    else releaseDiscount(tx, order.id);
    fulfilItems(tx, paidOrder, now);
    writeConfirmation(tx, paidOrder, now);
    return true;
  });
  const after = orderById(order.id);
  if (!after?.paidAt) return { ok: false, reason: "not_paid" };
  return { ok: true, order: after, first };
}

const updatePaid = prepareGet((now: Date, orderId: string, totalPence: number) =>
  db
    .update(orders)
    .set({ status: "PAID", paidAt: now, updatedAt: now })
    .where(and(eq(orders.id, orderId), eq(orders.status, "PENDING"), eq(orders.totalPence, totalPence)))
    .returning(),
);

/** What an order turns into: a loop credit for its buyer, a voucher to give, or copies for the printer. */
function fulfilItems(tx: Transaction, order: Order, now: Date): void {
  const [theme, type] = [order.theme ?? "", order.type ?? ""];
  if (order.kind === "gift") {
    tx.insert(fulfilments).values({ orderId: order.id, kind: "voucher", at: now }).run();
    const { recipientName, recipientEmail, giftMessage, giverName, sendOnDay } = giftDetailsOf(order);
    const { voucherId } = issueVoucher(
      tx,
      {
        valuePence: order.subtotalPence,
        choice: findLoopType(theme, type) ? { theme, type } : null,
        purchasedByAccountId: order.accountId,
        orderId: order.id,
        recipient: {
          name: recipientName || null,
          email: recipientEmail || null,
          message: giftMessage || null,
          giverName: giverName || null,
          sendOnDay: sendOnDay || null,
        },
        isTest: order.isTest,
        isDemo: order.isDemo,
      },
      now,
    );
    // A guest's address is unproven, so their code is on their confirmation page alone.
    if (!isByGuest(order)) sendVoucherToGiver(tx, voucherId, now);
    return;
  }
  if (order.kind === "book_copies") {
    tx.insert(fulfilments).values({ orderId: order.id, kind: "book_copies", at: now }).run();
    queueCopies(tx, order, now);
    return;
  }
  tx.insert(fulfilments).values({ orderId: order.id, kind: "loop_credit", at: now }).run();
  tx.insert(loopCredits).values({ accountId: order.accountId, orderId: order.id, theme, type, createdAt: now }).run();
}

function recordPayment(tx: Transaction, order: Order, paid: Payment, now: Date): void {
  const { id, paymentIntentId, chargeId, cardBrand, cardLast4 } = paid;
  const details = { paymentIntentId, chargeId, cardBrand, cardLast4, lastError: null };
  const recorded = recordPaymentEvent(tx, id, "paid", now, details);
  if (!recorded) throw new Error(`Payment ${id} was settled before order ${order.number} was.`);
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

/** Confirms a paid order once more, to the address that its buyer has now; old links of a guest no longer work. */
export function confirmAgain(tx: Transaction, order: Order, now: Date): void {
  writeConfirmation(tx, order, now, `order-paid:${order.id}:${now.getTime()}`);
}

function writeConfirmation(tx: Transaction, order: Order, now: Date, dedupeKey = `order-paid:${order.id}`): void {
  const address = deliveryAddressOf(order);
  queueEmail(tx, {
    accountId: order.accountId,
    to: { name: `${order.firstName} ${order.lastName}`.trim(), email: order.email },
    dedupeKey,
    message: orderConfirmation({
      firstName: order.firstName,
      orderNumber: order.number,
      lines: linesOf(order.id),
      subtotalPence: order.subtotalPence,
      discountPence: order.discountPence,
      discountCode: order.discountCode,
      deliveryPence: order.deliveryPence,
      taxPence: order.taxPence,
      totalPence: order.totalPence,
      address: address && order.kind !== "gift" ? [...addressLines(address), "United Kingdom"] : null,
      paidAt: order.paidAt ?? now,
      startRequestedAt: order.startRequestedAt,
      terms: storedText(order.termsHash ?? "")?.page ?? null,
      ...thanksFor(order, now),
      theme: order.theme,
      kind: order.kind,
      seller,
      guestUrl: isByGuest(order) ? orderUrl(order.id) : null,
    }),
    now,
  });
}

function isByGuest(order: Order): boolean {
  return order.accountId !== null && guestOf(order.accountId) !== undefined;
}
