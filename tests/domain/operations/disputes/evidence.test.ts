import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, entries, loopCredits, payments, sessions, shipments } from "#db/schema";
import { evidenceOf } from "~/domain/operations/disputes/evidence.server";
import { orderRow } from "../../../support/orders";
import { later, loopOf, NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

type Given = Parameters<typeof orderRow>[0];

/** A buyer with an order, its payment, its year with a week in it, a shipment and a sign-in, all marked by their name. */
function customer(name: string, given: Given = {}) {
  const buyer = person(name);
  const order = orderRow({ accountId: buyer.id, firstName: name, email: buyer.email, createdAt: NOW, ...given });
  const { id: loopId } = loopOf(buyer.id, { startDay: "2026-11-20" });
  const times = { createdAt: NOW, updatedAt: NOW };
  db.insert(payments)
    .values({
      orderId: order.id,
      attempt: 1,
      status: "paid",
      amountPence: 1,
      cardBrand: "visa",
      cardLast4: name,
      ...times,
    })
    .run();
  db.insert(loopCredits)
    .values({ accountId: buyer.id, orderId: order.id, theme: "pet", type: "puppys-first-year", loopId, createdAt: NOW })
    .run();
  db.insert(entries)
    .values({ loopId, week: 1, prompt: "?", content: "-", ...times })
    .run();
  db.insert(shipments)
    .values({ loopId, state: "shipped", carrier: name, trackingNumber: "1", shippedAt: NOW, ...times })
    .run();
  const session = { keyHash: name, id: name, accountId: buyer.id, createdAt: NOW, seenAt: NOW, expiresAt: later(9) };
  db.insert(sessions).values(session).run();
  return { buyer, order, loopId };
}

let written = 0;
function email(accountId: string, subject: string, given: Partial<typeof emails.$inferInsert> = {}) {
  written += 1;
  const texts = { toName: "", toEmail: `${subject}@example.org`, subject, textBody: "", htmlBody: "" };
  const key = `evidence-${written}`;
  db.insert(emails)
    .values({
      ...{ kind: "refund", accountId, ...texts, dedupeKey: key, messageId: key, state: "sent", sentAt: NOW },
      ...{ nextTryAt: NOW, createdAt: NOW, ...given },
    })
    .run();
}
const factsOf = (orderId: string) =>
  Object.fromEntries((evidenceOf(orderId, NOW)?.items ?? []).map(({ kind, facts }) => [kind, facts.join("\n")]));

describe("the evidence of an order", () => {
  it("is of its own payment, year, parcel and buyer, and of no other", () => {
    customer("Ada");
    const { order } = customer("Ben");
    customer("Cid");
    const facts = factsOf(order.id);
    expect(facts.receipt).toContain(`Order ${order.number}`);
    expect(facts.receipt).toContain("Visa ending in Ben");
    expect(facts.tracking).toBe("Ben 1, posted 20 November 2026");
    expect(facts.use).toContain("1 week written, last on 20 November 2026");
    expect(facts.use).toContain("1 sign-in on record");
    expect(evidenceOf("nothing", NOW)).toBeUndefined();
  });

  it("has the emails about it that reached its buyer since it was placed", () => {
    const [{ buyer, order }, other] = [customer("Dan"), customer("Eva")];
    email(buyer.id, "sent");
    email(buyer.id, "before", { createdAt: later(-1) });
    email(buyer.id, "waiting", { state: "waiting", sentAt: null });
    email(buyer.id, "dead", { state: "dead" });
    email(buyer.id, "secret", { kind: "password_reset" });
    email(other.buyer.id, "another");
    expect(factsOf(order.id).emails).toMatch(/^Refund, [^\n]*, to sent@example.org$/);
  });

  it("names a card only where that payment went through", () => {
    const { order } = customer("Fay");
    db.$client.prepare("UPDATE payments SET status = 'failed' WHERE order_id = ?").run(order.id);
    expect(factsOf(order.id).receipt).not.toContain("ending in");
  });

  it.each([
    [
      "was never paid",
      { paidAt: null, status: "PENDING" },
      { receipt: "It was never paid.", terms: "It was never paid." },
    ],
    [
      "has delivery to pay for",
      { deliveryPence: 395, totalPence: 7394 },
      { receipt: expect.stringContaining("Delivery, £3.95") },
    ],
    [
      "has none",
      {},
      { receipt: expect.not.stringContaining("Delivery"), terms: expect.not.stringContaining("Asked us") },
    ],
    ["was to start at once", { startRequestedAt: NOW }, { terms: expect.stringContaining("Asked us to start") }],
  ] as const)("that %s says so", (name, given, expected) => {
    expect(factsOf(customer(name, given).order.id)).toMatchObject(expected);
  });

  it("of a gift names when it was redeemed, and nothing of what its reader does", () => {
    const { order, loopId } = customer("Gil");
    const { id: orderId } = orderRow();
    const { voucherId } = voucher({ orderId });
    db.$client
      .prepare("UPDATE loop_credits SET order_id = NULL, voucher_id = ? WHERE loop_id = ?")
      .run(voucherId, loopId);
    expect(factsOf(orderId).use).toBe(
      "The gift was redeemed on 20 November 2026\nThe year started on 20 November 2026",
    );
    expect(factsOf(order.id).use).toBe("Nobody has used it yet.");
  });
});
