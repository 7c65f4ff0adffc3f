import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, shipments } from "#db/schema";
import { soonestBookDay } from "~/domain/diary/loops/book-days";
import { promiseCopiesWithBook } from "~/domain/diary/loops/copies-with-book.server";
import { loopOwnedBy } from "~/domain/diary/loops/loops.server";
import { moveDelivery, pauseLoop, resumeLoop } from "~/domain/diary/loops/rescheduling.server";
import { WEEKS, weekDays } from "~/domain/diary/rules/calendar";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { signOffLoop } from "~/domain/operations/printing/sign-off.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { placeCopiesOrder } from "~/domain/shop/orders/copies.server";
import { clock } from "../../../support/payment-sandbox";
import { loopOf, person } from "../../../support/people";
import { ADDRESS, paidFor } from "../../../support/shop";

/** Somebody who writes since today, and has a copy of their book on order. */
async function withCopy() {
  const owner = person("Rosie");
  const { id } = loopOf(owner.id, { startDay: londonDay(clock.now), deliveryDay: inDays(378).day });
  db.insert(entries)
    .values({ loopId: id, week: 1, prompt: "?", content: "-", createdAt: clock.now, updatedAt: clock.now })
    .run();
  const placed = placeCopiesOrder(
    {
      ...{ accountId: owner.id, basketKey: `copy-${id}`, address: ADDRESS },
      items: [{ itemId: itemIdOf(id, "standard"), quantity: 1 }],
      buyer: { email: owner.email, firstName: "Rosie", lastName: "Lister", isTest: false },
    },
    clock.now,
  );
  if (!placed.ok) throw new Error(placed.reason);
  const order = await paidFor(placed.order);
  const dayOfCopy = () => db.select().from(shipments).where(eq(shipments.orderId, order.id)).get()?.expectedDay;
  const year = () => {
    const loop = loopOwnedBy(owner.id, id);
    if (!loop) throw new Error("The loop is gone.");
    return loop;
  };
  return { ownerId: owner.id, loopId: id, dayOfCopy, year };
}

const inDays = (days: number) => {
  const day = addDays(londonDay(clock.now), days);
  return { day, at: new Date(`${day}T12:00:00Z`) };
};

it("A copy of a year that is being written is promised for the day of its book", async () => {
  const { dayOfCopy, year } = await withCopy();
  expect(dayOfCopy()).toBe(year().deliveryDay);
});

it("Where the book’s day moves, its copy’s does, later and earlier", async () => {
  const { ownerId, loopId, dayOfCopy } = await withCopy();
  for (const { day } of [inDays(400), inDays(379)]) {
    expect(moveDelivery(ownerId, loopId, day, clock.now).ok).toBe(true);
    expect(dayOfCopy()).toBe(day);
  }
});

it("A pause and its early end move the copy with the book", async () => {
  const { ownerId, loopId, dayOfCopy, year } = await withCopy();
  expect(pauseLoop(ownerId, loopId, 3, inDays(30).at).ok).toBe(true);
  expect(dayOfCopy()).toBe(inDays(378 + 21).day);
  expect(resumeLoop(ownerId, loopId, inDays(40).at).ok).toBe(true);
  expect([dayOfCopy(), year().deliveryDay]).toEqual([inDays(378 + 14).day, inDays(378 + 14).day]);
});

it.each([
  ["on the last day of week 52 keeps the chosen day", 0],
  ["a month late moves the copy to the day of the book", 30],
])("Sign-off %s", async (_, late) => {
  const { ownerId, loopId, dayOfCopy, year } = await withCopy();
  const day = addDays(weekDays(year(), WEEKS).to, late);
  const signed = signOffLoop(ownerId, loopId, year().contentVersion, new Date(`${day}T12:00:00Z`));
  expect(signed.ok).toBe(true);
  expect(dayOfCopy()).toBe(soonestBookDay(day));
  const both = db.select().from(shipments).where(eq(shipments.loopId, loopId)).all();
  expect(new Set(both.map(({ expectedDay }) => expectedDay)).size).toBe(1);
});

it("A copy that is at the printer keeps its day", async () => {
  const { ownerId, loopId, dayOfCopy } = await withCopy();
  db.update(shipments).set({ state: "printing" }).where(eq(shipments.loopId, loopId)).run();
  expect(moveDelivery(ownerId, loopId, inDays(400).day, clock.now).ok).toBe(true);
  expect(dayOfCopy()).toBe(inDays(378).day);
});

it("Only a year’s own copies that wait are promised for another day: neither its book, a reprint, nor others’", async () => {
  const { loopId, dayOfCopy } = await withCopy();
  const others = await withCopy();
  const copy = db.select().from(shipments).where(eq(shipments.loopId, loopId)).get();
  const day = inDays(378).day;
  const sent = { loopId, expectedDay: day, createdAt: clock.now, updatedAt: clock.now };
  const rows = [sent, { ...sent, orderId: copy?.orderId, reprintOf: copy?.id }];
  const kept = db.insert(shipments).values(rows).returning({ id: shipments.id }).all();
  promiseCopiesWithBook(loopId, inDays(400).day, clock.now);
  expect([dayOfCopy(), others.dayOfCopy()]).toEqual([inDays(400).day, day]);
  for (const { id } of kept)
    expect(db.select().from(shipments).where(eq(shipments.id, id)).get()?.expectedDay).toBe(day);
});
