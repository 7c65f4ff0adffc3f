import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { refunds } from "#db/schema";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { askRefund, lowerRefundsByBank, promisedOf, sendRefund, settle } from "~/domain/shop/orders/refunds.server";
import { later, NOW, person } from "../../../../support/people";
import { emailsTo } from "../../../people/accounts/mailbox";
import { creditRow, disputeRow, lineRow, orderRow, paymentRow, refundRow } from "../order-rows";

/** What a refund is before the provider has been asked, and after it has responded. */

const refundOf = (id: string) => db.select().from(refunds).where(eq(refunds.id, id)).get();
const subjectsTo = (email: string) => emailsTo(email).map(({ subject }) => subject);

/** An order of £69.99, of which nobody has begun anything. */
function paidOrder(change: Parameters<typeof orderRow>[1] = {}) {
  const order = orderRow(person("Ada"), change);
  creditRow({ orderId: order.id });
  return { ...order, line: lineRow(order.id).id };
}

const ask = (orderId: string, amountPence: number, more = {}) =>
  write((tx) => askRefund(tx, { orderId, amountPence, reason: "Torn", staffId: "joan", ...more }, NOW));

describe("a refund that is asked for", () => {
  it.each([
    ["of all that is left", 6999, {}, { ok: true }],
    ["of a penny", 1, {}, { ok: true }],
    ["of a penny too much", 7000, {}, { ok: false, reason: "too_much" }],
    ["of nothing", 0, {}, { ok: false, reason: "not_a_sum" }],
    ["of half a penny", 0.5, {}, { ok: false, reason: "not_a_sum" }],
    [
      "with a line of another order",
      1,
      { taken: [{ lineId: "elsewhere", quantity: 1 }] },
      { ok: false, reason: "too_many" },
    ],
  ])("%s", (_, pence, more, result) => {
    refundRow(paidOrder().id, { amountPence: 6999 });
    const order = paidOrder();
    expect(ask(order.id, pence, more)).toMatchObject(result);
    expect(promisedOf(order.id)).toBe(result.ok ? pence : 0);
  });

  it("is refused of an order that is not there, not paid, used, or that a bank decides about", () => {
    expect(ask("nowhere", 1)).toEqual({ ok: false, reason: "unknown_order" });
    expect(ask(paidOrder({ paidAt: null }).id, 1)).toEqual({ ok: false, reason: "not_paid" });
    const [used, disputed] = [orderRow(person("Ada")), paidOrder()];
    creditRow({ orderId: used.id, spentAt: NOW });
    expect(ask(used.id, 6999)).toEqual({ ok: false, reason: "used" });
    disputeRow(disputed.id, { amountPence: 1 });
    expect(ask(disputed.id, 1)).toEqual({ ok: false, reason: "disputed" });
    for (const { id } of [used, disputed]) expect(promisedOf(id)).toBe(0);
  });

  it("leaves of its order what other refunds leave, of which failed ones take nothing, and what a bank gave back", () => {
    const order = paidOrder();
    refundRow(order.id, { amountPence: 1000 });
    refundRow(order.id, { amountPence: 2000, status: "succeeded" });
    refundRow(order.id, { amountPence: 4000, status: "failed" });
    disputeRow(order.id, { stage: "lost", amountPence: 500 });
    expect(promisedOf(order.id)).toBe(3500);
    expect(ask(order.id, 3500)).toEqual({ ok: false, reason: "too_much" });
    expect(ask(order.id, 3499).ok).toBe(true);
  });

  it("fails at once where its order has no payment that could be given back, though another's has", async () => {
    const [order, other] = [paidOrder(), paidOrder()];
    paymentRow(order.id, { status: "expired", paymentIntentId: "pi_expired" });
    paymentRow(other.id, { paymentIntentId: "pi_elsewhere" });
    const refund = refundRow(order.id);
    expect(await sendRefund(refund.id, NOW)).toBe("failed");
    expect(await sendRefund("nowhere", NOW)).toBe("unknown");
  });
});

describe("the status of a refund", () => {
  it("is written of that refund and its order alone, and their alarm ends", () => {
    const [order, other] = [paidOrder(), paidOrder()];
    const [refund, elsewhere] = [refundRow(order.id, { amountPence: 6999 }), refundRow(other.id)];
    const about = { kind: "refund_waits", objectType: "order", message: "It waits." } as const;
    for (const { id, orderId } of [refund, elsewhere])
      write((tx) => raiseAlarm(tx, { ...about, objectId: orderId, dedupeKey: `refund-waits:${id}` }, NOW));
    settle(refund, { status: "succeeded", providerId: `re_${refund.id}` }, later(1));
    settle(refund, { status: "succeeded" }, later(2));
    expect(refundOf(refund.id)).toMatchObject({ status: "succeeded", providerId: `re_${refund.id}` });
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
    expect([refundOf(elsewhere.id), orderById(other.id)?.refundedPence]).toEqual([elsewhere, 0]);
    settle(refund, { status: "failed" }, later(3));
    expect(orderById(order.id)).toMatchObject({ status: "PAID", refundedPence: 0 });
  });
});

describe("refunds that are not sent when a bank pays the buyer back", () => {
  it("are lowered to what is left, and no other is", () => {
    const [order, other] = [paidOrder(), paidOrder()];
    const sent = refundRow(order.id, { amountPence: 1000, providerId: "re_sent" });
    const arrived = refundRow(order.id, { amountPence: 500, status: "succeeded" });
    const failed = refundRow(order.id, { amountPence: 6999, status: "failed" });
    const elsewhere = refundRow(other.id, { amountPence: 6999 });
    const unsent = refundRow(order.id, { amountPence: 5000 });
    disputeRow(order.id, { stage: "lost", amountPence: 2000 });
    disputeRow(other.id, { stage: "lost", amountPence: 2000 });
    write((tx) => lowerRefundsByBank(tx, order, later(60)));
    expect(refundOf(unsent.id)).toMatchObject({ status: "pending", amountPence: 3499 });
    for (const row of [sent, arrived, failed, elsewhere]) expect(refundOf(row.id)).toEqual(row);
    expect(subjectsTo(order.email)).toEqual([]);
  });

  it("stay as they are where there is enough for both", () => {
    const order = paidOrder();
    const refund = refundRow(order.id, { amountPence: 4999 });
    disputeRow(order.id, { stage: "lost", amountPence: 2000 });
    write((tx) => lowerRefundsByBank(tx, order, later(60)));
    expect(refundOf(refund.id)).toEqual(refund);
  });

  it("end where nothing is left, and their buyer is told why", () => {
    const order = paidOrder();
    const refund = refundRow(order.id, { amountPence: 4999 });
    disputeRow(order.id, { stage: "lost", amountPence: 6999 });
    write((tx) => lowerRefundsByBank(tx, order, later(60)));
    expect(refundOf(refund.id)).toMatchObject({ status: "failed", amountPence: 4999 });
    expect(subjectsTo(order.email)).toEqual([`Your bank has paid you back for order ${order.number}`]);
  });
});
