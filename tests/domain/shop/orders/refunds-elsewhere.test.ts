import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { refunds } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { resolveAlarm } from "~/domain/kernel/alarms/alarms.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { askRefund } from "~/domain/shop/orders/refunds.server";
import { storeWebhookEvent, workWebhookEvent } from "~/domain/shop/orders/webhooks.server";
import { clock, sandbox } from "../../../support/payment-sandbox";
import {
  alarmsAbout,
  bought,
  brokenInvariants,
  deliverWebhooks,
  ledgerOf,
  ordered,
  paidFor,
} from "../../../support/shop";
import { paymentRow } from "./order-rows";

const FAILS_LATER = "4000 0000 0000 5126";

afterEach(() => {
  sandbox.control.setSwitches({ fault: null });
  expect(brokenInvariants()).toEqual([]);
});

function ask(orderId: string, amountPence = 100): string {
  const asked = write((tx) => askRefund(tx, { orderId, amountPence, reason: "Torn", staffId: "joan" }, clock.now));
  if (!asked.ok) throw new Error(asked.reason);
  return asked.refundId;
}
const refundOf = (id: string) => db.select().from(refunds).where(eq(refunds.id, id)).get();
const intentOf = (orderId: string) => ledgerOf(orderId)[0]?.providerReference ?? "";

describe("news of a refund", () => {
  it("of ours whose response was lost is written to it, and is nothing from outside", async () => {
    const order = await bought();
    const refundId = ask(order.id, 700);
    const made = { paymentIntentId: intentOf(order.id), amountPence: 700, reason: "requested_by_customer" } as const;
    await provider.refund({ ...made, idempotencyKey: `lost-${refundId}`, metadata: { refundId, orderId: order.id } });
    await deliverWebhooks();
    expect(refundOf(refundId)).toMatchObject({ status: "succeeded", providerId: expect.any(String) });
    expect(db.select().from(refunds).where(eq(refunds.orderId, order.id)).all()).toHaveLength(1);
    expect([orderById(order.id)?.refundedPence, alarmsAbout(order.id)]).toEqual([700, []]);
  });

  it("made in the provider's dashboard opens no alarm that staff have resolved", async () => {
    const [other, order] = [await bought(), await bought()];
    await provider.refund({
      ...{ paymentIntentId: intentOf(order.id), amountPence: 700, reason: "requested_by_customer" },
      ...{ idempotencyKey: `dashboard-${order.id}`, metadata: {} },
    });
    await deliverWebhooks();
    const [alarm] = alarmsAbout(order.id);
    resolveAlarm(db, { alarmId: alarm?.id ?? "", staffId: "joan", reason: "Our own." }, clock.now);
    for (const { type, id } of sandbox.control.events()) if (type === "refund.created") sandbox.control.resend(id);
    await deliverWebhooks();
    expect(alarmsAbout(order.id)).toMatchObject([{ times: 1, resolvedAt: clock.now }]);
    expect([orderById(other.id)?.refundedPence, alarmsAbout(other.id)]).toEqual([0, []]);
  });

  it("made there, and failed before we heard of it, moves nothing", async () => {
    const order = await paidFor(ordered(), FAILS_LATER);
    await provider.refund({
      ...{ paymentIntentId: intentOf(order.id), amountPence: 700, reason: "requested_by_customer" },
      ...{ idempotencyKey: `dashboard-${order.id}`, metadata: {} },
    });
    clock.advance(3 * 24 * 60);
    await deliverWebhooks();
    expect(db.select().from(refunds).where(eq(refunds.orderId, order.id)).all()).toEqual([]);
    expect([ledgerOf(order.id).length, alarmsAbout(order.id)]).toEqual([1, []]);
  });

  it("waits while the provider is silent, and is nothing where nobody knows the payment, or it was not accepted", async () => {
    const order = await bought();
    const refused = await bought();
    paymentRow(refused.id, { attempt: 2, status: "refused", paymentIntentId: "pi_refused", returnedAt: clock.now });
    const work = async (payment_intent: string) => {
      const event = { id: `evt_${payment_intent}`, type: "refund.updated", objectId: `re_${payment_intent}` };
      const payload = JSON.stringify({ object: "refund", id: event.objectId, payment_intent });
      storeWebhookEvent({ ...event, payload }, clock.now);
      await workWebhookEvent(event.id, clock.now);
    };
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    for (const intent of ["pi_nowhere", "pi_refused"]) await work(intent);
    await expect(work(intentOf(order.id))).rejects.toThrow("didn’t answer");
    for (const { id } of [order, refused]) expect(alarmsAbout(id)).toEqual([]);
  });

  it("of a charge is heard of by the refund's own message", async () => {
    const order = await bought();
    const payload = JSON.stringify({ object: "charge", id: "ch_1", payment_intent: intentOf(order.id) });
    storeWebhookEvent({ id: `evt_charge_${order.id}`, type: "charge.refunded", objectId: "ch_1", payload }, clock.now);
    await workWebhookEvent(`evt_charge_${order.id}`, clock.now);
    expect(alarmsAbout(order.id)).toEqual([]);
  });
});
