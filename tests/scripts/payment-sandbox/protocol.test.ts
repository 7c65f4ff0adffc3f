import type Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createStripePayments } from "~/adapters/payments/stripe.server";
import { startPaymentSandbox } from "../../../scripts/payment-sandbox/sandbox";
import { addressOf, GOOD_CARD, payInElement, payWith } from "../../adapters/payments/buyer";
import {
  apiOf,
  connect,
  eventTypes,
  openCheckout,
  openStage,
  order,
  readCheckout,
  SECRET_KEY,
  type Stage,
} from "../../adapters/payments/stage";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

async function send(path: string, body: string | null, headers: Record<string, string> = {}) {
  const response = await fetch(`${stage.sandbox.origin}${path}`, {
    method: body === null ? "GET" : "POST",
    body,
    headers: {
      authorization: `Bearer ${SECRET_KEY}`,
      "content-type": "application/x-www-form-urlencoded",
      ...headers,
    },
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Stripe.PaymentIntent & { error: Stripe.StripeRawError },
  };
}

const INTENT =
  "amount=6299&currency=gbp&automatic_payment_methods[enabled]=true&automatic_payment_methods[allow_redirects]=never";

describe("a key", () => {
  it.each([
    ["nothing", "", 401],
    ["another secret key", "Bearer sk_test_other", 401],
    ["the publishable key", "Bearer pk_test_sandbox", 403],
  ])("that is %s opens nothing", async (_name, authorization, status) => {
    const response = await send("/v1/events", null, { authorization });
    expect(response.status).toBe(status);
    expect(response.body.error.type).toBe("invalid_request_error");
  });

  it("may be sent in both ways of the provider", async () => {
    const basic = `Basic ${Buffer.from(`${SECRET_KEY}:`).toString("base64")}`;
    expect((await send("/v1/events", null, { authorization: basic })).status).toBe(200);
  });

  it("for live business is not taken at all", async () => {
    const options = { port: 0, dataFolder: stage.folder, secretKey: "sk_live_x" };
    await expect(startPaymentSandbox(options)).rejects.toThrow("sk_test_");
  });

  it("that is missing, wrong or not the provider's makes the adapter say so", async () => {
    const api = apiOf(stage.sandbox);
    for (const secretKey of ["", "sk_test_other"]) {
      const shop = createStripePayments({ secretKey, webhookSecrets: [], api, liveMode: false });
      expect(await shop.openCheckout(order(stage.clock))).toMatchObject({
        ok: false,
        reason: "misconfigured",
      });
      expect(await shop.readPayment("cs_test_x")).toMatchObject({ ok: false, reason: "unavailable" });
      expect(await shop.check()).toMatchObject({ ok: false });
    }
    expect(await stage.payments.check()).toEqual({ ok: true });
  });
});

describe("a call", () => {
  it.each([
    ["with a word that is not known", `${INTENT}&amout=1`, "parameter_unknown", "amout"],
    [
      "with an inner word that is not known",
      `${INTENT}&automatic_payment_methods[on]=true`,
      "parameter_unknown",
      "automatic_payment_methods[on]",
    ],
    ["without its sum", "currency=gbp", "parameter_missing", "amount"],
    ["with words for a sum", "amount=lots&currency=gbp", "parameter_invalid_integer", "amount"],
    ["with a sum below 30p", "amount=29&currency=gbp", "amount_too_small", "amount"],
    ["with a sum of nine digits", "amount=100000000&currency=gbp", "amount_too_large", "amount"],
    ["with nothing for a word", "amount=30&currency=", "parameter_invalid_empty", "currency"],
    [
      "with a long name in its metadata",
      `${INTENT}&metadata[${"k".repeat(41)}]=v`,
      undefined,
      `metadata[${"k".repeat(41)}]`,
    ],
    ["with a long value in its metadata", `${INTENT}&metadata[k]=${"v".repeat(501)}`, undefined, "metadata[k]"],
    [
      "with 51 names in its metadata",
      `${INTENT}&${Array.from({ length: 51 }, (_, index) => `metadata[k${index}]=v`).join("&")}`,
      undefined,
      "metadata",
    ],
    ["with a set where a word belongs", "amount[x]=1&currency=gbp", undefined, "amount"],
    ["that contradicts itself", "amount=1&amount[x]=1", undefined, undefined],
  ])("%s is refused", async (_name, body, code, param) => {
    const response = await send("/v1/payment_intents", body);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatchObject({ type: "invalid_request_error", message: expect.any(String) });
    expect(response.body.error.code).toBe(code);
    expect(response.body.error.param).toBe(param);
    expect(response.headers.get("request-id")).toMatch(/^req_/);
    expect(eventTypes(stage)).toEqual([]);
  });

  it("for 30p is taken", async () => {
    expect((await send("/v1/payment_intents", "amount=30&currency=gbp")).status).toBe(200);
  });

  it("that the sandbox does not offer is a 501", async () => {
    const response = await send("/v1/customers", "email=a@example.com");
    expect(response.status).toBe(501);
    expect(response.body.error.message).toContain("POST /v1/customers");
  });

  it("in another version of the API is refused", async () => {
    expect((await send("/v1/events", null, { "stripe-version": "2020-08-27" })).status).toBe(400);
  });

  it("that names no prototype of anything does no harm", async () => {
    const response = await send("/v1/payment_intents", `${INTENT}&__proto__[polluted]=yes&metadata[__proto__]=x`);
    expect(response.status).toBe(400);
    expect({}).not.toHaveProperty("polluted");
  });

  it("that is too large is refused", async () => {
    const response = await fetch(`${stage.sandbox.origin}/v1/refunds`, {
      method: "POST",
      body: "a".repeat(1_000_001),
    });
    expect(response.status).toBe(413);
  });
});

describe("a response", () => {
  it("holds whole objects where the client asks for them", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    addressOf(await payWith(url, GOOD_CARD));
    const expand = ["payment_intent.latest_charge.balance_transaction"];
    const session = await stage.stripe.checkout.sessions.retrieve(checkoutId, { expand });
    expect(session.payment_intent).toMatchObject({
      status: "succeeded",
      metadata: { orderId: "7d1c7a52" },
      // 1.5 % of £62.99 and 20p.
      latest_charge: { paid: true, balance_transaction: { amount: 6299, fee: 114, net: 6185 } },
    });
    await expect(stage.stripe.checkout.sessions.retrieve(checkoutId, { expand: ["order"] })).rejects.toThrow(
      "This property cannot be expanded (order).",
    );
  });

  it("in pages leads through everything once, newest first", async () => {
    for (let amount = 30; amount < 55; amount += 1) {
      await stage.stripe.paymentIntents.create({ amount, currency: "gbp" });
      stage.clock.advance(1);
    }
    const made = stage.sandbox.control.events().map(({ id }) => id);
    const walked = await stage.stripe.events.list({ limit: 7 }).autoPagingToArray({ limit: 100 });
    expect(walked.map(({ id }) => id)).toEqual(made.toReversed());
    const since = Math.floor(stage.clock.now.getTime() / 1000) - 3;
    expect((await stage.stripe.events.list({ created: { gte: since } })).data).toHaveLength(3);
    await expect(stage.stripe.events.list({ starting_after: "evt_none" })).rejects.toMatchObject({
      code: "resource_missing",
    });
    await expect(stage.stripe.events.list({ limit: 101 })).rejects.toMatchObject({ param: "limit" });
    const first = await stage.stripe.events.list({ type: "payment_intent.created", limit: 1 });
    expect(first).toMatchObject({ has_more: true, data: [{ type: "payment_intent.created" }] });
  });
});

