import { AsyncResource } from "node:async_hooks";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { beginWaiting } from "~/adapters/waiting/outside-calls.server";
import { ALL } from "../../../../scripts/payment-sandbox/operations/all";
import { answerQuestion, GOOD_CARD, openPage, pageOf, payInElement } from "../buyer";
import { eventTypes, openStage, order, type Stage } from "../stage";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

async function openElement(attempt = 1) {
  const { orderId, orderNumber, totalPence, metadata } = order(stage.clock);
  const opened = await stage.payments.openElement({ orderId, orderNumber, totalPence, metadata, attempt });
  if (!opened.ok) throw new Error(opened.message);
  return opened;
}

const payIn = (secret: string, how: Parameters<typeof payInElement>[2] = GOOD_CARD) =>
  payInElement(stage.sandbox.origin, secret, how);

async function ask(path: string, query: Record<string, string>, method = "GET") {
  const sent = new URLSearchParams(query);
  const url = `${stage.sandbox.origin}${path}`;
  return method === "GET" ? await fetch(`${url}?${sent}`) : await fetch(url, { method, body: sent });
}

describe("the sandbox", () => {
  it("offers the eighteen operations of the provider that a shop like ours needs", () => {
    expect(ALL.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      "GET /v1/balance_transactions",
      "GET /v1/charges",
      "GET /v1/checkout/sessions/:id",
      "GET /v1/disputes",
      "GET /v1/disputes/:id",
      "GET /v1/events",
      "GET /v1/payment_intents/:id",
      "GET /v1/payouts",
      "GET /v1/refunds",
      "GET /v1/webhook_endpoints",
      "POST /v1/checkout/sessions",
      "POST /v1/checkout/sessions/:id/expire",
      "POST /v1/disputes/:id",
      "POST /v1/disputes/:id/close",
      "POST /v1/payment_intents",
      "POST /v1/payment_intents/:id/cancel",
      "POST /v1/payment_intents/:id/confirm",
      "POST /v1/refunds",
    ]);
  });
});

describe("a payment for the card element", () => {
  it("is one for each attempt, asks for its sum, and can be read and closed by its name", async () => {
    const opened = await openElement();
    expect(await openElement()).toEqual(opened);
    expect((await openElement(2)).paymentIntentId).not.toBe(opened.paymentIntentId);
    expect(await stage.payments.readPayment(opened.paymentIntentId)).toMatchObject({
      status: "open",
      paymentStatus: "unpaid",
      amountPence: 6299,
      currency: "gbp",
      orderId: "7d1c7a52",
    });
    expect(await stage.payments.closePayment(opened.paymentIntentId)).toEqual({ ok: true });
    expect(await stage.payments.closePayment(opened.paymentIntentId)).toEqual({ ok: true });
    expect(await stage.payments.readPayment(opened.paymentIntentId)).toMatchObject({ status: "expired" });
  });

  it("is distinguished from one that never was, and cannot be closed once it is paid", async () => {
    expect(await stage.payments.readPayment("pi_nothing")).toMatchObject({ ok: false, reason: "unknown" });
    expect(await stage.payments.closePayment("pi_nothing")).toMatchObject({ ok: false, reason: "unknown" });
    const { paymentIntentId, clientSecret } = await openElement();
    await payIn(clientSecret);
    expect(await stage.payments.closePayment(paymentIntentId)).toMatchObject({ reason: "complete" });
    expect(await stage.payments.readPayment(paymentIntentId)).toMatchObject({
      status: "complete",
      paymentStatus: "paid",
      cardLast4: "4242",
    });
  });

  it("keeps where the goods go, as the element tells it", async () => {
    const { paymentIntentId, clientSecret } = await openElement();
    const id = `/v1/payment_intents/${paymentIntentId}/confirm`;
    await ask(
      id,
      {
        key: "pk_test_sandbox",
        client_secret: clientSecret,
        return_url: "http://shop.example/back",
        "payment_method_data[type]": "paypal",
        "shipping[name]": "Zoë Okafor",
        "shipping[address][line1]": "4 Larch Row",
        "shipping[address][country]": "GB",
      },
      "POST",
    );
    expect((await stage.stripe.paymentIntents.retrieve(paymentIntentId)).shipping).toMatchObject({
      name: "Zoë Okafor",
      address: { line1: "4 Larch Row", country: "GB", city: null },
    });
  });
});

