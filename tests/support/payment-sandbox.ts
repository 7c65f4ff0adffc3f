import { mkdtempSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll } from "vitest";
import { NEEDED_EVENTS } from "~/domain/shop/orders/webhook-events";
import { startPaymentSandbox } from "../../scripts/payment-sandbox/sandbox";

/**
 * The payment sandbox as the provider of the domain code, with a clock that only moves when told. The settings are read
 * once, when the domain code is loaded, so a test imports this file first, by a line of its own.
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

/** Our endpoint, registered for the events that the guide lists. */
export const endpoint = {
  url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}/api/payments/webhook`,
  secret: process.env.STRIPE_WEBHOOK_SECRETS ?? "",
  events: NEEDED_EVENTS,
};

export const sandbox = await startPaymentSandbox({
  port: 0,
  dataFolder: mkdtempSync(join(process.env.DATA_DIR ?? "", "payments-")),
  secretKey: process.env.STRIPE_SECRET_KEY,
  webhook: endpoint,
  now: () => clock.now,
  worksByItself: false,
});
process.env.STRIPE_API_ORIGIN = sandbox.origin;

afterAll(async () => {
  await sandbox.close();
  listener.closeAllConnections();
  await new Promise((resolve) => listener.close(resolve));
});
