import { spawn } from "node:child_process";
import { randomBytes, randomInt } from "node:crypto";
import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStripePayments } from "~/adapters/payments/stripe.server";
import { settings } from "~/adapters/settings.server";
import { startPaymentSandbox } from "../../../../scripts/payment-sandbox/sandbox";
import { NO_FAILURE } from "../../../../scripts/payment-sandbox/switches";
import { signatureHeader } from "../../../../scripts/payment-sandbox/webhooks/signature";
import { addressOf, GOOD_CARD, openPage, payWith, pressButton } from "../buyer";
import {
  apiOf,
  eventTypes,
  openCheckout,
  openEar,
  openStage,
  type Stage,
  startSandbox,
  WEBHOOK_SECRET,
} from "../stage";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

async function payOneOrder(): Promise<string> {
  const { checkoutId, url } = await openCheckout(stage);
  addressOf(await payWith(url, GOOD_CARD));
  return checkoutId;
}

const deliver = () => stage.sandbox.control.deliverDue();
const typesReceived = () => stage.inbox.received.map(({ body }) => (JSON.parse(body) as Stripe.Event).type).sort();

describe("messages of the provider", () => {
  it("reach the shop signed, one for each thing that happened", async () => {
    const checkoutId = await payOneOrder();
    expect(await deliver()).toBe(4);
    expect(typesReceived()).toEqual([
      "charge.succeeded",
      "checkout.session.completed",
      "payment_intent.created",
      "payment_intent.succeeded",
    ]);
    const read = stage.inbox.received.map(({ body, signature }) =>
      stage.payments.readWebhook(body, signature, stage.clock.now),
    );
    expect(read.every((one) => one.ok)).toBe(true);
    const completed = read.flatMap((one) =>
      one.ok && one.event.type === "checkout.session.completed" ? [one.event] : [],
    );
    expect(completed).toEqual([
      {
        id: expect.stringMatching(/^evt_/),
        type: "checkout.session.completed",
        createdAt: stage.clock.now,
        livemode: false,
        objectId: checkoutId,
        objectType: "checkout.session",
        payload: expect.any(String),
      },
    ]);
    expect(JSON.parse(completed[0]?.payload ?? "")).toMatchObject({
      object: "checkout.session",
      id: checkoutId,
      metadata: { orderId: "7d1c7a52", orderNumber: "LP-7F3KQ2ZD", journey: "purchase" },
    });
    expect(await deliver()).toBe(0);
  });

  it("carry the version they were made in and the call that caused them", async () => {
    const { checkoutId } = await openCheckout(stage);
    await stage.stripe.checkout.sessions.expire(checkoutId, undefined, { idempotencyKey: "close-it" });
    await deliver();
    const event = JSON.parse(stage.inbox.received[0]?.body ?? "") as Stripe.Event;
    expect(event.api_version).toBe("2026-10-28.endive");
    expect(event.request).toEqual({ id: expect.stringMatching(/^req_/), idempotency_key: "close-it" });
    expect(event.type).toBe("checkout.session.expired");
  });

  it("are sent again with a new signature until the shop has taken them", async () => {
    stage.sandbox.control.setSwitches({ dropWebhooks: true });
    await payOneOrder();
    stage.sandbox.control.setSwitches({ dropWebhooks: false });
    const [event] = stage.sandbox.control.events();
    stage.sandbox.control.resend(event?.id ?? "");
    stage.inbox.responses.push(500, 302, 404);
    for (const pause of [0, 1, 5, 30]) {
      stage.clock.advance(pause);
      expect(await deliver(), `after ${pause} s`).toBe(1);
      expect(await deliver()).toBe(0);
    }
    const delivery = stage.sandbox.control.deliveries().at(-1);
    expect(delivery).toMatchObject({ status: "delivered", attempts: 4, responseStatus: 200, failure: null });
    expect(new Set(stage.inbox.received.map(({ signature }) => signature)).size).toBe(4);
    expect(new Set(stage.inbox.received.map(({ body }) => body)).size).toBe(1);
    const last = stage.inbox.received.at(-1);
    expect(stage.payments.readWebhook(last?.body ?? "", last?.signature ?? "", stage.clock.now).ok).toBe(true);
  });

  it("are given up after three days of failures", async () => {
    const { checkoutId } = await openCheckout(stage);
    await stage.payments.closePayment(checkoutId);
    await stage.inbox.close();
    let attempts = 0;
    for (let hour = 0; hour <= 80; hour += 1) {
      attempts += await deliver();
      stage.clock.advance(3600);
    }
    const [delivery] = stage.sandbox.control.deliveries();
    expect(delivery).toMatchObject({ status: "given_up", attempts, nextAt: null });
    expect(attempts).toBeGreaterThan(10);
  });

  it("that wait are sent by the next sandbox on the same folder", async () => {
    await payOneOrder();
    await stage.sandbox.close();
    stage.sandbox = await startSandbox(stage.folder, stage.clock, stage.inbox);
    expect(await deliver()).toBe(4);
    expect(eventTypes(stage)).toContain("checkout.session.completed");
  });

  it("can be doubled, dropped and held back", async () => {
    const { control } = stage.sandbox;
    control.setSwitches({ extraCopies: 2, delaySeconds: 60 });
    await payOneOrder();
    expect(await deliver()).toBe(0);
    stage.clock.advance(60);
    expect(await deliver()).toBe(12);
    const ids = stage.inbox.received.map(({ body }) => (JSON.parse(body) as Stripe.Event).id);
    expect(new Set(ids).size).toBe(4);

    control.setSwitches({ extraCopies: 0, delaySeconds: 0, dropWebhooks: true });
    const { checkoutId } = await openCheckout(stage, { attempt: 2 });
    await stage.payments.closePayment(checkoutId);
    expect(await deliver()).toBe(0);
    expect(control.deliveries().at(-1)).toMatchObject({ status: "dropped", attempts: 0 });
  });
});