describe("a browser", () => {
  it("may see and pay the payment whose secret it holds, and nothing else", async () => {
    const { paymentIntentId, clientSecret } = await openElement();
    const path = `/v1/payment_intents/${paymentIntentId}`;
    const key = "pk_test_sandbox";
    const seen = await ask(path, { key, client_secret: clientSecret });
    expect([seen.status, ((await seen.json()) as { id: string }).id]).toEqual([200, paymentIntentId]);
    const other = (await openElement(2)).clientSecret;
    for (const secret of ["", "x", other]) {
      expect((await ask(path, { key, client_secret: secret })).status).toBe(404);
      expect((await ask(`${path}/confirm`, { key, client_secret: secret }, "POST")).status).toBe(404);
    }
    for (const closed of ["/v1/payment_intents", "/v1/events", "/v1/refunds", "/v1/charges"]) {
      expect((await ask(closed, { key, client_secret: clientSecret })).status).toBe(403);
    }
    expect((await ask(`${path}/cancel`, { key, client_secret: clientSecret }, "POST")).status).toBe(403);
  });

  it("of any page may read the response, since the secret is what opens it", async () => {
    const { paymentIntentId, clientSecret } = await openElement();
    const query = new URLSearchParams({ key: "pk_test_sandbox", client_secret: clientSecret });
    const response = await fetch(`${stage.sandbox.origin}/v1/payment_intents/${paymentIntentId}?${query}`, {
      headers: { origin: "http://shop.example" },
    });
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
  });

  it("gets the script, and the frame in which cards are typed: with a script of its own and no other", async () => {
    const script = await fetch(`${stage.sandbox.origin}/v3/`);
    expect(script.headers.get("content-type")).toContain("text/javascript");
    expect(await script.text()).toContain("Object.assign(window, { Stripe })");
    const { headers, root } = await openPage(`${stage.sandbox.origin}/elements/payment`);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; font-src http: https:; form-action 'self'; base-uri 'none'; frame-ancestors http: https:",
    );
    expect(root.querySelectorAll("label").map((label) => label.text.trim())).toEqual(
      expect.arrayContaining(["Card number", "Expiry date", "Security code", "Name on card", "PayPal"]),
    );
  });

  it("gets a wallet’s button, and the wallet: with the test cards, and what a shop may ask it for", async () => {
    const button = await openPage(`${stage.sandbox.origin}/elements/wallets`);
    expect(button.root.querySelectorAll("button").map(({ text }) => text)).toEqual(["Pay with Pretend Pay"]);
    const { headers, root } = await openPage(`${stage.sandbox.origin}/elements/wallet`);
    expect(headers.get("content-security-policy")).toContain("frame-ancestors http: https:");
    expect(root.querySelectorAll("label").map((label) => label.text.trim())).toEqual([
      ...["Email", "Name", "Address", "Town", "Postcode", "Card in this wallet"],
    ]);
  });

  it.each([
    ["4000 0000 0000 0002", 402, "Your card was declined."],
    ["4242 4242 4242 4241", 402, "Your card number is incorrect."],
    ["5555 5555 5555 4444", 402, "Only test card numbers work here."],
    ["4000 0000 0000 0069", 402, "Your card has expired."],
    ["4100 0000 0000 0019", 402, "Your card was declined."],
  ])("that pays with %s gets %i: %s", async (number, status, message) => {
    const { clientSecret } = await openElement();
    const response = await payIn(clientSecret, number);
    expect([response.status, response.body.error?.message]).toEqual([status, message]);
    expect(JSON.stringify(stage.sandbox.control.events())).not.toContain(number.replaceAll(" ", ""));
  });

  it("that cannot pay by what it sends gets an error", async () => {
    const { clientSecret, paymentIntentId } = await openElement();
    expect((await payIn(clientSecret, { type: "bacs_debit", account: "12345678" })).status).toBe(400);
    const bare = { key: "pk_test_sandbox", client_secret: clientSecret, return_url: "http://shop.example/" };
    const path = `/v1/payment_intents/${paymentIntentId}/confirm`;
    expect((await ask(path, bare, "POST")).status).toBe(400);
    expect((await ask(path, { ...bare, "payment_method_data[type]": "card" }, "POST")).status).toBe(400);
    expect((await ask(path, { ...bare, "payment_method_data[type]": "cash" }, "POST")).status).toBe(400);
  });
});

