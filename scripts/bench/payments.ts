import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, request as ask } from "node:http";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { isNull } from "drizzle-orm";
import { newJourney } from "../../app/web/journey";
import { storeJourney } from "../../app/web/journey.server";
import { db } from "../../db/client.server";
import { orders, webhookEvents } from "../../db/schema";
import { signatureHeader } from "../payment-sandbox/webhooks/signature";
import type { Browser } from "./harness/browser";
import { atMost, exactly, type Figure, ms, quantile } from "./harness/figures";
import { makePeople, signIn } from "./harness/people";
import { withProvider } from "./harness/provider";
import { ADDRESS, CHOICE } from "./harness/purchase";
import type { ServedApp } from "./harness/served-app";

/**
 * The payment provider at its worst. A hundred webhook messages a second are each stored and acknowledged before the
 * provider's timeout. A message whose worker is killed during processing is processed again within half a minute of the
 * next worker's start. While the provider does not respond, buyers get an error in time and everybody else is
 * unaffected.
 */

const A_SECOND = 100;
const SECONDS = 10;
const MOST_P99_MS = 200;
/** The time limit of a call to the provider, plus the page's own. */
const MOST_WAIT_MS = 12_000;
const MOST_P95_MS = 300;
/** Workers killed while processing a message, this many at a time: each is its own process. */
const KILLS = 50;
const KILLS_AT_ONCE = 5;
const MOST_UNTIL_WORKED_MS = 30_000;
const SENTENCE = "Payment system temporarily unavailable. Please try again later.";

export async function measure(app: ServedApp): Promise<Figure[]> {
  return [...(await measureMessages(app)), ...(await measureKills(app)), ...(await measureSilence(app))];
}

async function measureMessages({ origin }: ServedApp): Promise<Figure[]> {
  const agent = new Agent({ keepAlive: true });
  const began = performance.now();
  const sent: Promise<number>[] = [];
  for (let one = 0; one < A_SECOND * SECONDS; one += 1) {
    await pause(Math.max(0, began + (one * 1000) / A_SECOND - performance.now()));
    sent.push(tell(origin, agent, one));
  }
  const times = await Promise.all(sent);
  agent.destroy();
  const p99 = quantile(times, 0.99);
  const stored = db.select().from(webhookEvents).all().length;
  return [
    atMost(`messages at ${A_SECOND} a second: median ${ms(quantile(times, 0.5))}, p99`, p99, MOST_P99_MS),
    exactly("messages kept", stored, times.length),
  ];
}

/**
 * The messages concern an unpaid order, so that processing one calls the provider, which hangs; the workers are killed
 * while they wait. Then the provider responds again, and one worker is started.
 */
async function measureKills(app: ServedApp): Promise<Figure[]> {
  const { origin } = app;
  const agent = new Agent({ keepAlive: true });
  const waits: number[] = [];
  let killedHalfWay = 0;
  await withProvider(app, async (provider) => {
    const orderId = await openOrder(origin);
    // Earlier messages are excluded from the measurement.
    db.update(webhookEvents).set({ processedAt: new Date() }).run();
    for (let first = 0; first < KILLS; first += KILLS_AT_ONCE) {
      const names = Array.from({ length: KILLS_AT_ONCE }, (_, one) => `kill_${first + one}`);
      for (const name of names) await tell(origin, agent, name, { orderId });
      provider.control.setSwitches({ fault: { kind: "hang", calls: 1_000 } });
      const workers = await Promise.all(names.map(() => startWorker()));
      while (waiting().some(({ tries }) => tries === 0)) await pause(20);
      // By now each worker has its message and waits for the provider's response, still within the ten-second timeout.
      await pause(250);
      killedHalfWay += waiting().length;
      await Promise.all(workers.map((worker) => endWorker(worker)));
      provider.control.setSwitches({ fault: null });
      const began = performance.now();
      const worker = await startWorker();
      for (let left = names.length; left > 0; ) {
        const now = waiting().length;
        for (; left > now; left -= 1) waits.push(performance.now() - began);
        await pause(20);
      }
      await endWorker(worker);
    }
  });
  agent.destroy();
  const longest = Math.max(...waits);
  return [
    {
      what: "messages whose worker was killed half-way, worked on after all",
      value: `${waits.length} of ${killedHalfWay}`,
      limit: `${KILLS} of ${KILLS}`,
      isMet: waits.length === KILLS && killedHalfWay === KILLS,
    },
    atMost(
      `after the next worker was started: median ${ms(quantile(waits, 0.5))}, longest`,
      longest,
      MOST_UNTIL_WORKED_MS,
    ),
  ];
}

