import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loops, orders, refunds } from "#db/schema";
import { cancelOffersOf, cancelOrder, cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { loopOf, NOW, person } from "../../../../support/people";
import { cancelAsShown } from "../../../../support/shop";
import { voucher } from "../../../../support/vouchers";
import { creditRow, lineRow, orderRow, refundRow, shipmentRow } from "../order-rows";

type Buyer = ReturnType<typeof person>;
type Credit = Partial<Parameters<typeof creditRow>[0]>;

const reasonOf = (buyer: Buyer, orderId: string) => {
  const state = cancelStateOf(buyer.id, orderId, NOW);
  return state && (state.ok ? state.offer.thing : state.reason);
};

/** An order whose year starts tomorrow. */
function dated(buyer: Buyer, credit: Credit = {}) {
  const order = orderRow(buyer);
  const loopId = loopOf(buyer.id, { startDay: "2026-11-21" }).id;
  creditRow({ accountId: buyer.id, orderId: order.id, loopId, spentAt: NOW, ...credit });
  return { order, loopId };
}

describe("what can be cancelled", () => {
  it("is a person's own paid orders alone", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [order, others] = [orderRow(ada), orderRow(ben)];
    const unpaid = orderRow(ada, { paidAt: null, status: "PENDING" });
    expect([...cancelOffersOf(ada.id, NOW).keys()]).toEqual([order.id]);
    for (const { id } of [others, unpaid]) expect(cancelStateOf(ada.id, id, NOW)).toBeUndefined();
  });

  it("is not what an order that is not theirs bought", async () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const others = orderRow(ben);
    expect(await cancelOrder(ada.id, others.id, "loop 6999", NOW)).toEqual({ ok: false, reason: "not_found" });
  });

  it("is a year whose copies are not ordered, whatever is printed of other years, and of this one", () => {
    const ada = person("Ada");
    const [{ order, loopId }, other] = [dated(ada), dated(ada)];
    shipmentRow({ loopId });
    shipmentRow({ loopId: other.loopId, orderId: orderRow(ada, { kind: "book_copies" }).id });
    expect(reasonOf(ada, order.id)).toBe("dated_loop");
    expect(reasonOf(ada, other.order.id)).toBe("copies_first");
  });

  it("is a year that goes on, and not one that is cancelled", () => {
    const ada = person("Ada");
    const [going, cancelled] = [dated(ada), dated(ada, { cancelledAt: NOW })];
    expect([reasonOf(ada, going.order.id), reasonOf(ada, cancelled.order.id)]).toEqual([
      ...["dated_loop", "already_cancelled"],
    ]);
  });

  it("is copies of which none is at the printer", () => {
    const ada = person("Ada");
    const [waiting, begun] = [orderRow(ada, { kind: "book_copies" }), orderRow(ada, { kind: "book_copies" })];
    shipmentRow({ orderId: waiting.id });
    shipmentRow({ orderId: begun.id, state: "printing" });
    expect([reasonOf(ada, waiting.id), reasonOf(ada, begun.id)]).toEqual(["copies", "at_printer"]);
  });

  it("is a gift by the year that its own voucher began", () => {
    const [jean, maya] = [person("Jean"), person("Maya")];
    const [started, ahead, open] = ["2026-11-20", "2026-11-21", null].map((startDay) => {
      const order = orderRow(jean, { kind: "gift" });
      const { voucherId } = voucher({ orderId: order.id }, { status: startDay ? "REDEEMED" : "ACTIVE" });
      if (startDay) {
        const loopId = loopOf(maya.id, { startDay }).id;
        creditRow({ accountId: maya.id, voucherId, loopId, spentAt: NOW });
      }
      return order.id;
    });
    expect([started, ahead, open].map((id) => reasonOf(jean, id ?? ""))).toEqual([
      ...["gift_started", "redeemed_gift", "voucher"],
    ]);
  });
});

it("a gift whose year its writer has deleted is settled by hand", async () => {
  const [jean, maya] = [person("Jean"), person("Maya")];
  const order = orderRow(jean, { kind: "gift" });
  lineRow(order.id);
  const { voucherId } = voucher({ orderId: order.id }, { status: "REDEEMED" });
  creditRow({ accountId: maya.id, voucherId, spentAt: NOW });
  expect(await cancelAsShown(jean.id, order.id, NOW)).toEqual({ ok: false, reason: "ask_us" });
});

it("an order of nothing is cancelled alone, with an email that says so", async () => {
  const ada = person("Ada");
  const free = { subtotalPence: 0, totalPence: 0 };
  const [order, other] = [orderRow(ada, free), orderRow(ada, free)];
  for (const { id } of [order, other]) {
    lineRow(id, { unitPence: 0 });
    creditRow({ accountId: ada.id, orderId: id });
  }
  expect(await cancelOrder(ada.id, order.id, "loop 0", NOW)).toMatchObject({ ok: true, refund: "none" });
  expect([reasonOf(ada, order.id), reasonOf(ada, other.id)]).toEqual(["already_cancelled", "loop"]);
});

describe("what a cancelled order takes back", () => {
  const takenOf = (orderId: string) =>
    db.select().from(refunds).where(eq(refunds.orderId, orderId)).all().at(-1)?.taken;

  /** A year that started today at its buyer's wish. */
  function started() {
    const { order, loopId } = dated(person("Ada"));
    db.update(orders).set({ startRequestedAt: NOW }).where(eq(orders.id, order.id)).run();
    db.update(loops).set({ startDay: "2026-11-20" }).where(eq(loops.id, loopId)).run();
    return { order, lineId: lineRow(order.id).id };
  }
  const cancel = (order: ReturnType<typeof orderRow>) => cancelAsShown(order.accountId ?? "", order.id, NOW);

  it("is everything with all of the money, and is named line by line where a share is kept", async () => {
    const [whole, { order, lineId }] = [dated(person("Ada")).order, started()];
    lineRow(whole.id);
    expect([(await cancel(whole)).ok, (await cancel(order)).ok]).toEqual([true, true]);
    expect([takenOf(whole.id), takenOf(order.id)]).toEqual([[], [{ lineId, quantity: 1 }]]);
  });

  it("is no line a second time that staff have taken back", async () => {
    const { order, lineId } = started();
    refundRow(order.id, { taken: [{ lineId, quantity: 1 }], status: "succeeded" });
    expect((await cancel(order)).ok).toBe(true);
    expect(takenOf(order.id)).toEqual([]);
  });

  it.each([6999, 0])("is nothing where what it bought contradicts itself: %i pence", async (pence) => {
    const jean = person("Jean");
    const order = orderRow(jean, { kind: "gift", subtotalPence: pence, totalPence: pence });
    voucher({ orderId: order.id }, { status: "REDEEMED" });
    await expect(cancel(order)).rejects.toThrow(order.number);
    expect(orderById(order.id)?.status).toBe("PAID");
  });
});
