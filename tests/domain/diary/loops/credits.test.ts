import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { orders } from "#db/schema";
import {
  availableCreditOf,
  firstStartOfLoop,
  orderOfLoop,
  othersToBegin,
  placeToBeginOrder,
  requestStart,
  requestStartOfLoop,
  unspentCreditOf,
} from "~/domain/diary/loops/credits.server";
import { firstDayAfterCancelling } from "~/domain/kernel/time/cancellation-days";
import { creditToBegin, later, loopOf, NOW, person } from "../../../support/people";

let counted = 0;

/** An order of a year, paid now by default, with its credit; `loopId` where the year has begun. */
function bought(accountId: string, loopId: string | null = null, given: Partial<typeof orders.$inferInsert> = {}) {
  counted += 1;
  const order = db
    .insert(orders)
    .values({
      ...{ number: `LP-CREDIT${counted}`, accountId, kind: "loop", status: "PAID", basketKey: `basket ${counted}` },
      ...{ subtotalPence: 6999, totalPence: 6999, pricing: "{}", paidAt: NOW, email: "ada@example.com" },
      ...{ createdAt: NOW, updatedAt: NOW, ...given },
    })
    .returning()
    .get();
  const source = { orderId: order.id, voucherId: null, loopId, spentAt: loopId === null ? null : NOW };
  return { orderId: order.id, credit: creditToBegin(accountId, { ...source, createdAt: later(counted) }) };
}

const wishOf = (orderId: string) => db.select().from(orders).where(eq(orders.id, orderId)).get()?.startRequestedAt;
const FIRST = firstDayAfterCancelling(NOW);
const onDay = (day: string) => new Date(`${day}T12:00:00Z`);

describe("the first day that a bought year can start on", () => {
  it("is the one after the days to cancel, of its own order, until that day is here", () => {
    const { id } = person("Ada");
    bought(id, loopOf(id).id, { startRequestedAt: NOW });
    const loop = loopOf(id);
    const { orderId } = bought(id, loop.id);
    bought(id, loopOf(id).id, { startRequestedAt: NOW });
    expect(orderOfLoop(loop.id)).toBe(orderId);
    expect(firstStartOfLoop(loop.id, NOW)).toBe(FIRST);
    expect(firstStartOfLoop(loop.id, onDay(FIRST))).toBeNull();
  });

  it.each([
    ["was asked not to wait for", { startRequestedAt: NOW }],
    ["is not paid", { paidAt: null }],
  ])("is any for an order that %s", (_, given) => {
    const { id } = person("Ada");
    const loop = loopOf(id);
    bought(id, loop.id, given);
    expect(firstStartOfLoop(loop.id, NOW)).toBeNull();
  });
});

describe("the wish to start within the days to cancel", () => {
  it("is recorded once, with the order of one’s own year alone", () => {
    const [ada, eve] = [person("Ada"), person("Eve")];
    const [loop, other] = [loopOf(ada.id), loopOf(ada.id)];
    const [own, another] = [bought(ada.id, loop.id), bought(ada.id, other.id)];
    requestStartOfLoop(eve.id, loop.id, NOW);
    expect(wishOf(own.orderId)).toBeNull();
    for (const seconds of [0, 60]) requestStartOfLoop(ada.id, loop.id, later(seconds));
    expect([wishOf(own.orderId), wishOf(another.orderId)]).toEqual([NOW, null]);
  });

  it("is recorded with the order of a credit that is one’s own and waits", () => {
    const [ada, eve] = [person("Ada"), person("Eve")];
    const [first, second] = [bought(ada.id), bought(ada.id)];
    requestStart(eve.id, first.credit.id, NOW);
    requestStart(ada.id, first.credit.id, NOW);
    expect([wishOf(first.orderId), wishOf(second.orderId)]).toEqual([NOW, null]);
  });
});

describe("the credits that wait", () => {
  it("are an account’s own that are neither spent nor cancelled, newest first", () => {
    const [ada, eve] = [person("Ada"), person("Eve")];
    bought(eve.id);
    const [first, second] = [bought(ada.id), bought(ada.id)];
    bought(ada.id, loopOf(ada.id).id);
    creditToBegin(ada.id, { cancelledAt: NOW, createdAt: later(3600) });
    expect(unspentCreditOf(ada.id)?.id).toBe(second.credit.id);
    expect(availableCreditOf(ada.id)).toMatchObject({ orderId: second.orderId, theme: "pet" });
    expect(othersToBegin(ada.id, second.credit.id).map(({ id }) => id)).toEqual([first.credit.id]);
    expect(placeToBeginOrder(ada.id, first.orderId)).toBe(`/loop-end-date?credit=${first.credit.id}`);
  });

  it("are none of somebody who bought nothing", () => {
    const { id } = person("Noor");
    expect([availableCreditOf(id), placeToBeginOrder(id, "none"), othersToBegin(id, "none")]).toEqual([null, null, []]);
  });
});
