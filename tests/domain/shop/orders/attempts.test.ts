import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discounts, type payments } from "#db/schema";
import { beginAttempt, recordPaymentEvent, wasProcessing } from "~/domain/shop/orders/attempts.server";
import { latestPayment } from "~/domain/shop/orders/payments.server";
import { later, NOW, person } from "../../../support/people";
import { orderRow, paymentRow } from "./order-rows";

type Order = ReturnType<typeof orderRow>;
type Given = Partial<typeof payments.$inferInsert>;

const PENDING = { status: "PENDING", paidAt: null } as const;
const inMinutes = (minutes: number) => later(minutes * 60);
const pending = (buyer = person("Ada"), given = {}) => orderRow(buyer, { ...PENDING, ...given });
const open = (order: Order, given: Given = {}) =>
  paymentRow(order.id, { status: "open", expiresAt: inMinutes(30), ...given });
const begin = (order: Order) => {
  const begun = beginAttempt(order, "page", NOW);
  return begun && { attempt: begun.attempt, outdated: begun.outdated.map(({ id }) => id) };
};

describe("paying an order", () => {
  it.each([
    ["the open one", {}, true],
    ["none in the other checkout mode", { checkoutMode: "element" }, false],
    ["none for another sum", { amountPence: 5999 }, false],
    ["one that is open for more than five minutes", { expiresAt: later(301) }, true],
    ["none that is open for five minutes", { expiresAt: inMinutes(5) }, false],
    [
      "one to be opened that the provider keeps for half an hour",
      { status: "opening", expiresAt: later(26 * 60 + 1) },
      true,
    ],
    ["none to be opened for less", { status: "opening", expiresAt: inMinutes(26) }, false],
    ["none whose money was on its way", { expiresAt: later(30 * 60 + 1) }, false],
  ] as const)("goes on with %s, and closes others", (_, given, goesOn) => {
    open(pending());
    const order = pending();
    const earlier = open(order, { attempt: 3, ...given });
    const begun = begin(order);
    expect(begun?.attempt).toMatchObject(
      goesOn ? { id: earlier.id } : { attempt: 4, status: "opening", amountPence: 6999, expiresAt: inMinutes(30) },
    );
    expect(begun?.outdated).toEqual(goesOn ? [] : [earlier.id]);
  });

  it("leaves what has ended alone", () => {
    const order = pending();
    for (const [attempt, status] of (["failed", "expired"] as const).entries()) open(order, { attempt, status });
    expect(begin(order)).toMatchObject({ attempt: { attempt: 2 }, outdated: [] });
  });

  it("waits until a wrong sum is sent back", () => {
    const [order, returned] = [pending(), pending()];
    open(order, { status: "refused" });
    open(returned, { status: "refused", returnedAt: NOW });
    expect(begin(order)).toBeUndefined();
    expect(begin(returned)).toMatchObject({ attempt: { attempt: 2 } });
  });
});

describe("other orders of a buyer", () => {
  let codes = 0;
  function discount(firstOrderOnly = false) {
    codes += 1;
    const kind = { type: "PERCENTAGE", value: 10, firstOrderOnly } as const;
    return db
      .insert(discounts)
      .values({ code: `RIVAL${codes}`, ...kind, createdAt: NOW, updatedAt: NOW })
      .returning()
      .get().id;
  }

  it.each([
    ["with the same discount are closed", "same", false, {}, {}, true],
    ["with another discount are not", "other", false, {}, {}, false],
    ["with another discount for first orders are closed, where this one is for those", "other", true, {}, {}, true],
    ["that are paid are not", "same", false, { status: "PAID", paidAt: NOW }, {}, false],
    ["of which nothing can be paid are not", "same", false, {}, { status: "expired" }, false],
  ] as const)("%s", (_, which, isForFirst, given, payment, isClosed) => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    discount(true);
    const discountId = discount(isForFirst);
    const other = pending(ada, { discountId: which === "same" ? discountId : discount(isForFirst), ...given });
    const rival = open(other, payment);
    open(pending(ada));
    open(pending(ben, { discountId }));
    const order = pending(ada, { discountId });
    const own = open(order);
    const begun = begin(order);
    expect(begun?.attempt.id).toBe(own.id);
    expect(begun?.outdated).toEqual(isClosed ? [rival.id] : []);
  });

  it("with a usual discount are not closed for one for first orders, nor the other way", () => {
    const [usual, first] = [discount(), discount(true)];
    for (const [mine, theirs] of [[usual, first] as const, [first, usual] as const]) {
      const ada = person("Ada");
      open(pending(ada, { discountId: theirs }));
      expect(begin(pending(ada, { discountId: mine }))?.outdated).toEqual([]);
    }
  });

  it("are not looked for where their buyer has left", () => {
    const order = { ...pending(person("Ada"), { discountId: discount() }), accountId: null };
    expect(begin(order)?.outdated).toEqual([]);
  });
});

describe("an event of a payment", () => {
  it("moves that payment alone, and one that has ended stays", () => {
    const [one, other, paid] = [open(pending()), open(pending()), open(pending(), { status: "paid" })];
    expect(recordPaymentEvent(db, one.id, "closed", NOW)?.status).toBe("expired");
    expect(recordPaymentEvent(db, paid.id, "closed", NOW)).toBeUndefined();
    expect([one, other, paid].map(({ orderId }) => latestPayment(orderId)?.status)).toEqual([
      ...["expired", "open", "paid"],
    ]);
  });

  it("is a sign that money was on its way only where it was kept open for longer than half an hour", () => {
    expect(
      [inMinutes(30), later(30 * 60 + 1), null].map((expiresAt) => wasProcessing(open(pending(), { expiresAt }))),
    ).toEqual([...[false, true, false]]);
  });
});