describe("an idempotency key", () => {
  const keyed = (key: string, body = INTENT) => send("/v1/payment_intents", body, { "idempotency-key": key });

  it("gives the first response again, and only for the same parameters", async () => {
    const first = await keyed("order-1");
    const again = await keyed("order-1");
    expect(again.body).toEqual(first.body);
    expect(first.headers.get("idempotent-replayed")).toBeNull();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.headers.get("original-request")).toBe(first.headers.get("request-id"));
    const other = await keyed("order-1", INTENT.replace("6299", "6300"));
    expect(other).toMatchObject({ status: 400, body: { error: { type: "idempotency_error" } } });
    expect(eventTypes(stage)).toEqual(["payment_intent.created"]);
  });

  it("is free again after a mistyped call", async () => {
    expect((await keyed("order-2", "amount=1&currency=gbp")).status).toBe(400);
    expect((await keyed("order-2")).status).toBe(200);
  });

  it("lives longer than a day", async () => {
    const first = await keyed("order-3");
    stage.clock.advance(25 * 3600);
    expect((await keyed("order-3")).body.id).toBe(first.body.id);
  });

  it("cannot be used twice at a time", async () => {
    stage.sandbox.control.setSwitches({ fault: { kind: "hang", calls: 1 } });
    const gaveUp = new AbortController();
    const hanging = fetch(`${stage.sandbox.origin}/v1/payment_intents`, {
      method: "POST",
      body: INTENT,
      headers: {
        authorization: `Bearer ${SECRET_KEY}`,
        "content-type": "application/x-www-form-urlencoded",
        "idempotency-key": "order-4",
      },
      signal: gaveUp.signal,
    }).catch(() => "given up");
    await expect.poll(() => stage.sandbox.control.switches().fault).toBeNull();
    expect(await keyed("order-4")).toMatchObject({
      status: 409,
      body: { error: { code: "idempotency_key_in_use" } },
    });
    gaveUp.abort();
    expect(await hanging).toBe("given up");
    await expect.poll(async () => (await keyed("order-4")).status).toBe(200);
  });
});

