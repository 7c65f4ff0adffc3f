import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { isNull } from "drizzle-orm";
import { afterEach, expect, it, vi } from "vitest";
import { db } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { signatureHeader } from "../../scripts/payment-sandbox/webhooks/signature";
import { type ServedApp, serveApp } from "../screens/support/served-app";

/** A webhook that was acknowledged is stored, even if the power fails before it is worked on. */

let app: ServedApp | undefined;
let worker: ChildProcess | undefined;
afterEach(async () => {
  worker?.kill("SIGKILL");
  await app?.close();
});

const FIFTY = 50;

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["build/processes/worker.js"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  worker = child;
  for await (const line of createInterface({ input: child.stdout })) if (line === "Worker ready.") break;
  return child;
}

const undone = () => db.select().from(webhookEvents).where(isNull(webhookEvents.processedAt)).all().length;

it("fifty messages that were acknowledged are worked on although the app and the worker are killed in between", async () => {
  app = await serveApp("http://shop.example");
  for (let one = 0; one < FIFTY; one += 1) {
    const object = { object: "charge", id: `ch_${one}`, metadata: {} };
    const body = JSON.stringify({
      id: `evt_${one}`,
      type: "charge.succeeded",
      livemode: false,
      created: Math.floor(Date.now() / 1000),
      data: { object },
    });
    const secret = process.env.STRIPE_WEBHOOK_SECRETS ?? "";
    const signature = signatureHeader(body, secret, new Date());
    const headers = { "content-type": "application/json", "stripe-signature": signature };
    const response = await app.ask("/webhooks/stripe", { method: "POST", headers, body });
    expect(response.status).toBe(200);
  }
  await app.close();
  app = undefined;
  expect(undone()).toBe(FIFTY);
  const first = await startWorker();
  const gone = once(first, "exit");
  first.kill("SIGKILL");
  await gone;
  await startWorker();
  await vi.waitFor(() => expect(undone()).toBe(0), { timeout: 120_000, interval: 50 });
  expect(db.select().from(webhookEvents).all()).toHaveLength(FIFTY);
});
