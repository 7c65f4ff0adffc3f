import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, ledger, statementLines } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { compareWithProvider } from "~/domain/shop/orders/ledger-check.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { askRefund, sendRefund } from "~/domain/shop/orders/refunds.server";
import { GOOD_CARD, payWith } from "../../../adapters/payments/buyer";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, deliverWebhooks, ordered } from "../../../support/shop";

beforeEach(() => {
  sandbox.control.setSwitches({ fault: null, dropWebhooks: false });
  db.delete(alarms).run();
});

const DISPUTED = "4000 0000 0000 0259";
const PENDING_REFUND = "4000 0000 0000 7726";

/** Runs the nightly check. */
async function nextNight() {
  clock.advance(24 * 60);
  return await compareWithProvider(clock.now);
}

async function paidWith(card: string) {
  const order = ordered(person("Jean"));
  const opened = await openPayment(order, clock.now);
  if (!opened.ok) throw new Error(opened.reason);
  await payWith(opened.url, card);
  await fulfilOrder(order.id, clock.now);
  return orderById(order.id) ?? order;
}

async function giveBack(orderId: string, amountPence: number) {
  const input = db.transaction((tx) =>
    askRefund(tx, { orderId, amountPence, reason: "A test.", staffId: "joan" }, clock.now),
  );
  if (!input.ok) throw new Error(input.reason);
  await sendRefund(input.refundId, clock.now);
}

/** The subjects of the open alarms about differences. */
const told = () => openAlarms().flatMap(({ kind, objectId }) => (kind === "ledger_differs" ? [objectId] : []));
const lineOf = (orderId: string) => db.select().from(ledger).where(eq(ledger.orderId, orderId)).get();
const noDifference = (compared: number) => ({ ok: true, compared, differences: [] });

describe("the nightly comparison with the provider’s books", () => {
  it("finds nothing where money came, went back in part, waits to arrive, and was taken by a bank", async () => {
    await bought(person("Ada"));
    const part = await bought(person("Ben"));
    await giveBack(part.id, 2000);
    await giveBack((await paidWith(PENDING_REFUND)).id, 1000);
    await paidWith(DISPUTED);
    await deliverWebhooks();
    expect(await nextNight()).toEqual(noDifference(4));
    clock.advance(40 * 24 * 60);
    await giveBack(part.id, 1000);
    expect(await nextNight()).toEqual(noDifference(1));
    expect(told()).toEqual([]);
  });

  it("reads on from where it stopped, also after more nights without a response than it reads every night", async () => {
    await bought(person("Ivy"));
    await nextNight();
    const inBetween = await bought(person("Una"));
    clock.advance(9 * 24 * 60);
    await nextNight();
    const intent = lineOf(inBetween.id)?.providerReference ?? "";
    const read = db.select().from(statementLines).where(eq(statementLines.paymentIntentId, intent)).all();
    expect(read).toHaveLength(1);
  });

  it("raises an alarm for what our ledger lost, or has wrong, until it is right again", async () => {
    const [lost, wrong] = [await bought(person("Cid")), await bought(person("Dot"))];
    const line = lineOf(lost.id);
    if (!line) throw new Error("Nothing was paid.");
    db.delete(ledger).where(eq(ledger.orderId, lost.id)).run();
    db.update(ledger).set({ amountPence: 6998 }).where(eq(ledger.orderId, wrong.id)).run();
    const night = await nextNight();
    expect(night.ok && night.differences).toMatchObject([
      { orderId: wrong.id, oursPence: 6998, theirsPence: 6999 },
      { orderId: lost.id, oursPence: 0, theirsPence: 6999 },
    ]);
    expect(told()).toEqual([wrong.id, lost.id]);
    db.insert(ledger).values(line).run();
    db.update(ledger).set({ amountPence: 6999 }).where(eq(ledger.orderId, wrong.id)).run();
    clock.advance(7 * 24 * 60);
    expect(await nextNight()).toMatchObject({ ok: true, differences: [] });
    expect(told()).toEqual([]);
  });

  it("raises one for money the provider has never heard of", async () => {
    const order = await bought(person("Eva"));
    const invented = { orderId: order.id, kind: "refund" as const, amountPence: -500 };
    db.insert(ledger)
      .values({ ...invented, providerReference: "re_invented", at: clock.now })
      .run();
    const night = await nextNight();
    expect(night.ok && night.differences).toMatchObject([{ oursPence: 6499, theirsPence: 6999 }]);
    db.delete(ledger).where(eq(ledger.providerReference, "re_invented")).run();
  });

  it("raises one for a payment that is not in our ledger", async () => {
    const opened = await provider.openCheckout({
      orderId: "nobody",
      orderNumber: "LP-0000-0000",
      attempt: 1,
      totalPence: 700,
      metadata: {},
      customerEmail: "nobody@loop.example",
      lines: [{ name: "A stranger", amountPence: 700, quantity: 1 }],
      successUrl: "http://localhost:3000/payment-success",
      cancelUrl: "http://localhost:3000/payment",
      expiresAt: new Date(clock.now.getTime() + 35 * 60_000),
    });
    if (!opened.ok) throw new Error(opened.message);
    await payWith(opened.url, GOOD_CARD);
    const night = await nextNight();
    expect(night.ok && night.differences).toMatchObject([
      { orderId: null, oursPence: null, theirsPence: 700, reference: expect.stringMatching(/^pi_/) },
    ]);
    expect(told()).toEqual([night.ok && night.differences[0]?.reference]);
  });

  it("says so where the provider does not respond, and raises and settles nothing", async () => {
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    expect(await nextNight()).toEqual({ ok: false, reason: "unavailable" });
    expect(told()).toEqual([]);
  });
});
