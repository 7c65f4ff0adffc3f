import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, orders, payments, shipments } from "#db/schema";
import { guestOf, saveGuest } from "~/domain/people/accounts/guests.server";
import { emptyOldOrders } from "~/domain/privacy/erasure/old-orders.server";
import { creditToBegin, loopOf, NOW, person } from "../../../support/people";

const DAY = 24 * 3600 * 1000;
const daysAgo = (days: number, milliseconds = 0) => new Date(NOW.getTime() - days * DAY - milliseconds);
let counted = 0;

function orderOf(accountId: string | null, createdAt: Date, paidAt: Date | null) {
  counted += 1;
  const { id } = db
    .insert(orders)
    .values({
      number: `LP-OLD${counted}`,
      accountId,
      basketKey: `old-basket-${counted}`,
      kind: "loop",
      status: paidAt ? "PAID" : "PENDING",
      ...{ subtotalPence: 6999, totalPence: 6999, pricing: "{}" },
      ...{ email: "jean@example.com", firstName: "Jean", lastName: "Marsh" },
      deliveryAddress: '{"line1":"14 Weavers Row"}',
      giftDetails: '{"recipientName":"Bob"}',
      ...{ createdAt, paidAt, updatedAt: createdAt },
    })
    .returning()
    .get();
  db.insert(payments)
    .values({
      orderId: id,
      attempt: 1,
      amountPence: 6999,
      ...{ cardBrand: "visa", cardLast4: "4242", createdAt, updatedAt: createdAt },
    })
    .run();
  return id;
}

const EMPTY = {
  ...{ email: "", firstName: "", lastName: "", accountId: null, deliveryAddress: null, giftDetails: null },
  totalPence: 6999,
};
const rowOf = (id: string) => db.select().from(orders).where(eq(orders.id, id)).get();
const cardOf = (id: string) => db.select().from(payments).where(eq(payments.orderId, id)).get()?.cardLast4 ?? null;

it("an order that was never paid is emptied of its person after 30 days, to the millisecond, and again changes nothing", () => {
  const { id: accountId } = person("Jean");
  const [kept, gone] = [orderOf(accountId, daysAgo(30), null), orderOf(accountId, daysAgo(30, 1), null)];
  expect(emptyOldOrders(NOW)).toBe(1);
  expect([rowOf(kept)?.email, cardOf(kept)]).toEqual(["jean@example.com", "4242"]);
  expect(rowOf(gone)).toMatchObject(EMPTY);
  expect(cardOf(gone)).toBeNull();
  expect(emptyOldOrders(NOW)).toBe(0);
});

it("a paid order keeps its person for six years, and then its sums alone", () => {
  const { id: accountId } = person("Jean");
  const [young, old] = ["2020-11-20T10:00:00.000Z", "2020-11-20T09:59:59.999Z"].map((at) =>
    orderOf(accountId, new Date(at), new Date(at)),
  );
  expect(emptyOldOrders(NOW)).toBe(1);
  expect(rowOf(young ?? "")?.firstName).toBe("Jean");
  expect(rowOf(old ?? "")).toMatchObject(EMPTY);
  expect(db.select().from(accounts).where(eq(accounts.id, accountId)).get()).toBeDefined();
});

const guest = (basketKey: string) =>
  saveGuest(
    { guestId: undefined, basketKey },
    { email: "jean@example.com", firstName: "Jean", lastName: "Marsh" },
    NOW,
  );

it("a guest goes with their last order, and stays as long as another one names them", () => {
  const [leaving, staying] = [guest("one"), guest("two")];
  orderOf(leaving, daysAgo(31), null);
  orderOf(staying, daysAgo(31), null);
  orderOf(staying, daysAgo(31), daysAgo(31));
  expect(emptyOldOrders(NOW)).toBe(2);
  expect([guestOf(leaving), guestOf(staying)?.firstName]).toEqual([undefined, "Jean"]);
});

it("a guest who has a year stays, as does one whose basket was never ordered", () => {
  const [leaving, writing, choosing] = [guest("three"), guest("four"), guest("five")];
  loopOf(person("Ada").id);
  loopOf(writing);
  for (const id of [leaving, writing]) orderOf(id, daysAgo(31), null);
  expect(emptyOldOrders(NOW)).toBe(2);
  expect([leaving, writing, choosing].map((id) => guestOf(id)?.id)).toEqual([undefined, writing, choosing]);
});

it("the book of an old order’s year loses its address, and no other book does", () => {
  const { id } = person("Jean");
  const long = new Date("2020-11-20T09:59:59.999Z");
  const bookOf = (paidAt: Date) => {
    const loopId = loopOf(id).id;
    creditToBegin(id, { orderId: orderOf(id, paidAt, paidAt), voucherId: null, loopId, spentAt: NOW });
    const sent = { loopId, deliveryAddress: '{"line1":"14 Weavers Row"}', createdAt: NOW, updatedAt: NOW };
    return db
      .insert(shipments)
      .values(sent as typeof shipments.$inferInsert)
      .returning()
      .get().id;
  };
  const [old, young] = [bookOf(long), bookOf(NOW)];
  expect(emptyOldOrders(NOW)).toBe(1);
  const hasAddress = (of: string) =>
    db.select().from(shipments).where(eq(shipments.id, of)).get()?.deliveryAddress !== null;
  expect([old, young].map(hasAddress)).toEqual([false, true]);
});