const waiting = () => db.select().from(webhookEvents).where(isNull(webhookEvents.processedAt)).all();

/** A buyer about to pay. Returns the order's id. */
async function openOrder(origin: string): Promise<string> {
  const payer = await signedIn(origin, "somebody");
  payer.plant(await storeJourney({ ...newJourney(new Date()), ...CHOICE }));
  await payer.open("/payment?step=delivery");
  const { status } = await payer.post("/payment?step=delivery", { intent: "pay", ...ADDRESS });
  const order = db.select({ id: orders.id }).from(orders).get();
  if (status !== 303 || !order) throw new Error(`There is no order to pay: ${status}.`);
  return order.id;
}

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["build/processes/worker.js"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  for await (const line of createInterface({ input: child.stdout })) if (line === "Worker ready.") break;
  return child;
}

async function endWorker(worker: ChildProcess): Promise<void> {
  const gone = once(worker, "exit");
  worker.kill("SIGKILL");
  await gone;
}

/** Sends one message as the provider does. Returns the response time. @throws Error unless it is 200. */
function tell(
  origin: string,
  agent: Agent,
  one: number | string,
  metadata: Record<string, string> = {},
): Promise<number> {
  const object = { object: "charge", id: `ch_${one}`, metadata };
  const created = Math.floor(Date.now() / 1000);
  const event = { id: `evt_${one}`, type: "charge.succeeded", created, livemode: false, data: { object } };
  const body = JSON.stringify(event);
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "Stripe-Signature": signatureHeader(body, "whsec_benches", new Date()),
  };
  return new Promise((resolve, reject) => {
    const began = performance.now();
    const input = ask(new URL("/webhooks/stripe", origin), { method: "POST", agent, headers }, (response) => {
      response.resume().once("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - began);
        else reject(new Error(`Message ${one} was answered ${response.statusCode}.`));
      });
    });
    input.once("error", reject);
    input.end(body);
  });
}

async function measureSilence(app: ServedApp): Promise<Figure[]> {
  const { origin } = app;
  return await withProvider(app, async (provider) => {
    provider.control.setSwitches({ fault: { kind: "hang", calls: 1_000 } });
    const [payer, reader] = await Promise.all([signedIn(origin, "payer"), signedIn(origin, "reader")]);
    payer.plant(await storeJourney({ ...newJourney(new Date()), ...CHOICE }));
    await payer.open("/payment?step=delivery");
    let isOver = false;
    const paying = payer.post("/payment?step=delivery", { intent: "pay", ...ADDRESS }).finally(() => {
      isOver = true;
    });
    const times: number[] = [];
    for (let turn = 0; !isOver; turn += 1) {
      const path = ["/", "/about", "/dashboard", "/account-settings"][turn % 4] ?? "/";
      times.push((await reader.open(path)).milliseconds);
      await pause(20);
    }
    const { status, body, milliseconds } = await paying;
    const p95 = quantile(times, 0.95);
    return [
      {
        what: `paying while the provider is silent: ${status}, answered after`,
        value: ms(milliseconds),
        limit: `< ${MOST_WAIT_MS} ms`,
        isMet: status === 503 && body.includes(SENTENCE) && milliseconds < MOST_WAIT_MS,
      },
      atMost(`${times.length} other pages meanwhile: median ${ms(quantile(times, 0.5))}, p95`, p95, MOST_P95_MS),
    ];
  });
}

async function signedIn(origin: string, name: string): Promise<Browser> {
  const email = `${name}@payments.example`;
  await makePeople([email], { isProven: true });
  const browser = await signIn(origin, email);
  return browser;
}
