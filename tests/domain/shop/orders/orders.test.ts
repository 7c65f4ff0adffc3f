import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discountUses, orders, settings } from "#db/schema";
import { deliveryAddressForm } from "~/domain/people/addresses/forms";
import { discountForm } from "~/domain/shop/orders/forms";
import {
  deliveryAddressOf,
  linesOf,
  orderById,
  orderOf,
  placeLoopOrder,
  quoteLoop,
} from "~/domain/shop/orders/orders.server";
import { code } from "../../../support/discount-codes";
import { clock } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { ADDRESS, bought, ordered, orderInput, pageFor } from "../../../support/shop";

afterEach(() => {
  db.delete(settings).run();
});

function setPrices(prices: Record<string, number>) {
  const values = { key: "prices", value: JSON.stringify(prices), updatedAt: clock.now };
  db.insert(settings).values(values).onConflictDoUpdate({ target: settings.key, set: values }).run();
}

describe("placing an order", () => {
  it("copies down what was asked for, for how much, and where it goes", () => {
    const ada = person("Ada");
    const order = ordered(ada);
    expect(order).toMatchObject({
      accountId: ada.id,
      kind: "loop",
      theme: "pet",
      type: "puppys-first-year",
      status: "PENDING",
      currency: "GBP",
      subtotalPence: 6999,
      discountPence: 0,
      deliveryPence: 0,
      taxPence: 0,
      totalPence: 6999,
      email: ada.email,
      firstName: "Ada",
      paidAt: null,
    });
    expect(order.number).toMatch(/^LP-[2-9A-HJKMNP-TV-Z]{4}-[2-9A-HJKMNP-TV-Z]{4}$/);
    expect(linesOf(order.id)).toMatchObject([
      { itemId: "loop-pet-puppys-first-year", name: "Puppy’s First Year loop", unitPence: 6999, quantity: 1 },
    ]);
    expect(deliveryAddressOf(order)).toEqual(ADDRESS);
    expect(JSON.parse(order.pricing)).toMatchObject({ loopPence: 6999 });
  });

  it("from the same basket twice is one order, brought up to date", () => {
    const ben = person("Ben");
    const input = orderInput(ben);
    const first = placeLoopOrder(input, clock.now);
    const again = placeLoopOrder({ ...input, type: "my-cat-and-me", address: { ...ADDRESS, city: "York" } }, clock.now);
    if (!first.ok || !again.ok) throw new Error("An order was refused.");
    expect(again.order.id).toBe(first.order.id);
    expect(again.order.number).toBe(first.order.number);
    expect(again.order.type).toBe("my-cat-and-me");
    expect(deliveryAddressOf(again.order)?.city).toBe("York");
    expect(linesOf(first.order.id)).toHaveLength(1);
    expect(db.select().from(orders).where(eq(orders.accountId, ben.id)).all()).toHaveLength(1);
    expect(orderOf(ben.id, input.basketKey)?.id).toBe(first.order.id);
  });

  it("from another basket of the same person is another order, which keeps its lines", () => {
    const ada = person("Ada");
    const [first, second] = [orderInput(ada), orderInput(ada)];
    const [order, other] = [ordered(ada, first), ordered(ada, second)];
    expect(ordered(ada, first).id).toBe(order.id);
    expect(ordered(ada, second).id).toBe(other.id);
    ordered(ada, first);
    expect([order, other].map(({ id }) => linesOf(id).length)).toEqual([1, 1]);
  });

  it("from a basket key that another person uses too is an order of one’s own", () => {
    const [cid, eve] = [person("Cid"), person("Eve")];
    const input = orderInput(cid);
    const his = placeLoopOrder(input, clock.now);
    const hers = placeLoopOrder(orderInput(eve, { basketKey: input.basketKey }), clock.now);
    if (!his.ok || !hers.ok) throw new Error("An order was refused.");
    expect(hers.order.id).not.toBe(his.order.id);
    expect(orderById(his.order.id)).toEqual(his.order);
    expect(orderOf(eve.id, input.basketKey)?.id).toBe(hers.order.id);
    expect(orderOf(person("Dan").id, input.basketKey)).toBeUndefined();
  });

  it("from a basket that was paid for is that order", async () => {
    const finn = person("Finn");
    const input = orderInput(finn);
    const paid = await bought(finn, input);
    const again = placeLoopOrder({ ...input, discountCode: "NEW10" }, clock.now);
    expect(again).toMatchObject({ ok: false, reason: "already_paid", order: { id: paid.id } });
    expect(orderById(paid.id)).toEqual(paid);
  });

  it.each([
    ["pet", "no-such-type"],
    ["family", "puppys-first-year"],
    ["__proto__", "constructor"],
    ["", ""],
  ])("of %s, %s is refused: there is no such loop", (theme, type) => {
    const gil = person("Gil");
    expect(placeLoopOrder(orderInput(gil, { theme, type }), clock.now)).toEqual({
      ok: false,
      reason: "unknown_type",
    });
    expect(db.select().from(orders).where(eq(orders.accountId, gil.id)).all()).toEqual([]);
  });

  it("keeps its price when the price list changes, and a new one takes the new price", () => {
    const hal = person("Hal");
    const input = orderInput(hal);
    const order = ordered(hal, input);
    setPrices({ loopPence: 7999, loopDeliveryPence: 250 });
    expect(orderById(order.id)?.totalPence).toBe(6999);
    expect(ordered(hal)).toMatchObject({ subtotalPence: 7999, deliveryPence: 250, totalPence: 8249 });
    expect(ordered(hal, input)).toMatchObject({ id: order.id, totalPence: 8249 });
    expect(quoteLoop({ accountId: hal.id, discountCode: null }, clock.now)).toMatchObject({
      totalPence: 8249,
    });
  });

  it("with a code takes its discount off, and shows it before", () => {
    const ida = person("Ida");
    code("SUMMER", { value: 33 });
    expect(quoteLoop({ accountId: ida.id, discountCode: " summer " }, clock.now)).toEqual({
      subtotalPence: 6999,
      discountPence: 2310,
      deliveryPence: 0,
      taxPence: 0,
      totalPence: 4689,
      discount: { code: "SUMMER", takes: "33%", asks: null },
      refused: null,
    });
    expect(ordered(ida, { discountCode: "summer" })).toMatchObject({
      discountCode: "SUMMER",
      discountPence: 2310,
      totalPence: 4689,
    });
  });

  it("with a code that does not hold is refused, nothing is kept, and the page shows the full price", () => {
    const jo = person("Jo");
    code("OVER", { expiresAt: clock.now });
    const input = orderInput(jo, { discountCode: "OVER" });
    expect(placeLoopOrder(input, clock.now)).toEqual({ ok: false, reason: "discount", refusal: "expired" });
    expect(orderOf(jo.id, input.basketKey)).toBeUndefined();
    const quote = quoteLoop({ accountId: jo.id, discountCode: "OVER" }, clock.now);
    expect(quote).toMatchObject({ totalPence: 6999, discount: null, refused: "expired" });
    const unknown = quoteLoop({ accountId: jo.id, discountCode: "' OR 1=1 --" }, clock.now);
    expect(unknown).toMatchObject({ totalPence: 6999, refused: "unknown" });
  });

  it("without the code it had before gives the use back", async () => {
    const kim = person("Kim");
    const { id } = code("BACK");
    const input = orderInput(kim, { discountCode: "BACK" });
    const order = ordered(kim, input);
    expect(order.discountId).toBe(id);
    await pageFor(order);
    const without = ordered(kim, { ...input, discountCode: null });
    expect(without).toMatchObject({ id: order.id, discountId: null, discountCode: null, totalPence: 6999 });
    const use = db.select().from(discountUses).where(eq(discountUses.orderId, order.id)).get();
    expect(use?.state).toBe("released");
  });
});

