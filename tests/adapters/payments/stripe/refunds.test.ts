import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RefundRequest } from "~/adapters/payments/contract";
import { refundFailureOf } from "~/adapters/payments/stripe-translation.server";
import { addressOf, GOOD_CARD, payInElement, payWith } from "../buyer";
import { eventTypes, openCheckout, openStage, readCheckout, type Stage } from "../stage";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

async function paidIntent(): Promise<string> {
  const { checkoutId, url } = await openCheckout(stage);
  addressOf(await payWith(url, GOOD_CARD));
  return (await readCheckout(stage, checkoutId)).paymentIntentId ?? "";
}

let nextKey = 1;
function refund(paymentIntentId: string, amountPence: number, changes: Partial<RefundRequest> = {}) {
  nextKey += 1;
  return stage.payments.refund({
    paymentIntentId,
    amountPence,
    reason: "requested_by_customer",
    idempotencyKey: `refund-${nextKey}`,
    ...changes,
  });
}

describe("a refund", () => {
  it("gives money back in parts, and no more than was paid", async () => {
    const intent = await paidIntent();
    expect(await refund(intent, 2_000, { metadata: { orderNumber: "LP-7F3KQ2ZD" } })).toEqual({
      ok: true,
      refundId: expect.stringMatching(/^re_/),
      status: "succeeded",
      amountPence: 2_000,
    });
    expect(await refund(intent, 4_300)).toMatchObject({ ok: false, reason: "too_much" });
    expect(await refund(intent, 4_299)).toMatchObject({ ok: true });
    expect(await refund(intent, 1)).toMatchObject({ ok: false, reason: "already_refunded" });
    const [charge] = (await stage.stripe.charges.list({ payment_intent: intent })).data;
    expect(charge).toMatchObject({ amount_refunded: 6_299, refunded: true });
    expect(eventTypes(stage).filter((type) => /refund/.test(type))).toEqual([
      "refund.created",
      "charge.refunded",
      "refund.updated",
      "refund.created",
      "charge.refunded",
      "refund.updated",
    ]);
  });

  it("asked for twenty times at once with one key is given once", async () => {
    const intent = await paidIntent();
    const input = Array.from({ length: 20 }, () => refund(intent, 6_299, { idempotencyKey: "whole-order" }));
    const responses = await Promise.all(input);
    expect(new Set(responses.map((response) => response.ok && response.refundId)).size).toBe(1);
    expect((await stage.stripe.refunds.list()).data).toHaveLength(1);
  });

  it("of a payment that was never made is refused", async () => {
    const { checkoutId, url } = await openCheckout(stage);
    await payWith(url, "4000 0000 0000 0002");
    const { paymentIntentId } = await readCheckout(stage, checkoutId);
    expect(await refund(paymentIntentId ?? "", 100)).toMatchObject({ ok: false, reason: "refused" });
    expect(await refund("pi_nothing", 100)).toMatchObject({ ok: false, reason: "refused" });
  });

  it("leaves the provider's books balanced: what came in less what went out", async () => {
    const intent = await paidIntent();
    await refund(intent, 2_000);
    const moves = (await stage.stripe.balanceTransactions.list()).data;
    expect(moves.map(({ type, amount }) => [type, amount])).toEqual([
      ["refund", -2_000],
      ["charge", 6_299],
    ]);
    expect(moves.every(({ amount, fee, net }) => net === amount - fee)).toBe(true);
  });
});

describe("what moved on the balance", () => {
  it("is everything paid and given back in that time, each with its payment, however many pages it takes", async () => {
    const early = stage.clock.now;
    stage.clock.advance(60);
    const since = stage.clock.now;
    const intent = await paidIntent();
    await refund(intent, 2_000);
    for (let one = 0; one < 101; one += 1) {
      const { client_secret } = await stage.stripe.paymentIntents.create({ amount: 300, currency: "gbp" });
      await payInElement(stage.sandbox.origin, client_secret ?? "");
    }
    const until = stage.clock.now;
    stage.clock.advance(60);
    await refund(intent, 1_000);
    const listed = await stage.payments.listMovements({ since, until });
    if (!listed.ok) throw new Error(listed.message);
    expect(listed.movements).toHaveLength(103);
    const own = listed.movements.filter(({ paymentIntentId }) => paymentIntentId === intent);
    expect(own.map(({ amountPence }) => amountPence)).toEqual([-2_000, 6_299]);
    expect(listed.movements.every(({ paymentIntentId }) => paymentIntentId?.startsWith("pi_"))).toBe(true);
    const before = await stage.payments.listMovements({ since: early, until: early });
    expect(before).toEqual({ ok: true, movements: [] });
  });

  it("is not known while the provider does not respond", async () => {
    stage.sandbox.control.setSwitches({ fault: { kind: "error", calls: 10 } });
    const between = { since: stage.clock.now, until: stage.clock.now };
    expect(await stage.payments.listMovements(between)).toMatchObject({ ok: false, reason: "unavailable" });
  });
});

it.each([
  ["charge_disputed", "disputed"],
  ["refund_disputed_payment", "disputed"],
  ["balance_insufficient", "no_balance"],
  ["insufficient_funds", "no_balance"],
  ["charge_already_refunded", "already_refunded"],
  ["charge_not_refundable", "refused"],
])("a refund that the provider refuses as %s is %s", (code, reason) => {
  const refusal = { type: "invalid_request_error", code, message: "No." } as const;
  expect(refundFailureOf(new Stripe.errors.StripeInvalidRequestError(refusal))).toMatchObject({ reason });
});
