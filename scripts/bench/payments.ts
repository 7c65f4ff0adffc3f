import { Agent, request as ask } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { newJourney } from "../../app/web/journey";
import { storeJourney } from "../../app/web/journey.server";
import { db } from "../../db/client.server";
import { webhookEvents } from "../../db/schema";
import { signatureHeader } from "../payment-sandbox/webhooks/signature";
import type { Browser } from "./harness/browser";
import { atMost, exactly, type Figure, holds, ms, quantile } from "./harness/figures";
import { readMeanwhile } from "./harness/meanwhile";
import { makePeople, signIn } from "./harness/people";
import { withProvider } from "./harness/provider";
import { ADDRESS, CHOICE } from "./harness/purchase";
import type { ServedApp } from "./harness/served-app";

/**
 * The payment provider at its worst. A hundred webhook messages a second are each stored and acknowledged before the
 * provider's timeout. While the provider does not respond, buyers get an error in time and everybody else is unaffected.
 */

const A_SECOND = 100;
const SECONDS = 10;
const MOST_P99_MS = 200;
/** The time limit of a call to the provider, plus the page's own. */
const MOST_WAIT_MS = 12_000;
const MOST_P95_MS = 300;
const SENTENCE = "Payment system temporarily unavailable. Please try again later.";

export async function measure(app: ServedApp): Promise<Figure[]> {
  return [...(await measureMessages(app)), ...(await measureSilence(app))];
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

/** Sends one message as the provider does. Returns the response time. @throws Error unless it is 200. */
function tell(origin: string, agent: Agent, one: number): Promise<number> {
  const object = { object: "charge", id: `ch_${one}`, metadata: {} };
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
    const others = readMeanwhile(reader, ["/", "/about", "/dashboard", "/account-settings"], { pauseMs: 20 });
    const { status, body, milliseconds } = await payer.post("/payment?step=delivery", { intent: "pay", ...ADDRESS });
    const isTold = status === 503 && body.includes(SENTENCE);
    return [
      holds(
        `paying while the provider is silent: ${status}, answered after`,
        ms(milliseconds),
        `< ${MOST_WAIT_MS} ms`,
        isTold && milliseconds < MOST_WAIT_MS,
      ),
      await others.stop(MOST_P95_MS),
    ];
  });
}

async function signedIn(origin: string, name: string): Promise<Browser> {
  const email = `${name}@payments.example`;
  await makePeople([email], { isProven: true });
  const browser = await signIn(origin, email);
  return browser;
}
