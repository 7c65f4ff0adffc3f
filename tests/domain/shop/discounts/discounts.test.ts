import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discounts, discountUses, orders, payments } from "#db/schema";
import { quoteDiscount, reserveDiscount } from "~/domain/shop/discounts/discounts.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { placeLoopOrder } from "~/domain/shop/orders/orders.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { reconcilePayments, releaseLapsedDiscounts } from "~/domain/shop/orders/reconciler.server";
import { GOOD_CARD, payWith } from "../../../adapters/payments/buyer";
import { code } from "../../../support/discount-codes";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { inProcesses } from "../../../support/processes";
import { rounds } from "../../../support/rounds";
import { bought, brokenInvariants, ordered, orderInput, pageFor, pay } from "../../../support/shop";

const BUYERS = rounds(500, 60);

afterEach(() => expect(brokenInvariants()).toEqual([]));

const usedCount = (id: string) => db.select().from(discounts).where(eq(discounts.id, id)).get()?.usedCount;
const stateOf = (orderId: string) =>
  db.select().from(discountUses).where(eq(discountUses.orderId, orderId)).get()?.state;
const refusalOf = (buyer: ReturnType<typeof person>, discountCode: string) => {
  const placed = placeLoopOrder(orderInput(buyer, { discountCode }), clock.now);
  if (placed.ok) return null;
  return placed.reason === "discount" ? placed.refusal : placed.reason;
};

