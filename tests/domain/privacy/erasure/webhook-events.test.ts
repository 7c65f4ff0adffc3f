import { expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { orders, payments, webhookEvents } from "#db/schema";
import { emptyWebhookEvent, webhookEventsAbout } from "~/domain/privacy/erasure/webhook-events.server";
import { NOW } from "../../../support/people";

const at = { createdAt: NOW, updatedAt: NOW };

function orderPaidBy(paymentIntentId: string): string {
  const sums = { subtotalPence: 1, totalPence: 1, pricing: "{}", email: "" };
  const { id } = db
    .insert(orders)
    .values({ number: paymentIntentId, basketKey: paymentIntentId, kind: "gift", status: "PAID", ...sums, ...at })
    .returning()
    .get();
  db.insert(payments)
    .values({ orderId: id, attempt: 1, amountPence: 1, paymentIntentId, ...at })
    .run();
  return id;
}

it("the provider’s events about somebody name them, their order or their payment, and are emptied alone", () => {
  const [hers, his] = [orderPaidBy("pi_hers"), orderPaidBy("pi_his")];
  const payloads = {
    email: '{"receipt_email":"ADA@example.com"}',
    order: `{"orderId":"${hers}"}`,
    payment: '{"payment_intent":"pi_hers"}',
    other: `{"receipt_email":"ben@example.com","orderId":"${his}","payment_intent":"pi_his"}`,
    empty: "",
  };
  for (const [id, payload] of Object.entries(payloads))
    db.insert(webhookEvents)
      .values({ id, type: "charge.updated", objectId: "ch_1", payload, receivedAt: NOW, processedAt: NOW })
      .run();
  const found = webhookEventsAbout({ email: "Ada@example.com" }, [hers]);
  expect(found.map(({ id }) => id).sort()).toEqual(["email", "order", "payment"]);
  write((tx) => {
    for (const event of found) emptyWebhookEvent(tx, event);
  });
  const left = db.select().from(webhookEvents).all();
  expect(left.filter(({ payload }) => payload !== "").map(({ id }) => id)).toEqual(["other"]);
});