describe("a provider that fails", () => {
  const ids = () => stage.inbox.received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  const believed = () =>
    stage.inbox.received.map(({ body, signature }) => {
      const read = stage.payments.readWebhook(body, signature, stage.clock.now);
      return read.ok ? "ok" : read.reason;
    });

  it("tells of one thing in several events of their own, each once", async () => {
    stage.sandbox.control.setSwitches({ twins: 2 });
    await payOneOrder();
    await deliver();
    expect(stage.inbox.received).toHaveLength(4 * 3);
    expect(new Set(ids()).size).toBe(4 * 3);
  });

  it("loses the first messages, and can be asked to send them again", async () => {
    stage.sandbox.control.setSwitches({ dropFirst: 2 });
    await payOneOrder();
    await deliver();
    expect(stage.inbox.received).toHaveLength(2);
    const [lost] = stage.sandbox.control.deliveries().filter(({ status }) => status === "dropped");
    expect(stage.sandbox.control.resend(lost?.eventId ?? "")).toBe(true);
    await deliver();
    expect(ids()).toContain(lost?.eventId);
  });

  it("sends in any order, one at a time or many at once", async () => {
    stage.sandbox.control.setSwitches({ shuffle: true, atOnce: 1 });
    for (let round = 1; round <= 5; round += 1) {
      const { url } = await openCheckout(stage, { attempt: round });
      addressOf(await payWith(url, GOOD_CARD));
    }
    await deliver();
    const told = stage.sandbox.control.events().map(({ id }) => id);
    expect(new Set(ids())).toEqual(new Set(told));
    // Twenty messages keep their order by chance once in two trillion million times.
    expect(ids()).not.toEqual(told);
  });

  it.each([
    ["bad_signature", "bad_signature"],
    ["old_stamp", "stale"],
    ["huge_body", "ok"],
  ] as const)("spoils its messages with %s, which we take for %s", async (spoil, taken) => {
    stage.sandbox.control.setSwitches({ spoil });
    await payOneOrder();
    await deliver();
    expect(new Set(believed())).toEqual(new Set([taken]));
    // Correctly signed, but over the limit of half a megabyte.
    if (spoil === "huge_body") expect(stage.inbox.received[0]?.body.length).toBeGreaterThan(512 * 1024);
  });

  it("signs with two secrets while they are changed, and either is accepted", async () => {
    stage.sandbox.control.setSwitches({ rolling: true });
    await payOneOrder();
    await deliver();
    expect(stage.inbox.received[0]?.signature).toMatch(/^t=\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64}$/);
    expect(new Set(believed())).toEqual(new Set(["ok"]));
  });
});