describe("where a book can go", () => {
  it.each([
    "SW1A 1AA",
    "sw1a1aa",
    " ls6  2ab ",
    "M1 1AE",
    "B33 8TH",
    "CR2 6XH",
    "DN55 1PT",
    "EC1A 1BB",
    "W1A 0AX",
    "BT1 5GS",
    "IP1 1AA",
    "G1 1AA",
  ])("%j is a postcode of the United Kingdom", (postcode) => {
    const read = deliveryAddressForm.safeParse({ ...ADDRESS, postcode });
    expect(read.success).toBe(true);
    expect(read.data?.postcode).toMatch(/^[A-Z0-9]+ ?[A-Z0-9]+$/);
  });

  it.each([
    ["", "Postcode is required"],
    ["   ", "Postcode is required"],
    ["12345", "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
    ["SW1A 1A", "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
    ["SW1A  1AAA", "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
    ["90210-1234", "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
    ["x".repeat(5000), "Please enter a valid UK postcode (e.g., SW1A 1AA)"],
    ["JE2 3AB", "We don’t deliver to Jersey, Guernsey or the Isle of Man yet"],
    [" gy1  1aa ", "We don’t deliver to Jersey, Guernsey or the Isle of Man yet"],
    ["im99 1ab", "We don’t deliver to Jersey, Guernsey or the Isle of Man yet"],
  ])("%j gives %j", (postcode, sentence) => {
    const read = deliveryAddressForm.safeParse({ ...ADDRESS, postcode });
    expect(read.error?.issues.map(({ message }) => message)).toEqual([sentence]);
  });

  it("is read again as it was taken, also where nothing is taken any more", () => {
    const island = { ...ADDRESS, postcode: "JE2 3AB" };
    expect(deliveryAddressOf({ deliveryAddress: JSON.stringify(island) })).toEqual(island);
  });

  it("asks for everything but the second line and the county", () => {
    const read = deliveryAddressForm.safeParse({});
    expect(read.error?.issues.map(({ message }) => message)).toEqual([
      "First name is required",
      "Last name is required",
      "Address line 1 is required",
      "City is required",
      "Postcode is required",
    ]);
  });
});

describe("typing a code", () => {
  it("takes it in any case and asks for one if there is none", () => {
    expect(discountForm.parse({ code: " new10 " }).code).toBe("NEW10");
    for (const empty of [{}, { code: "" }, { code: "  " }]) {
      expect(discountForm.safeParse(empty).error?.issues[0]?.message).toBe("Please enter a discount code");
    }
    expect(discountForm.safeParse({ code: "x".repeat(101) }).error?.issues[0]?.message).toBe("Code not recognised");
  });
});
