import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EVENT_TYPES } from "../../../../scripts/payment-sandbox/objects/event";
import { addressOf, openPage, payWith, pressButton } from "../buyer";
import { eventTypes, openCheckout, openStage, readCheckout, type Stage } from "../stage";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

async function payWithCard(number: string) {
  const { url, checkoutId } = await openCheckout(stage);
  addressOf(await payWith(url, number));
  const { paymentIntentId } = await readCheckout(stage, checkoutId);
  return paymentIntentId ?? "";
}

const disputes = async () => (await stage.stripe.disputes.list()).data;
const balance = async () =>
  (await stage.stripe.balanceTransactions.list({ limit: 100 })).data.reduce((sum, one) => sum + one.net, 0);
const FRAUD = "4000 0000 0000 0259";

describe("a payment that its owner objects to", () => {
  it.each([
    [FRAUD, "fraudulent"],
    ["4000 0000 0000 2685", "product_not_received"],
  ])("with the card %s is disputed as %s, and the money is gone at once with a fee", async (number, reason) => {
    const payment = await payWithCard(number);
    const [dispute] = await disputes();
    expect(dispute).toMatchObject({
      object: "dispute",
      amount: 6299,
      reason,
      status: "needs_response",
      payment_intent: payment,
    });
    expect(await balance()).toBe(6299 - 114 - 6299 - 2000);
    expect(eventTypes(stage).slice(-4, -1)).toEqual([
      "charge.updated",
      "charge.dispute.created",
      "charge.dispute.funds_withdrawn",
    ]);
    const charge = (await stage.stripe.charges.list({ payment_intent: payment })).data[0];
    expect(charge?.disputed).toBe(true);
  });

  it("cannot be given back a second way while the bank has the money", async () => {
    const paymentIntentId = await payWithCard(FRAUD);
    const request = { paymentIntentId, amountPence: 6299, idempotencyKey: "r1" };
    expect(await stage.payments.refund({ ...request, reason: "fraudulent" })).toMatchObject({
      ok: false,
      reason: "disputed",
    });
  });

  it.each([
    ["winning_evidence", "won", 6299 - 114 - 2000],
    ["losing_evidence", "lost", -114 - 2000],
  ])("answered with %s is %s", async (words, status, left) => {
    await payWithCard(FRAUD);
    const [dispute] = await disputes();
    const answered = await stage.stripe.disputes.update(dispute?.id ?? "", {
      evidence: { uncategorized_text: words },
    });
    expect(answered).toMatchObject({ status, evidence: { uncategorized_text: words } });
    expect(await balance()).toBe(left);
    expect(eventTypes(stage)).toContain("charge.dispute.closed");
    await expect(stage.stripe.disputes.update(answered.id, { evidence: {}, submit: true })).rejects.toThrow(status);
  });

  it("answered in two steps waits in between, and given up is lost", async () => {
    await payWithCard(FRAUD);
    const [dispute] = await disputes();
    const id = dispute?.id ?? "";
    const draft = { evidence: { product_description: "A book" }, submit: false, metadata: { by: "Joan" } };
    expect(await stage.stripe.disputes.update(id, draft)).toMatchObject({
      status: "needs_response",
      metadata: { by: "Joan" },
      evidence_details: { has_evidence: true, submission_count: 0 },
    });
    expect((await stage.stripe.disputes.close(id)).status).toBe("lost");
    expect((await stage.stripe.disputes.retrieve(id)).status).toBe("lost");
    await expect(stage.stripe.disputes.close(id)).rejects.toThrow("cannot be closed");
  });

  it("as an inquiry takes no money, and only becomes a dispute when it is answered badly", async () => {
    const inquiry = "4000 0000 0000 1976";
    await payWithCard(inquiry);
    const [first] = await disputes();
    expect(first).toMatchObject({ status: "warning_needs_response", is_charge_refundable: true });
    expect(await balance()).toBe(6299 - 114);
    const response = (id: string, words: string) =>
      stage.stripe.disputes.update(id, { evidence: { uncategorized_text: words } });
    expect((await response(first?.id ?? "", "winning_evidence")).status).toBe("warning_closed");
    await payOther(inquiry);
    const [second] = await disputes();
    expect((await response(second?.id ?? "", "losing_evidence")).status).toBe("needs_response");
  });

  it("may only be warned of, with nothing taken", async () => {
    await payWithCard("4000 0000 0000 5423");
    expect(eventTypes(stage).at(-2)).toBe("radar.early_fraud_warning.created");
    expect(await disputes()).toEqual([]);
    expect(await balance()).toBe(6299 - 114);
  });

  it("can also be objected to, warned of and decided from the control page", async () => {
    await payWithCard("4242 4242 4242 4242");
    const url = `${stage.sandbox.origin}/control`;
    await pressButton(await openPage(url), "Warn of fraud");
    await pressButton(await openPage(url), "Dispute");
    expect((await disputes())[0]?.status).toBe("needs_response");
    await pressButton(await openPage(url), "Won");
    expect((await disputes())[0]?.status).toBe("won");
    expect(eventTypes(stage)).toContain("radar.early_fraud_warning.created");
  });
});

async function payOther(number: string): Promise<void> {
  const { url } = await openCheckout(stage, { attempt: 2 });
  addressOf(await payWith(url, number));
}

describe("a refund", () => {
  const ask = (paymentIntentId: string, idempotencyKey = "r1") =>
    stage.payments.refund({
      paymentIntentId,
      amountPence: 6299,
      idempotencyKey,
      reason: "requested_by_customer",
    });

  it("to some cards is pending at first and arrives later", async () => {
    const refund = await ask(await payWithCard("4000 0000 0000 7726"));
    expect(refund).toMatchObject({ ok: true, status: "pending" });
    stage.clock.advance(11);
    const [found] = (await stage.stripe.refunds.list()).data;
    expect(found?.status).toBe("succeeded");
    expect(eventTypes(stage).at(-1)).toBe("refund.updated");
  });

  it("to some cards fails after it had succeeded, and the money is back on the balance", async () => {
    const refund = await ask(await payWithCard("4000 0000 0000 5126"));
    expect(refund).toMatchObject({ ok: true, status: "succeeded" });
    expect(await balance()).toBe(-114);
    stage.clock.advance(11);
    const [found] = (await stage.stripe.refunds.list()).data;
    expect(found).toMatchObject({ status: "failed", failure_reason: "expired_or_canceled_card" });
    expect(await balance()).toBe(6299 - 114);
    expect(eventTypes(stage).slice(-2)).toEqual(["refund.updated", "refund.failed"]);
  });
});

it("the sandbox tells of twenty-three kinds of things", () => {
  expect(EVENT_TYPES).toHaveLength(23);
});