describe("a message that is not to be believed", () => {
  const now = new Date("2026-11-20T14:15:00Z");
  const second = now.getTime() / 1000;
  const event = {
    id: "evt_1",
    type: "charge.succeeded",
    created: second,
    livemode: false,
    data: { object: { object: "charge", id: "ch_1" } },
  };
  const body = JSON.stringify(event);
  const signed = (payload: string, at = second, secret = WEBHOOK_SECRET) =>
    Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at });
  const payments = createStripePayments({
    secretKey: "sk_test_sandbox",
    webhookSecrets: ["whsec_new", WEBHOOK_SECRET],
    liveMode: false,
  });

  it("is distinguished from a good one, which counts with each of our secrets", () => {
    expect(payments.readWebhook(body, signed(body), now)).toMatchObject({
      ok: true,
      event: { objectId: "ch_1" },
    });
    expect(payments.readWebhook(body, signed(body, second, "whsec_new"), now)).toMatchObject({ ok: true });
    expect(payments.readWebhook(body, signed(body, second - 300), now)).toMatchObject({ ok: true });
    expect(payments.readWebhook(body, signed(body, second + 300), now)).toMatchObject({ ok: true });
  });

  it.each([
    ["without a signature", body, null, "bad_signature"],
    ["with an empty signature", body, "", "bad_signature"],
    ["with nonsense for a signature", body, "v1=,t=x", "bad_signature"],
    ["with other than ASCII in its signature", body, signed(body).replace(/.$/, "é"), "bad_signature"],
    ["signed with another secret", body, signed(body, second, "whsec_other"), "bad_signature"],
    ["with one byte changed", body.replace("ch_1", "ch_2"), signed(body), "bad_signature"],
    ["parsed and serialised again", JSON.stringify(event, null, 2), signed(body), "bad_signature"],
    ["of the old scheme only", body, signed(body).replace("v1=", "v0="), "bad_signature"],
    ["with its moment moved", body, signed(body, second - 400).replace(/t=\d+/, `t=${second}`), "bad_signature"],
    ["from 301 seconds ago", body, signed(body, second - 301), "stale"],
    ["from 301 seconds ahead", body, signed(body, second + 301), "stale"],
  ])("%s is refused", (_name, rawBody, header, reason) => {
    expect(payments.readWebhook(rawBody, header, now)).toEqual({ ok: false, reason });
  });

  it("from live business is refused where we only test, and the other way round", () => {
    const live = JSON.stringify({ ...event, livemode: true });
    expect(payments.readWebhook(live, signed(live), now)).toEqual({ ok: false, reason: "wrong_mode" });
    const shop = createStripePayments({
      secretKey: "sk_live_x",
      webhookSecrets: [WEBHOOK_SECRET],
      liveMode: true,
    });
    expect(shop.readWebhook(body, signed(body), now)).toEqual({ ok: false, reason: "wrong_mode" });
    expect(shop.readWebhook(live, signed(live), now)).toMatchObject({ ok: true });
  });

  it("counts with no secret when we have none", () => {
    const shop = createStripePayments({ secretKey: "sk_test_x", webhookSecrets: [], liveMode: false });
    expect(shop.readWebhook(body, signed(body), now)).toEqual({ ok: false, reason: "bad_signature" });
  });

  it("may tell of something without a name", () => {
    const balance = JSON.stringify({ ...event, data: { object: { object: "balance" } } });
    expect(payments.readWebhook(balance, signed(balance), now)).toMatchObject({
      ok: true,
      event: { objectId: "" },
    });
  });
});

