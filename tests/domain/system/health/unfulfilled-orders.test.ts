import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { fulfilments, orders, payments } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { watchFromWorker } from "~/domain/system/checks/watch.server";
import { followUnfulfilled } from "~/domain/system/health/unfulfilled-orders.server";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { plansOfTask } from "../../../support/query-plans";
import { bought } from "../../../support/shop";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const ago = (ms: number) => new Date(clock.now.getTime() - ms);

const alarmed = () => openAlarms().filter(({ kind }) => kind === "paid_unfulfilled");

it("an order that was paid five minutes ago and gave nothing is an alarm until it is handed over", async () => {
  const order = await bought(person("Ada"));
  await bought(person("Ben"));
  const fulfilled = eq(fulfilments.orderId, order.id);
  const [kept] = db.select().from(fulfilments).where(fulfilled).all();
  if (!kept) throw new Error("Nothing was handed over.");
  db.delete(fulfilments).where(fulfilled).run();
  clock.advance(5);
  expect(await followUnfulfilled()(clock.now)).toEqual([]);
  clock.advance(1);
  expect(await followUnfulfilled()(clock.now)).toEqual([order.id]);
  await watchFromWorker(clock.now);
  expect(alarmed()).toMatchObject([{ objectType: "order", objectId: order.id }]);
  db.insert(fulfilments).values(kept).run();
  await watchFromWorker(clock.now);
  expect(alarmed()).toEqual([]);
});

it("an order that was handed on for minutes before it was written down is found by the next look", async () => {
  const look = followUnfulfilled();
  const order = await bought(person("Dot"));
  clock.advance(10);
  expect(await look(clock.now)).toEqual([]);
  db.delete(fulfilments).where(eq(fulfilments.orderId, order.id)).run();
  clock.advance(1);
  expect(await look(clock.now)).toEqual([order.id]);
});

describe("an order that gave nothing", () => {
  it.each([
    ["paid five minutes ago", 5 * MINUTE, false],
    ["paid longer ago", 5 * MINUTE + 1, true],
    ["paid less than thirty days ago", 30 * DAY - 1, true],
    ["paid thirty days ago, for which the nightly check is there,", 30 * DAY, false],
  ])("and was %s is found by its own row, and by its payment’s", async (_, age, isFound) => {
    const buyer = person("Cid");
    const order = await bought(buyer);
    db.delete(fulfilments).where(eq(fulfilments.orderId, order.id)).run();
    const at = ago(age);
    const isPayment = eq(payments.orderId, order.id);
    const isOrder = eq(orders.id, order.id);
    const found = async () => (await followUnfulfilled()(clock.now)).includes(order.id);

    db.update(payments).set({ status: "failed" }).where(isPayment).run();
    db.update(orders).set({ paidAt: at }).where(isOrder).run();
    expect(await found()).toBe(isFound);
    db.update(orders).set({ paidAt: null }).where(isOrder).run();
    expect(await found()).toBe(false);

    db.update(payments).set({ createdAt: at, updatedAt: at }).where(isPayment).run();
    expect(await found()).toBe(false);
    db.update(payments).set({ status: "paid" }).where(isPayment).run();
    expect(await found()).toBe(isFound);
  });
});

describe("a worker that looks each minute", () => {
  /** An order that gave nothing, paid at this age. */
  async function unfulfilled(age: number) {
    const { id } = await bought(person("Dee"));
    const [kept] = db.select().from(fulfilments).where(eq(fulfilments.orderId, id)).all();
    db.delete(fulfilments).where(eq(fulfilments.orderId, id)).run();
    db.update(orders)
      .set({ paidAt: ago(age) })
      .where(eq(orders.id, id))
      .run();
    db.update(payments)
      .set({ createdAt: ago(age), updatedAt: ago(age) })
      .where(eq(payments.orderId, id))
      .run();
    return { id, give: () => kept && db.insert(fulfilments).values(kept).run() };
  }

  it("goes on naming what it found until it is handed over, and finds what was paid since, to the millisecond", async () => {
    db.delete(fulfilments).run();
    db.delete(payments).run();
    db.update(orders).set({ paidAt: null }).run();
    const look = followUnfulfilled();
    const old = await unfulfilled(20 * DAY);
    expect(await look(clock.now)).toEqual([old.id]);
    // At the very moment up to which it has looked.
    const next = await unfulfilled(5 * MINUTE);
    clock.advance(1);
    expect(new Set(await look(clock.now))).toEqual(new Set([old.id, next.id]));
    old.give();
    expect(await look(clock.now)).toEqual([next.id]);
    clock.advance(31 * 24 * 60);
    expect(await look(clock.now)).toEqual([]);
  });

  it("looks again through a month once the clock was set back", async () => {
    const look = followUnfulfilled();
    await look(clock.now);
    const earlier = await unfulfilled(DAY);
    expect(await look(clock.now)).not.toContain(earlier.id);
    expect(await look(ago(MINUTE))).toContain(earlier.id);
  });

  it("reads a slice of the orders at a time, also where more were paid at one moment", async () => {
    const { id } = await bought(person("Eve"));
    const order = db.select().from(orders).where(eq(orders.id, id)).get();
    if (!order) throw new Error("Nothing was bought.");
    const paidAt = ago(DAY);
    for (let one = 0; one < 1_100; one += 1)
      db.insert(orders)
        .values({ ...order, id: `order-${one}`, number: `LP-${one}`, basketKey: `${one}`, paidAt })
        .run();
    const found = await followUnfulfilled()(clock.now);
    expect(found.filter((one) => one.startsWith("order-"))).toHaveLength(1_100);
    const plans = await plansOfTask(() => followUnfulfilled()(clock.now));
    const lines = [...plans.values()].flat().filter((line) => /\b(?:orders|payments)\b/.test(line));
    expect(lines.filter((line) => /SCAN|status=\?/.test(line))).toEqual([]);
  });
});
