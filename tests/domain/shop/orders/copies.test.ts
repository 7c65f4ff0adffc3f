import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { orders, shipments } from "#db/schema";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { placeCopiesOrder, queueCopies, quoteCopies } from "~/domain/shop/orders/copies.server";
import { linesOf, orderById } from "~/domain/shop/orders/orders.server";
import { anAddress } from "../../../support/addresses";
import { loopOf, NOW, person } from "../../../support/people";
import { creditRow, lineRow, orderRow } from "./order-rows";

type Buyer = ReturnType<typeof person>;

const copyOf = (loopId: string, quantity = 1) => ({ itemId: itemIdOf(loopId, "standard"), quantity });
const place = (buyer: Buyer, basketKey: string, items: ReturnType<typeof copyOf>[]) => {
  const { id: accountId, email, firstName, lastName, isTest } = buyer;
  const address = anAddress();
  return placeCopiesOrder({ accountId, basketKey, items, address, buyer: { email, firstName, lastName, isTest } }, NOW);
};

describe("copies of a book", () => {
  it("can be ordered by its owner alone, and not of a year that was cancelled", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [own, cancelled, others] = [ada, ada, ben].map(({ id }) => loopOf(id).id);
    creditRow({ accountId: ada.id, voucherId: "cancelled-year", loopId: cancelled, spentAt: NOW, cancelledAt: NOW });
    const items = [own, cancelled, others, "nowhere"].map((loopId) => copyOf(loopId ?? ""));
    expect(quoteCopies(ada.id, items).lines.map(({ loopId }) => loopId)).toEqual([own]);
    expect(quoteCopies(ada.id, []).lines).toEqual([]);
    expect(place(ada, "others", [copyOf(others ?? "")])).toEqual({ ok: false, reason: "empty" });
  });

  it("ordered again from one basket change that order and no other, until it is paid", () => {
    const ada = person("Ada");
    const { id } = loopOf(ada.id);
    const [first, other] = [place(ada, "one", [copyOf(id)]), place(ada, "other", [copyOf(id, 2)])];
    const again = place(ada, "one", [copyOf(id, 3)]);
    if (!first.ok || !other.ok || !again.ok) throw new Error("An order was refused.");
    expect(again.order.id).toBe(first.order.id);
    expect([first, other].map(({ order }) => linesOf(order.id).map(({ quantity }) => quantity))).toEqual([[3], [2]]);
    expect(orderById(other.order.id)).toEqual(other.order);
    db.update(orders).set({ status: "PAID", paidAt: NOW }).where(eq(orders.id, first.order.id)).run();
    expect(place(ada, "one", [copyOf(id, 4)])).toMatchObject({ ok: false, reason: "already_paid" });
    expect(linesOf(first.order.id).map(({ quantity }) => quantity)).toEqual([3]);
  });

  it("of a paid order are queued for the printer, one shipment for each of its books", () => {
    const ada = person("Ada");
    const [order, other] = [orderRow(ada, { kind: "book_copies" }), orderRow(ada, { kind: "book_copies" })];
    const [one, two, three] = [loopOf(ada.id).id, loopOf(ada.id).id, loopOf(ada.id).id];
    for (const loopId of [one, one, two]) lineRow(order.id, { loopId });
    lineRow(other.id, { loopId: three });
    write((tx) => queueCopies(tx, order, NOW));
    const queued = db.select().from(shipments).where(eq(shipments.orderId, order.id)).all();
    expect(queued.map(({ loopId }) => loopId).sort()).toEqual([one, two].sort());
  });
});
