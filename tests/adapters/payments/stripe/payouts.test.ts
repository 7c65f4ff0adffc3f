import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { addressOf, openPage, payWith, pressButton } from "../buyer";
import { openCheckout, openStage, readCheckout, type Stage } from "../stage";

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
});
afterEach(() => stage.close());

const GOOD = "4242 4242 4242 4242";
const DISPUTED = "4000 0000 0000 0259";
const DAY = 86_400;
const FEE = 114;

let attempt = 0;
async function pay(number = GOOD): Promise<string> {
  attempt += 1;
  const { url, checkoutId } = await openCheckout(stage, { attempt });
  addressOf(await payWith(url, number));
  return (await readCheckout(stage, checkoutId)).paymentIntentId ?? "";
}

async function payouts() {
  const since = new Date(stage.clock.now.getTime() - 30 * DAY * 1000);
  const listed = await stage.payments.listPayouts({ since, until: stage.clock.now });
  if (!listed.ok) throw new Error(listed.message);
  return listed.payouts;
}

async function linesOf(payoutId: string) {
  const read = await stage.payments.readPayoutLines(payoutId);
  if (!read.ok) throw new Error(read.message);
  return read.lines;
}

describe("a payout", () => {
  it("leaves at the first midnight after a payment is available, less its fee, and arrives a day later", async () => {
    const paymentIntentId = await pay();
    stage.clock.advance(7 * DAY);
    expect(await payouts()).toEqual([]);
    stage.clock.advance(10 * 3600);
    const [payout] = await payouts();
    expect(payout).toEqual({
      payoutId: expect.stringMatching(/^po_/),
      amountPence: 6299 - FEE,
      status: "on_its_way",
      parts: "known",
      leftAt: new Date("2026-11-28T00:00:00Z"),
      arrivesAt: new Date("2026-11-29T00:00:00Z"),
    });
    expect(await linesOf(payout?.payoutId ?? "")).toEqual([
      {
        id: expect.stringMatching(/^txn_/),
        kind: "payment",
        source: expect.stringMatching(/^ch_/),
        amountPence: 6299,
        feePence: FEE,
        paymentIntentId,
        at: new Date("2026-11-20T14:15:00Z"),
      },
    ]);
    stage.clock.advance(DAY);
    expect(await payouts()).toMatchObject([{ status: "paid" }]);
  });

  it("is less by what was refunded and what a bank took, and each line names what caused it", async () => {
    const paid = await pay();
    await pay();
    await pay();
    await stage.payments.refund({
      ...{ paymentIntentId: paid, amountPence: 2000, idempotencyKey: "r1" },
      reason: "requested_by_customer",
    });
    await pay(DISPUTED);
    stage.clock.advance(8 * DAY);
    const [payout] = await payouts();
    expect(payout?.amountPence).toBe(4 * (6299 - FEE) - 2000 - 6299 - 2000);
    const lines = await linesOf(payout?.payoutId ?? "");
    expect(lines.map(({ kind, amountPence, feePence }) => [kind, amountPence, feePence])).toEqual([
      ["dispute", -6299, 2000],
      ["payment", 6299, FEE],
      ["refund", -2000, 0],
      ["payment", 6299, FEE],
      ["payment", 6299, FEE],
      ["payment", 6299, FEE],
    ]);
    expect(lines.reduce((sum, line) => sum + line.amountPence - line.feePence, 0)).toBe(payout?.amountPence);
  });

  it("waits while the balance is below zero, and each movement leaves once", async () => {
    await pay(DISPUTED);
    stage.clock.advance(9 * DAY);
    expect(await payouts()).toEqual([]);
    await pay();
    stage.clock.advance(9 * DAY);
    const [payout, ...others] = await payouts();
    expect(others).toEqual([]);
    expect(payout?.amountPence).toBe(2 * (6299 - FEE) - 6299 - 2000);
    expect(await linesOf(payout?.payoutId ?? "")).toHaveLength(3);
    stage.clock.advance(9 * DAY);
    expect(await payouts()).toHaveLength(1);
  });

  it("can be made from the control page, and its own movement is no buyer's money", async () => {
    await pay();
    await pressButton(await openPage(`${stage.sandbox.origin}/control`), "Pay out now");
    expect(await payouts()).toMatchObject([{ amountPence: 6299 - FEE }]);
    const since = new Date(stage.clock.now.getTime() - DAY * 1000);
    const listed = await stage.payments.listMovements({ since, until: stage.clock.now });
    expect(listed.ok && listed.movements.map(({ kind }) => kind)).toEqual(["payment"]);
    stage.clock.advance(9 * DAY);
    expect(await payouts()).toHaveLength(1);
  });
});

describe("a provider that does not respond", () => {
  it("is distinguished from one that has no payouts", async () => {
    stage.sandbox.control.setSwitches({ fault: { kind: "error", calls: 9 } });
    const between = { since: new Date(0), until: stage.clock.now };
    expect(await stage.payments.listPayouts(between)).toMatchObject({ ok: false, reason: "unavailable" });
    expect(await stage.payments.readPayoutLines("po_1")).toMatchObject({ ok: false, reason: "unavailable" });
  });
});
