import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, loopCredits, refunds } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { correctAddress, ORDER_LIST, orderData } from "~/domain/shop/orders/admin-orders.server";
import { deliveryAddressOf, orderById } from "~/domain/shop/orders/orders.server";
import { anAddress } from "../../../support/addresses";
import { auditEventsOn } from "../../../support/audit-events";
import { loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { lineRow, orderRow, paymentRow } from "./order-rows";

describe("the list of orders", () => {
  it("is read from an index alone in every order that its headings offer, in any status", () => {
    for (const sort of ORDER_LIST.orders) {
      for (const status of ["all", "PENDING", "REFUNDED"] as const) {
        const plans = plansOf(() => ORDER_LIST.read({ status, sort }, { now: NOW, role: "support" }));
        const index = sort.endsWith("total") ? "orders_total" : "orders_created";
        expect([sort, status, plans]).toEqual([
          sort,
          status,
          expect.arrayContaining([`SCAN orders USING COVERING INDEX ${index}`]),
        ]);
      }
    }
  });

  it("that is searched reads what the words find, in whichever order", () => {
    for (const sort of ORDER_LIST.orders) {
      const plans = plansOf(() => ORDER_LIST.read({ q: "LP-7Q", status: "PAID", sort }, { now: NOW, role: "support" }));
      expect(plans.filter((plan) => plan.startsWith("SCAN orders"))).toEqual([]);
    }
  });

  it("finds by the beginning of a number in small letters, and by the beginning of an email", () => {
    const [ada, ben] = [person("Ada", { email: "ada@orders.example" }), person("Ben", { email: "ben@orders.example" })];
    const [first, second] = [orderRow(ada), orderRow(ada)];
    orderRow(ben);
    const found = (q: string) => ORDER_LIST.read({ q }, { now: NOW, role: "support" }).rows.map(({ id }) => id);
    expect(found(first.number.toLowerCase())).toEqual([first.id]);
    expect(found("ada@ord").sort()).toEqual([first.id, second.id].sort());
    expect(found("nobody@orders.example")).toEqual([]);
  });
});

describe("an order as staff see it", () => {
  it("has its own lines, payments and refunds, and leads to its buyer's account", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [order, other] = [ada, ben].map((buyer) => {
      const row = orderRow(buyer);
      const refund = { orderId: row.id, amountPence: 100, reason: buyer.firstName, createdAt: NOW, updatedAt: NOW };
      db.insert(refunds).values(refund).run();
      return { ...row, line: lineRow(row.id), payment: paymentRow(row.id) };
    });
    for (const [one, buyer] of [[order, ada] as const, [other, ben] as const])
      expect(orderData(one?.id ?? "")).toMatchObject({
        order: { id: one?.id },
        lines: [{ id: one?.line.id }],
        tries: [{ id: one?.payment.id }],
        refunds: [{ reason: buyer.firstName }],
        buyerId: buyer.id,
      });
    expect(orderData("nowhere")).toBeUndefined();
  });

  it("leads to no account where a guest bought it", () => {
    const names = { email: "gwen@orders.example", firstName: "Gwen", lastName: "Marsh" };
    const id = saveGuest({ guestId: undefined, basketKey: "guest-of-staff" }, names, NOW);
    const guest = db.select().from(accounts).where(eq(accounts.id, id)).get();
    expect(orderData(orderRow(guest ?? person("Nobody")).id)?.buyerId).toBeNull();
  });
});

describe("an address that staff correct", () => {
  const typed = anAddress({ line1: "9 Quay Street" });
  const correct = (orderId: string) => correctAddress(orderId, typed, { staffId: "joan", reason: "She rang" }, NOW);
  const lineOf = (orderId: string) => deliveryAddressOf(orderById(orderId) ?? { deliveryAddress: null })?.line1;

  it("is that of this order alone, and is in its history with the reason", () => {
    const before = { deliveryAddress: JSON.stringify(anAddress({ line1: "4 Larch Row" })) };
    const [order, other] = [orderRow(person("Ada"), before), orderRow(person("Ben"), before)];
    expect(correct(order.id)).toEqual({ ok: true });
    expect([lineOf(order.id), lineOf(other.id)]).toEqual(["9 Quay Street", "4 Larch Row"]);
    expect(auditEventsOn(order.id)).toMatchObject([{ action: "orders.correct_address", reason: "She rang" }]);
    expect(correct("nowhere")).toEqual({ ok: false, reason: "not_found" });
  });

  it("stays as it is once the book of this order is at the printer", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const [printed, other] = [orderRow(ada), orderRow(ben)];
    for (const [order, status] of [[printed, "PRINTING"] as const, [other, "COMPLETED"] as const]) {
      const loopId = loopOf(order.accountId ?? "", { status }).id;
      const credit = { accountId: order.accountId, theme: "pet", type: "puppys-first-year", createdAt: NOW };
      db.insert(loopCredits)
        .values({ ...credit, orderId: order.id, loopId, spentAt: NOW })
        .run();
    }
    expect(correct(printed.id)).toEqual({ ok: false, reason: "printing" });
    expect(correct(other.id)).toEqual({ ok: true });
  });
});