describe("a thousand signatures of the sandbox", () => {
  it("are those the SDK makes, and the SDK believes them", () => {
    const words = ["Zoë", "“so”", "£69.99", "日本語", "👪", "\u2028", "\u0000", "a".repeat(50_000), "\\", '"'];
    for (let round = 0; round < 1_000; round += 1) {
      const name = Array.from({ length: randomInt(6) }, () => words[randomInt(words.length)]).join(" ");
      const payload = JSON.stringify({ object: "event", id: `evt_${round}`, data: { object: { name } } });
      const secret = `whsec_${randomBytes(24).toString("base64")}`;
      const at = new Date(randomInt(1_000_000_000, 2_000_000_000) * 1000 + randomInt(1000));
      const header = signatureHeader(payload, secret, at);
      const timestamp = Math.floor(at.getTime() / 1000);
      expect(header).toBe(Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }));
      const event = Stripe.webhooks.constructEvent(payload, header, secret, 300, undefined, at.getTime());
      expect(event.id).toBe(`evt_${round}`);
    }
  });
});

describe("the control page", () => {
  it("lists what happened, sends a message again and turns the switches", async () => {
    await payOneOrder();
    await deliver();
    const url = `${stage.sandbox.origin}/control`;
    const page = await openPage(url);
    const words = page.root.text;
    for (const shown of ["£62.99", "LP-7F3KQ2ZD", "checkout.session.completed", "Delivered"]) {
      expect(words).toContain(shown);
    }
    expect(addressOf(await pressButton(page, "Resend"))).toBe(url);
    expect(await deliver()).toBe(1);

    const switched = { "Drop all messages": true, "Extra copies of each message": "3", fault: "lose_answer" };
    await pressButton(page, "Save", switched);
    expect(stage.sandbox.control.switches()).toEqual({
      ...NO_FAILURE,
      dropWebhooks: true,
      extraCopies: 3,
      fault: { kind: "lose_answer", calls: 1 },
    });
    await pressButton(await openPage(url), "Save", { "Drop all messages": false, fault: "" });
    expect(stage.sandbox.control.switches()).toMatchObject({
      dropWebhooks: false,
      extraCopies: 3,
      fault: null,
    });
  });

  it("takes no orders from another website", async () => {
    const response = await fetch(`${stage.sandbox.origin}/control`, {
      method: "POST",
      headers: { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" },
      body: "intent=switches&dropWebhooks=yes",
    });
    expect(response.status).toBe(404);
    expect(stage.sandbox.control.switches().dropWebhooks).toBe(false);
  });
});

describe("a sandbox left to itself", () => {
  it("sends what is due by itself", async () => {
    const inbox = await openEar();
    const sandbox = await startPaymentSandbox({
      port: 0,
      dataFolder: await mkdtemp(join(settings.dataFolder, "payments-")),
      webhook: { url: inbox.url, secret: WEBHOOK_SECRET },
    });
    const stripe = new Stripe("sk_test_sandbox", { ...apiOf(sandbox), telemetry: false });
    await stripe.paymentIntents.create({ amount: 6299, currency: "gbp" });
    await expect.poll(() => inbox.received.length).toBe(1);
    await expect.poll(() => sandbox.control.deliveries()[0]?.status).toBe("delivered");
    await sandbox.close();
    await sandbox.close();
    await inbox.close();
  });

  it("is a program that says where it listens and stops when asked", async () => {
    const folder = await mkdtemp(join(settings.dataFolder, "payments-"));
    const program = spawn(process.execPath, ["build/processes/payment-sandbox.js"], {
      env: { ...process.env, PAYMENT_SANDBOX_PORT: "0", PAYMENT_SANDBOX_DATA: folder },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(program.stdout, "data")) as [Buffer];
    const origin = /^payment sandbox listening on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(line.toString())?.[1];
    const health = await fetch(`${origin}/health`);
    expect([health.status, await health.json()]).toEqual([200, { status: "ok" }]);
    program.kill("SIGTERM");
    expect(await once(program, "exit")).toEqual([0, null]);
  });
});
