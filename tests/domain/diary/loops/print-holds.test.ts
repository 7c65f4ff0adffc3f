import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { alarms, ledger, orders } from "#db/schema";
import { isPaymentInDoubt, ordersInDoubt } from "~/domain/diary/loops/print-holds.server";
import { creditToBegin, loopOf, NOW, person } from "../../../support/people";
import { voucher } from "../../../support/vouchers";

let counted = 0;

function paidOrder(): string {
  counted += 1;
  const { id: accountId } = person("Ada");
  return db
    .insert(orders)
    .values({
      ...{ number: `LP-HOLD${counted}`, accountId, kind: "loop", status: "PAID", basketKey: `basket ${counted}` },
      ...{ subtotalPence: 6999, totalPence: 6999, pricing: "{}", paidAt: NOW, email: "ada@example.com" },
      ...{ createdAt: NOW, updatedAt: NOW },
    })
    .returning()
    .get().id;
}

function entered(orderId: string, kind: "payment" | "refund" | "dispute" | "dispute_won", amountPence: number) {
  counted += 1;
  db.insert(ledger)
    .values({ orderId, kind, amountPence, providerReference: `reference ${counted}`, at: NOW })
    .run();
}

function alarm(kind: string, objectId: string, given: Partial<typeof alarms.$inferInsert> = {}) {
  counted += 1;
  const days = { raisedAt: NOW, lastSeenAt: NOW, openedAt: NOW };
  db.insert(alarms)
    .values({ kind, objectType: "order", objectId, message: "", dedupeKey: `${kind} ${counted}`, ...days, ...given })
    .run();
}

const isInDoubt = (orderId: string) => ordersInDoubt([orderId]).has(orderId);

describe("an order is in doubt", () => {
  it.each<[what: string, happens: (orderId: string) => void, isDoubtful: boolean]>([
    ["that was paid", (id) => entered(id, "payment", 6999), false],
    ["that was refunded", (id) => entered(id, "refund", -6999), false],
    ["whose payment a bank took back", (id) => entered(id, "dispute", -6999), true],
    [
      "whose payment a bank took and gave back",
      (id) => {
        entered(id, "dispute", -6999);
        entered(id, "dispute_won", 6999);
      },
      false,
    ],
    [
      "whose lost dispute waits for staff",
      (id) => {
        entered(id, "dispute", -6999);
        alarm("dispute_lost", id);
      },
      true,
    ],
    [
      "whose lost dispute staff have resolved",
      (id) => {
        entered(id, "dispute", -6999);
        alarm("dispute_lost", id, { resolvedAt: NOW });
      },
      false,
    ],
    [
      "whose dispute is not resolved, but something else of the same name",
      (id) => {
        entered(id, "dispute", -6999);
        alarm("dispute_lost", id, { objectType: "loop", resolvedAt: NOW });
        alarm("payment_review", id, { resolvedAt: NOW });
        alarm("dispute_lost", paidOrder(), { resolvedAt: NOW });
      },
      true,
    ],
    ["that a bank warned of", (id) => alarm("fraud_warning", id), true],
    ["that is to be looked at", (id) => alarm("payment_review", id), true],
    ["whose warning staff have resolved", (id) => alarm("fraud_warning", id, { resolvedAt: NOW }), false],
    ["with an alarm of another kind", (id) => alarm("late_shipment", id), false],
    ["with a warning of something else", (id) => alarm("fraud_warning", id, { objectType: "payment" }), false],
  ])("%s", (_, happens, isDoubtful) => {
    const [order, other] = [paidOrder(), paidOrder()];
    happens(order);
    expect([isInDoubt(order), isInDoubt(other)]).toEqual([isDoubtful, false]);
    expect(ordersInDoubt([])).toEqual(new Set());
  });
});

describe("a year’s book waits", () => {
  const waits = (loopId: string) => write((tx) => isPaymentInDoubt(tx, loopId));

  it("while the payment of its own order is in doubt", () => {
    const { id } = person("Ben");
    const [loop, other] = [loopOf(id), loopOf(id)];
    const order = paidOrder();
    creditToBegin(id, { orderId: order, voucherId: null, loopId: loop.id, spentAt: NOW });
    creditToBegin(id, { orderId: paidOrder(), voucherId: null, loopId: other.id, spentAt: NOW });
    alarm("fraud_warning", order);
    expect([waits(loop.id), waits(other.id)]).toEqual([true, false]);
  });

  it("while the payment of the voucher it was begun with is in doubt", () => {
    const { id } = person("Cid");
    const [loop, other] = [loopOf(id), loopOf(id)];
    const order = paidOrder();
    for (const [year, orderId] of [
      [loop, order],
      [other, paidOrder()],
    ] as const) {
      const { voucherId } = voucher({ orderId });
      creditToBegin(id, { voucherId, loopId: year.id, spentAt: NOW });
    }
    alarm("fraud_warning", order);
    expect([waits(loop.id), waits(other.id)]).toEqual([true, false]);
  });
});
