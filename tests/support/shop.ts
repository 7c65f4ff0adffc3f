import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { startPaymentSandbox } from "../../scripts/payment-sandbox/sandbox";
import { GOOD_CARD, openPage, payWith } from "../adapters/payments/buyer";

/**
 * The domain code that sells, with the payment sandbox as its provider and a clock that only moves when told. The
 * sandbox is started and written to the settings before any domain code is loaded, so a test of selling imports that
 * code from here alone.
 */

export const clock = {
  now: new Date("2026-11-20T14:15:00Z"),
  advance(minutes: number) {
    this.now = new Date(this.now.getTime() + minutes * 60_000);
  },
};

interface Message {
  body: string;
  signature: string | null;
}

/** Webhooks of the provider in order of arrival. Nothing is done with them until a test says so. */
export const messages: Message[] = [];

const listener = createServer(async (request, response) => {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  const signature = request.headers["stripe-signature"];
  messages.push({
    body: Buffer.concat(parts).toString("utf8"),
    signature: typeof signature === "string" ? signature : null,
  });
  response.writeHead(200).end();
});
await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));

export const sandbox = await startPaymentSandbox({
  port: 0,
  dataFolder: mkdtempSync(join(process.env.DATA_DIR ?? "", "payments-")),
  secretKey: process.env.STRIPE_SECRET_KEY,
  webhook: {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/api/payments/webhook`,
    secret: process.env.STRIPE_WEBHOOK_SECRETS ?? "",
  },
  now: () => clock.now,
  worksByItself: false,
});
process.env.STRIPE_API_ORIGIN = sandbox.origin;

export async function closeShop(): Promise<void> {
  await sandbox.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
}

export const { db, rawConnection } = await import("#db/client.server");
export const { person, loopOf } = await import("./people");
export const { payments: provider } = await import("~/adapters/adapters.server");
export const { placeLoopOrder, quoteLoop, orderById, orderOf, linesOf, deliveryAddressOf, giftDetailsOf } =
  await import("~/domain/orders/orders.server");
export const { saveGuest } = await import("~/domain/accounts/guests.server");
export const { unspentCreditOf } = await import("~/domain/loops/credits.server");
export const { openPayment, openElementPayment, paymentOfReference, latestPayment } = await import(
  "~/domain/orders/payments.server"
);
export const { openAlarms } = await import("~/domain/alarms/alarms.server");
export const { fulfilOrder } = await import("~/domain/orders/fulfilment.server");
export const { basketStatus } = await import("~/domain/orders/checkout.server");
export const { recordPaymentEvent } = await import("~/domain/orders/attempts.server");
export const { reconcilePayments, releaseLapsedDiscounts } = await import(
  "~/domain/orders/reconciler.server"
);
export const { receiveWebhook, keepWebhookEvent, workWebhookEvent } = await import(
  "~/domain/orders/webhooks.server"
);
export const { quoteDiscount, reserveDiscount } = await import("~/domain/discounts/discounts.server");
export const { claimWebhookEvent } = await import("~/domain/jobs/webhook-queue.server");
const { findBrokenInvariants } = await import("#db/invariants.server");
const schema = await import("#db/schema");

type Order = import("~/domain/orders/orders.server").Order;
type Request = import("~/domain/orders/orders.server").LoopOrderRequest;
type Account = ReturnType<typeof person>;

export const ADDRESS = {
  firstName: "Margaret",
  lastName: "Okafor",
  line1: "4 Larch Row",
  line2: "",
  city: "Leeds",
  county: "",
  postcode: "LS6 2AB",
};

let baskets = 0;

/** The input of somebody who wants a loop for themselves. */
export function orderInput(buyer: Account, change: Partial<Request> = {}): Request {
  baskets += 1;
  const { id: accountId, email, firstName, lastName, isTest } = buyer;
  return {
    accountId,
    basketKey: `basket-${baskets}`,
    theme: "pet",
    type: "puppys-first-year",
    discountCode: null,
    address: ADDRESS,
    buyer: { email, firstName, lastName, isTest },
    ...change,
  };
}

/** An order that waits for payment. */
export function ordered(buyer: Account = person("Ada"), change: Partial<Request> = {}): Order {
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
export async function bought(buyer: Account = person("Ada"), change: Partial<Request> = {}): Promise<Order> {
  const order = ordered(buyer, change);
  if (order.totalPence === 0) await openPayment(order, clock.now);
  else await pay(order);
  const result = await fulfilOrder(order.id, clock.now);
  if (!result.ok) throw new Error(`The order was not handed over: ${result.reason}.`);
  return result.order;
}

export { GOOD_CARD, openPage, payWith };

/** Delivers every pending webhook and works on it, as the webhook route and the worker do. */
export async function deliverWebhooks(): Promise<number> {
  await sandbox.control.deliverDue();
  const pending = messages.splice(0);
  for (const { body, signature } of pending) {
    const received = receiveWebhook(body, signature, clock.now);
    if (!received.ok) throw new Error(`A message was not believed: ${received.reason}.`);
  }
  for (let event = claimWebhookEvent(clock.now); event; event = claimWebhookEvent(clock.now)) {
    await workWebhookEvent(event.id, clock.now);
  }
  return pending.length;
}

/** The names of the money invariants that are broken now. */
export const brokenInvariants = () =>
  findBrokenInvariants(rawConnection(), clock.now).map(({ invariant }) => invariant);

/** A discount code; ten per cent off, without limits, unless told otherwise. */
export function code(name: string, terms: Partial<typeof schema.discounts.$inferInsert> = {}) {
  const kind = { type: "PERCENTAGE", value: 10 } as const;
  return db
    .insert(schema.discounts)
    .values({ code: name, ...kind, createdAt: clock.now, updatedAt: clock.now, ...terms })
    .returning()
    .get();
}