describe("NEW10, the launch offer", () => {
  it("takes ten per cent off a first order, and off no second one", async () => {
    const ada = person("Ada");
    const first = await bought(ada, { discountCode: "NEW10" });
    expect(first).toMatchObject({ discountPence: 700, totalPence: 6299 });
    expect(refusalOf(ada, "NEW10")).toBe("not_first_order");
    expect(refusalOf(person("Ben"), "NEW10")).toBeNull();
  });

  it("is for each account once, also where three of them pay with one card", async () => {
    for (const name of ["Una", "Vic", "Wyn"]) {
      const buyer = person(name);
      expect((await bought(buyer, { discountCode: "NEW10" })).totalPence).toBe(6299);
      expect(refusalOf(buyer, "NEW10")).toBe("not_first_order");
    }
  });

  it("is refused to somebody who bought without it before", async () => {
    const cid = person("Cid");
    await bought(cid);
    expect(refusalOf(cid, "new10")).toBe("not_first_order");
  });

  it("goes with the buyer to another loop they choose instead, and the page of the first is closed", async () => {
    const dan = person("Dan");
    const first = ordered(dan, { discountCode: "NEW10" });
    const firstPage = await pageFor(first);
    const second = ordered(dan, { discountCode: "NEW10", type: "my-cat-and-me" });
    expect(second.totalPence).toBe(6299);
    await pay(second);
    expect((await fulfilOrder(second.id, clock.now)).ok).toBe(true);
    expect((await fetch(firstPage)).status).not.toBe(200);
    expect(await fulfilOrder(first.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    const offer = db.select().from(discounts).where(eq(discounts.code, "NEW10")).get();
    const live = db
      .select()
      .from(discountUses)
      .where(eq(discountUses.discountId, offer?.id ?? ""))
      .all();
    expect(offer?.usedCount).toBe(live.filter(({ state }) => state !== "released").length);
    expect(
      live
        .filter(({ customerKey }) => customerKey === dan.id)
        .map(({ state }) => state)
        .sort(),
    ).toEqual(["counted", "released"]);
  });

  it("is never paid with twice, not even on two pages opened side by side", async () => {
    const eva = person("Eva");
    const [first, second] = [ordered(eva, { discountCode: "NEW10" }), ordered(eva, { discountCode: "NEW10" })];
    await pay(first);
    expect(await openPayment(second, clock.now)).toEqual({ ok: false, reason: "unavailable" });
    await fulfilOrder(first.id, clock.now);
    const again = placeLoopOrder({ ...orderInput(eva), basketKey: second.basketKey, discountCode: "NEW10" }, clock.now);
    expect(again).toEqual({ ok: false, reason: "discount", refusal: "not_first_order" });
  });
});

describe("a code for each customer once", () => {
  it.each([
    ["ten per cent", 10],
    ["all", 100],
  ])("that takes %s off is not taken by an order that was placed before another was paid with it", async (_, value) => {
    const once = code(`ONCE-${value}`, { oncePerCustomer: true, value });
    const kit = person("Kit");
    const [first, second] = [once, once].map((each) => ordered(kit, { discountCode: each.code }));
    if (!first || !second) throw new Error("No orders.");
    await openPayment(first, clock.now);
    if (value === 100) await openPayment(second, clock.now);
    else await pay(second);
    expect((await fulfilOrder(second.id, clock.now)).ok).toBe(true);
    expect(await openPayment(first, clock.now)).toEqual({ ok: false, reason: "discount_used_up" });
    expect((await fulfilOrder(first.id, clock.now)).ok).toBe(false);
    expect(usedCount(once.id)).toBe(1);
  });
});

describe("a code that is switched off", () => {
  it("is taken by an order that holds it, and by none that was placed before and holds nothing", async () => {
    const off = code("SWITCHED-OFF");
    const [holder, other] = [person("Mia"), person("Ned")].map((buyer) => ordered(buyer, { discountCode: off.code }));
    if (!holder || !other) throw new Error("No orders.");
    await pageFor(holder);
    db.update(discounts).set({ isActive: false }).where(eq(discounts.id, off.id)).run();
    expect(await openPayment(other, clock.now)).toEqual({ ok: false, reason: "discount_used_up" });
    expect((await openPayment(holder, clock.now)).ok).toBe(true);
    expect(usedCount(off.id)).toBe(1);
  });
});

describe("an order with a code that works once", () => {
  it.each(["firstOrderOnly", "oncePerCustomer"] as const)(
    "(%s) is fulfilled once by two who ask at the same time, and both are told so",
    async (rule) => {
      const { code: discountCode } = code(`AT-ONCE-${rule.toUpperCase()}`, { [rule]: true });
      const order = ordered(person("Lou"), { discountCode });
      await pay(order);
      const results = await Promise.all([fulfilOrder(order.id, clock.now), fulfilOrder(order.id, clock.now)]);
      expect(results.map(({ ok }) => ok)).toEqual([true, true]);
      expect(db.select().from(payments).where(eq(payments.orderId, order.id)).all()).toMatchObject([
        { status: "paid" },
      ]);
    },
  );
});

describe("two codes for first orders", () => {
  it("opened side by side are not both paid: the page of the first is closed", async () => {
    code("WELCOME", { firstOrderOnly: true });
    const fay = person("Fay");
    const [first, second] = [ordered(fay, { discountCode: "NEW10" }), ordered(fay, { discountCode: "WELCOME" })];
    const firstPage = await pageFor(first);
    await pay(second);
    await expect(payWith(firstPage, GOOD_CARD)).rejects.toThrow();
    expect((await fulfilOrder(second.id, clock.now)).ok).toBe(true);
    expect(await fulfilOrder(first.id, clock.now)).toMatchObject({ ok: false });
    expect(stateOf(first.id)).toBe("released");
    expect(await openPayment(first, clock.now)).toEqual({ ok: false, reason: "discount_used_up" });
  });

  it("nor is one paid after an order without it: the money is sent back", async () => {
    const gus = person("Gus");
    const [plain, cheap] = [ordered(gus), ordered(gus, { discountCode: "NEW10" })];
    await pay(cheap);
    await pay(plain);
    expect((await fulfilOrder(plain.id, clock.now)).ok).toBe(true);
    expect(await fulfilOrder(cheap.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    expect(db.select().from(orders).where(eq(orders.id, cheap.id)).get()?.paidAt).toBeNull();
    const paid = db.select().from(payments).where(eq(payments.orderId, cheap.id)).all();
    expect(paid).toMatchObject([{ status: "refused", returnedAt: clock.now }]);
  });

  it("that cost nothing are used once too", async () => {
    const codes = ["FREE-A", "FREE-B"].map((name) => code(name, { firstOrderOnly: true, value: 100 }).code);
    const hew = person("Hew");
    const free = codes.map((discountCode) => ordered(hew, { discountCode }));
    for (const order of free) await openPayment(order, clock.now);
    const paid = [];
    for (const order of free) paid.push((await fulfilOrder(order.id, clock.now)).ok);
    expect(paid).toEqual([false, true]);
  });
});

describe("a code with a number of uses", () => {
  it("is held while somebody pays, and free again once they do not", async () => {
    const { id } = code("ONCE", { maxUses: 1 });
    const finn = person("Finn");
    const order = ordered(finn, { discountCode: "ONCE" });
    const page = await pageFor(order);
    expect([usedCount(id), stateOf(order.id)]).toEqual([1, "reserved"]);
    expect(refusalOf(person("Gil"), "ONCE")).toBe("used_up");
    clock.advance(30);
    await releaseLapsedDiscounts(clock.now);
    expect(stateOf(order.id)).toBe("reserved");
    clock.advance(1);
    await releaseLapsedDiscounts(clock.now);
    expect([usedCount(id), stateOf(order.id)]).toEqual([0, "released"]);
    expect(refusalOf(person("Gil"), "ONCE")).toBeNull();
    await expect(payWith(page, GOOD_CARD)).rejects.toThrow();
  });

  it("is held while the page to pay on is open, and while the provider does not respond", async () => {
    const { id } = code("HELD", { maxUses: 1 });
    const order = ordered(person("Hal"), { discountCode: "HELD" });
    await pageFor(order);
    clock.advance(29);
    await reconcilePayments(clock.now);
    expect(usedCount(id)).toBe(1);
    clock.advance(10);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
    await reconcilePayments(clock.now);
    expect(stateOf(order.id)).toBe("reserved");
    sandbox.control.setSwitches({ fault: null });
    await reconcilePayments(clock.now);
    expect([usedCount(id), stateOf(order.id)]).toEqual([0, "released"]);
  });

  it("is free again after half an hour also where we stopped before a page was opened", async () => {
    const { id } = code("LEFT", { maxUses: 1 });
    const ida = person("Ida");
    const order = ordered(ida, { discountCode: "LEFT" });
    const holder = { discountId: id, orderId: order.id, accountId: ida.id };
    expect(db.transaction((tx) => reserveDiscount(tx, holder, clock.now))).toBe(true);
    clock.advance(30);
    await reconcilePayments(clock.now);
    expect(stateOf(order.id)).toBe("reserved");
    clock.advance(1);
    await reconcilePayments(clock.now);
    expect([usedCount(id), stateOf(order.id)]).toEqual([0, "released"]);
  });

  it("counts for good once it is paid with", async () => {
    const { id } = code("PAID", { maxUses: 2 });
    const order = await bought(person("Jo"), { discountCode: "PAID" });
    expect([usedCount(id), stateOf(order.id)]).toEqual([1, "counted"]);
    clock.advance(60);
    await reconcilePayments(clock.now);
    expect([usedCount(id), stateOf(order.id)]).toEqual([1, "counted"]);
  });

  it("is held once however often the button is pressed, and longer each time", async () => {
    const { id } = code("PRESS", { maxUses: 1 });
    const kim = person("Kim");
    const input = orderInput(kim, { discountCode: "PRESS" });
    const order = ordered(kim, input);
    await pageFor(order);
    clock.advance(30);
    for (let times = 0; times < 3; times += 1) {
      expect(ordered(kim, input).id).toBe(order.id);
      await pageFor(order);
    }
    expect(usedCount(id)).toBe(1);
    clock.advance(29);
    await reconcilePayments(clock.now);
    expect(stateOf(order.id)).toBe("reserved");
  });

  it("changed for another gives the first back", async () => {
    const [one, other] = [code("FIRST", { maxUses: 1 }), code("OTHER", { maxUses: 1 })];
    const lea = person("Lea");
    const input = orderInput(lea, { discountCode: "FIRST" });
    const order = ordered(lea, input);
    await pageFor(order);
    await pageFor(ordered(lea, { ...input, discountCode: "OTHER" }));
    expect([usedCount(one.id), usedCount(other.id)]).toEqual([0, 1]);
    const use = db.select().from(discountUses).where(eq(discountUses.orderId, order.id)).all();
    expect(use).toMatchObject([{ discountId: other.id, state: "reserved" }]);
  });

  it(`is given to exactly ten of ${BUYERS} who ask at once, from several processes`, async () => {
    const { id } = code("TEN", { maxUses: 10 });
    const buyers = Array.from({ length: BUYERS }, (_, index) => person(`Buyer${index}`));
    const [first = person("Buyer")] = buyers;
    const input = orderInput(first, { discountCode: "TEN" });
    const printed = await inProcesses(
      2,
      `import { db } from "./db/client.server";
       import { reserveDiscount } from "./app/domain/shop/discounts/discounts.server";
       import { placeLoopOrder } from "./app/domain/shop/orders/orders.server";
       const asked = ${JSON.stringify(input)};
       const wishes = ${JSON.stringify(buyers.map(({ id }) => id))}.map((accountId) => ({
         ...asked,
         accountId,
         basketKey: "basket-" + accountId,
       }));
       const now = new Date("${clock.now.toISOString()}");
       await together();
       const isHeld = ({ id: orderId, discountId, accountId }) =>
         db.transaction((tx) => reserveDiscount(tx, { orderId, discountId, accountId }, now), { behavior: "immediate" });
       const held = wishes.map((wish) => placeLoopOrder(wish, now)).filter(({ ok, order }) => ok && isHeld(order));
       console.log(JSON.stringify(held.map(({ order }) => order.id)));`,
    );
    const orderIds = new Set(printed.flatMap((line) => JSON.parse(line) as string[]));
    expect(orderIds.size).toBe(10);
    expect(usedCount(id)).toBe(10);
    const held = db.select().from(discountUses).where(eq(discountUses.discountId, id)).all();
    expect(held).toHaveLength(10);
  });
});

describe("a code for once a customer", () => {
  it("counts once for each, on whichever order", async () => {
    code("EACH", { oncePerCustomer: true });
    const mia = person("Mia");
    await bought(mia, { discountCode: "EACH" });
    expect(refusalOf(mia, "EACH")).toBe("already_used");
    expect(refusalOf(person("Noa"), "EACH")).toBeNull();
  });

  it("with one use left lets the one who holds it change their mind", async () => {
    const { id } = code("LAST", { oncePerCustomer: true, maxUses: 1 });
    const ola = person("Ola");
    const first = ordered(ola, { discountCode: "LAST" });
    await pageFor(first);
    const second = ordered(ola, { discountCode: "LAST" });
    await pageFor(second);
    expect([stateOf(first.id), stateOf(second.id), usedCount(id)]).toEqual(["released", "reserved", 1]);
    expect(refusalOf(person("Pat"), "LAST")).toBe("used_up");
  });
});

describe("a use that was let go before the money came", () => {
  it("counts all the same where one is left", async () => {
    const { id } = code("LATE", { maxUses: 2 });
    const order = ordered(person("Quin"), { discountCode: "LATE" });
    await pay(order);
    letGo(order.id, id);
    expect((await fulfilOrder(order.id, clock.now)).ok).toBe(true);
    expect([usedCount(id), stateOf(order.id)]).toEqual([1, "counted"]);
  });

  it("where others took the last one leaves the customer their price and the count true", async () => {
    const { id } = code("GONE", { maxUses: 1 });
    const order = ordered(person("Ray"), { discountCode: "GONE" });
    await pay(order);
    letGo(order.id, id);
    await bought(person("Sal"), { discountCode: "GONE" });
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
    expect([usedCount(id), stateOf(order.id)]).toEqual([1, "released"]);
    expect(db.select().from(orders).where(eq(orders.id, order.id)).get()).toMatchObject({
      status: "PAID",
      totalPence: 6299,
    });
  });

  function letGo(orderId: string, discountId: string) {
    db.update(discountUses).set({ state: "released" }).where(eq(discountUses.orderId, orderId)).run();
    db.update(discounts).set({ usedCount: 0 }).where(eq(discounts.id, discountId)).run();
  }
});

describe("a code", () => {
  it("that staff put away is not known any more", () => {
    code("AWAY", { archivedAt: clock.now });
    const tom = person("Tom");
    expect(quoteDiscount({ code: "AWAY", subtotalPence: 6999, accountId: tom.id }, clock.now)).toEqual({
      ok: false,
      reason: "unknown",
    });
  });
});