describe("failures on the line", () => {
  it("that loses the response to an opened page is repaired by asking again: one page, not two", async () => {
    stage.sandbox.control.setSwitches({ fault: { kind: "lose_answer", calls: 1 } });
    const { checkoutId } = await openCheckout(stage);
    expect((await openCheckout(stage)).checkoutId).toBe(checkoutId);
  });

  it("that loses the response to a refund gives the money back once", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    addressOf(await payWith(url, GOOD_CARD));
    const paymentIntentId = (await readCheckout(stage, checkoutId)).paymentIntentId ?? "";
    stage.sandbox.control.setSwitches({ fault: { kind: "lose_answer", calls: 1 } });
    const request = { paymentIntentId, amountPence: 1000, idempotencyKey: "refund-1" };
    const refund = await stage.payments.refund({ ...request, reason: "requested_by_customer" });
    expect(refund).toMatchObject({ ok: true, amountPence: 1000 });
    expect((await stage.stripe.refunds.list()).data).toHaveLength(1);
  });

  it("that responds with 500 is reported as temporary, and stays with its attempt", async () => {
    stage.sandbox.control.setSwitches({ fault: { kind: "error", calls: 1 } });
    const opened = await stage.payments.openCheckout(order(stage.clock));
    expect(opened).toMatchObject({ ok: false, reason: "unavailable" });
    expect(await stage.payments.openCheckout(order(stage.clock))).toEqual(opened);
    expect((await openCheckout(stage, { attempt: 2 })).url).toContain("/pay/cs_test_");
  });

  it("that never responds is not waited for longer than the time limit", async () => {
    const shop = await openStage({ timeoutMs: 150 });
    shop.sandbox.control.setSwitches({ fault: { kind: "hang", calls: 10 } });
    const opened = await shop.payments.openCheckout(order(shop.clock));
    expect(opened).toMatchObject({ ok: false, reason: "unavailable" });
    // The SDK's own default is two retries. On a busy machine the time is over before the sandbox sees the call.
    expect(shop.sandbox.control.switches().fault?.calls).toBeGreaterThanOrEqual(9);
    await shop.close();
  });

  it("with nobody there at all is reported as temporary", async () => {
    const shop = connect(stage.sandbox, { maxNetworkRetries: 0 });
    await stage.sandbox.close();
    expect(await shop.readPayment("cs_test_x")).toMatchObject({
      ok: false,
      reason: "unavailable",
    });
    expect(await shop.check()).toMatchObject({ ok: false });
  });
});

it("a payment of a page can be called off and paid with its page alone", async () => {
  const { checkoutId, url } = await openCheckout(stage);
  await payWith(url, "4000 0000 0000 0002");
  const { paymentIntentId } = await readCheckout(stage, checkoutId);
  await expect(stage.stripe.paymentIntents.cancel(paymentIntentId ?? "")).rejects.toThrow("Checkout Session");
  const { client_secret } = await stage.stripe.paymentIntents.retrieve(paymentIntentId ?? "");
  const { body } = await payInElement(stage.sandbox.origin, client_secret ?? "");
  expect(body.error?.message).toContain("Checkout Session");
});