describe("a question", () => {
  it("of the bank’s appears in a frame over the shop’s page, and fails when the buyer says no", async () => {
    const { clientSecret, paymentIntentId } = await openElement();
    const { body } = await payIn(clientSecret, "4000 0027 6000 3184");
    const url = `${body.next_action?.use_stripe_sdk?.stripe_js}?framed=1`;
    expect((await openPage(url)).headers.get("content-security-policy")).toContain("frame-ancestors http:");
    expect((await openPage(url.replace("?framed=1", ""))).headers.get("content-security-policy")).toContain(
      "frame-ancestors 'none'",
    );
    expect(pageOf(await answerQuestion(body, "Fail")).root.text).toContain("One moment");
    expect(await stage.payments.readPayment(paymentIntentId)).toMatchObject({
      status: "open",
      lastError: expect.stringContaining("unable to authenticate"),
    });
    expect((await openPage(url)).status).toBe(410);
  });

  it("of PayPal’s is not answered by the bank’s address, nor the other way round", async () => {
    const { clientSecret } = await openElement();
    const { body } = await payIn(clientSecret, { type: "paypal" });
    const url = body.next_action?.redirect_to_url?.url ?? "";
    expect((await openPage(url.replace("/paypal/", "/3ds/"))).status).toBe(410);
    const step = await answerQuestion(body, "Approve £62.99");
    expect("goTo" in step && new URL(step.goTo).searchParams.get("redirect_status")).toBe("succeeded");
  });
});

describe("a bank debit", () => {
  it("succeeds or fails some time after the page is complete, and tells of it", async () => {
    for (const [account, end] of [
      ["00012345", "succeeded"],
      ["22222227", "requires_payment_method"],
    ] as const) {
      const { clientSecret, paymentIntentId } = await openElement(Number(account));
      expect((await payIn(clientSecret, { type: "bacs_debit", account })).body.status).toBe("processing");
      expect(await stage.payments.closePayment(paymentIntentId)).toMatchObject({ reason: "complete" });
      stage.clock.advance(11);
      expect((await stage.stripe.paymentIntents.retrieve(paymentIntentId)).status).toBe(end);
    }
    expect(eventTypes(stage)).toEqual(
      expect.arrayContaining(["payment_intent.processing", "charge.succeeded", "charge.failed"]),
    );
  });
});

describe("a provider that keeps us waiting", () => {
  const hang = (shop: Stage, calls: number) =>
    shop.sandbox.control.setSwitches({ fault: calls > 0 ? { kind: "hang", calls } : null });

  it("is asked again by the next buyer after a call of its own that had no response", async () => {
    const shop = await openStage({ timeoutMs: 300 });
    hang(shop, 1);
    expect(await shop.payments.openCheckout(order(shop.clock))).toMatchObject({ reason: "unavailable" });
    expect(await shop.payments.openCheckout(order(shop.clock, { attempt: 2 }))).toMatchObject({ ok: true });
    await shop.close();
  });

  it("is not asked for a while after two calls of a kind in a row had no response, and other kinds go on", async () => {
    const shop = await openStage({ timeoutMs: 300 });
    hang(shop, 100);
    const refund = () =>
      shop.payments.refund({
        ...{ paymentIntentId: "pi_x", amountPence: 100, reason: "requested_by_customer" as const },
        idempotencyKey: "refund-1",
      });
    expect(await refund()).toMatchObject({ reason: "unavailable" });
    expect(await refund()).toMatchObject({ reason: "unavailable" });
    const before = shop.sandbox.control.switches().fault?.calls;
    expect(await refund()).toMatchObject({
      reason: "unavailable",
      message: "It didn’t answer a moment ago.",
    });
    expect(shop.sandbox.control.switches().fault?.calls).toBe(before);
    hang(shop, 0);
    expect(await shop.payments.openCheckout(order(shop.clock))).toMatchObject({ ok: true });
    expect(await shop.payments.readPayment("pi_x")).toMatchObject({ reason: "unknown" });
    await shop.close();
  });

  it("is waited for once in a request, however many questions the request has", async () => {
    const shop = await openStage({ timeoutMs: 300 });
    hang(shop, 100);
    await new AsyncResource("request").runInAsyncScope(async () => {
      beginWaiting();
      expect(await shop.payments.readPayment("pi_x")).toMatchObject({ reason: "unavailable" });
      const before = shop.sandbox.control.switches().fault?.calls;
      expect(await shop.payments.closePayment("pi_x")).toMatchObject({ reason: "unavailable" });
      expect(await shop.payments.openCheckout(order(shop.clock))).toMatchObject({ reason: "unavailable" });
      expect(shop.sandbox.control.switches().fault?.calls).toBe(before);
    });
    await shop.close();
  });

  it("or turns us away for asking too much, or breaks off before it begins, is reported as temporary", async () => {
    for (const kind of ["too_many", "reset"] as const) {
      stage.sandbox.control.setSwitches({ fault: { kind, calls: 10 } });
      const found = await stage.payments.readPayment("pi_x");
      expect(found).toMatchObject({ ok: false, reason: "unavailable" });
    }
  });
});
