import "./payment-sandbox";
import { eq } from "drizzle-orm";
import { db, rawConnection } from "#db/client.server";
import { findBrokenInvariants } from "#db/invariants.server";
import * as schema from "#db/schema";
import { offerKey } from "~/domain/shop/order-rules/cancellation";
import { cancelOrder, cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { type LoopOrderRequest, type Order, placeLoopOrder } from "~/domain/shop/orders/orders.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { receiveWebhook, webhookQueue, workWebhookEvent } from "~/domain/shop/orders/webhooks.server";
import { GOOD_CARD, payWith } from "../adapters/payments/buyer";
import { emailsTo } from "../domain/people/accounts/mailbox";
import { anAddress } from "./addresses";
import { clock, messages, sandbox } from "./payment-sandbox";
import { person } from "./people";

/** Orders, payments and discount codes of the tests. */

type Account = ReturnType<typeof person>;

export const ADDRESS = anAddress({ line1: "4 Larch Row", city: "Leeds", postcode: "LS6 2AB" });

let baskets = 0;

/** The input of somebody who wants a loop for themselves. */
export function orderInput(buyer: Account, change: Partial<LoopOrderRequest> = {}): LoopOrderRequest {
  baskets += 1;
  const { id: accountId, email, firstName, lastName, isTest } = buyer;
  return {
    accountId,
    basketKey: `basket-${baskets}`,
    theme: "pet",
    type: "puppys-first-year",
    discountCode: null,
    address: ADDRESS,
    startsAtOnce: true,
    buyer: { email, firstName, lastName, isTest },
    ...change,
  };
}

/** An order that waits for payment. */
export function ordered(buyer: Account = person("Ada"), change: Partial<LoopOrderRequest> = {}): Order {
  const placed = placeLoopOrder(orderInput(buyer, change), clock.now);
  if (!placed.ok) throw new Error(`The order was refused: ${JSON.stringify(placed)}`);
  return placed.order;
}

/** The payment page of an order. */
export async function pageFor(order: Order): Promise<string> {
  const opened = await openPayment(order, clock.now);
  if (!opened.ok) throw new Error(`No page to pay on: ${opened.reason}.`);
  return opened.url;
}

/** Pays an order at the provider's; no webhook is delivered. */
export async function pay(order: Order, card = GOOD_CARD): Promise<void> {
  await payWith(await pageFor(order), card);
}

/** An order that was paid, if anything is left to pay, and fulfilled. */
export async function bought(buyer: Account = person("Ada"), change: Partial<LoopOrderRequest> = {}): Promise<Order> {
  return await paidFor(ordered(buyer, change));
}

/** Pays what is left to pay of an order, and fulfils it. */
export async function paidFor(order: Order, card = GOOD_CARD): Promise<Order> {
  if (order.totalPence === 0) await openPayment(order, clock.now);
  else await pay(order, card);
  const result = await fulfilOrder(order.id, clock.now);
  if (!result.ok) throw new Error(`The order was not handed over: ${result.reason}.`);
  return result.order;
}

/** Delivers every pending webhook and works on it, as the webhook route and the worker do. */
export async function deliverWebhooks(): Promise<number> {
  await sandbox.control.deliverDue();
  const pending = messages.splice(0);
  for (const { body, signature } of pending) {
    const received = receiveWebhook(body, signature, clock.now);
    if (!received.ok) throw new Error(`A message was not believed: ${received.reason}.`);
  }
  for (let event = webhookQueue.claim(clock.now); event; event = webhookQueue.claim(clock.now)) {
    await workWebhookEvent(event.id, clock.now);
  }
  return pending.length;
}

/** Cancels an order as its page shows it at that moment. */
export async function cancelAsShown(accountId: string, orderId: string, now = clock.now) {
  const state = cancelStateOf(accountId, orderId, now);
  return await cancelOrder(accountId, orderId, state?.ok ? offerKey(state.offer) : "", now);
}

/** The names of the money invariants that are broken now. */
export const brokenInvariants = () =>
  findBrokenInvariants(rawConnection(), clock.now).map(({ invariant }) => invariant);

export const voucherOf = (orderId: string) =>
  db.select().from(schema.vouchers).where(eq(schema.vouchers.orderId, orderId)).get();
export const ledgerOf = (orderId: string) =>
  db.select().from(schema.ledger).where(eq(schema.ledger.orderId, orderId)).all();
export const alarmsAbout = (orderId: string) =>
  db.select().from(schema.alarms).where(eq(schema.alarms.objectId, orderId)).all();
/** The emails about refunds to an address, oldest first. */
export const refundEmailsTo = (email: string) => emailsTo(email).filter(({ kind }) => kind === "refund");
