import { mkdtemp } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Stripe from "stripe";
import type { CheckoutRequest, Payments } from "~/adapters/payments/contract";
import { createStripePayments } from "~/adapters/payments/stripe.server";
import { settings } from "~/adapters/settings.server";
import { type PaymentSandbox, startPaymentSandbox } from "../../../scripts/payment-sandbox/sandbox";

/** A sandbox with a clock that only moves when told, a listener for its webhooks, and the adapter under test. */

export const SECRET_KEY = "sk_test_sandbox";
export const WEBHOOK_SECRET = "whsec_tests";

export interface Clock {
  now: Date;
  advance(seconds: number): void;
}

export interface ReceivedWebhook {
  body: string;
  signature: string;
}

export interface Inbox {
  url: string;
  received: ReceivedWebhook[];
  /** The statuses of the next responses, in order; 200 once they have run out. */
  responses: number[];
  close(): Promise<void>;
}

export interface Stage {
  clock: Clock;
  inbox: Inbox;
  folder: string;
  sandbox: PaymentSandbox;
  payments: Payments;
  /** The SDK itself, for calls that the adapter does not make. */
  stripe: Stripe;
  close(): Promise<void>;
}

export async function openStage(adapter: { timeoutMs?: number } = {}): Promise<Stage> {
  const folder = await mkdtemp(join(settings.dataFolder, "payments-"));
  const clock = startClock();
  const inbox = await openEar();
  const sandbox = await startSandbox(folder, clock, inbox);
  return {
    clock,
    inbox,
    folder,
    sandbox,
    payments: connect(sandbox, adapter),
    stripe: new Stripe(SECRET_KEY, { ...apiOf(sandbox), maxNetworkRetries: 0, telemetry: false }),
    async close() {
      await sandbox.close();
      await inbox.close();
    },
  };
}

export function startSandbox(folder: string, clock: Clock, inbox: Inbox): Promise<PaymentSandbox> {
  return startPaymentSandbox({
    port: 0,
    dataFolder: folder,
    secretKey: SECRET_KEY,
    webhook: { url: inbox.url, secret: WEBHOOK_SECRET },
    now: () => clock.now,
    worksByItself: false,
  });
}

export function connect(
  sandbox: PaymentSandbox,
  adapter: { timeoutMs?: number; maxNetworkRetries?: number } = {},
): Payments {
  return createStripePayments({
    secretKey: SECRET_KEY,
    webhookSecrets: [WEBHOOK_SECRET],
    api: apiOf(sandbox),
    liveMode: false,
    ...adapter,
  });
}

export function apiOf(sandbox: PaymentSandbox) {
  return { host: "127.0.0.1", port: Number(new URL(sandbox.origin).port), protocol: "http" as const };
}

function startClock(): Clock {
  return {
    now: new Date("2026-11-20T14:15:00Z"),
    advance(seconds) {
      this.now = new Date(this.now.getTime() + seconds * 1000);
    },
  };
}

export async function openEar(): Promise<Inbox> {
  const received: ReceivedWebhook[] = [];
  const responses: number[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    received.push({
      body: Buffer.concat(parts).toString("utf8"),
      signature: String(request.headers["stripe-signature"]),
    });
    response.writeHead(responses.shift() ?? 200, { location: "/elsewhere" }).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/api/payments/webhook`,
    received,
    responses,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An order of £62.99, payable for 31 minutes. */
export function order(clock: Clock, changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  return {
    orderId: "7d1c7a52",
    orderNumber: "LP-7F3KQ2ZD",
    attempt: 1,
    customerEmail: "margaret@example.com",
    lines: [{ name: "Family · Standard", description: "With discount SUMMER", amountPence: 6299, quantity: 1 }],
    totalPence: 6299,
    metadata: { journey: "purchase" },
    successUrl: "http://shop.example/payment-success?session_id={CHECKOUT_SESSION_ID}",
    cancelUrl: "http://shop.example/payment?cancelled=1",
    expiresAt: new Date(clock.now.getTime() + 31 * 60_000),
    ...changes,
  };
}

/** Opens a payment page. @throws Error if the adapter refuses. */
export async function openCheckout(stage: Stage, changes: Partial<CheckoutRequest> = {}) {
  const opened = await stage.payments.openCheckout(order(stage.clock, changes));
  if (!opened.ok) throw new Error(`The page did not open: ${opened.message}`);
  return opened;
}

/** Reads the state of a payment page. @throws Error if the adapter refuses. */
export async function readCheckout(stage: Stage, checkoutId: string) {
  const found = await stage.payments.readPayment(checkoutId);
  if (!found.ok) throw new Error(`The page cannot be read: ${found.message}`);
  return found;
}

/** The types of all events, oldest first. */
export function eventTypes(stage: Stage): string[] {
  return stage.sandbox.control.events().map((event) => event.type);
}
