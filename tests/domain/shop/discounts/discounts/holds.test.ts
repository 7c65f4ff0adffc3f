import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discounts, discountUses } from "#db/schema";
import { saveGuest } from "~/domain/people/accounts/guests.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { openElementPayment, openPayment } from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { code } from "../../../../support/discount-codes";
import { clock, sandbox } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import { brokenInvariants, ordered, orderInput, pageFor, pay } from "../../../../support/shop";

beforeEach(() => sandbox.control.setSwitches({ fault: null }));
afterEach(() => expect(brokenInvariants()).toEqual([]));

const usedCount = (id: string) => db.select().from(discounts).where(eq(discounts.id, id)).get()?.usedCount;
const heldBy = (discountId: string) =>
  db
    .select()
    .from(discountUses)
    .where(eq(discountUses.discountId, discountId))
    .all()
    .filter(({ state }) => state === "reserved")
    .map(({ orderId }) => orderId);
const providerFails = (calls: number) => sandbox.control.setSwitches({ fault: { kind: "error", calls } });

describe("a code with five uses", () => {
  it.each([7, 100])("keeps them all through %i orders whose payment is never opened", (times) => {
    const { id } = code(`ASKED${times}`, { maxUses: 5 });
    const ada = person("Ada");
    for (let time = 0; time < times; time += 1) ordered(ada, { discountCode: `ASKED${times}` });
    expect(usedCount(id)).toBe(0);
    expect(ordered(person("Ben"), { discountCode: `ASKED${times}` }).discountPence).toBeGreaterThan(0);
  });

  it("is held once by one customer however many payments they open", async () => {
    const { id } = code("MANY", { maxUses: 5 });
    const cid = person("Cid");
    const [first, second] = [ordered(cid, { discountCode: "MANY" }), ordered(cid, { discountCode: "MANY" })];
    const firstPage = await pageFor(first);
    expect(heldBy(id)).toEqual([first.id]);
    await pageFor(second);
    expect([usedCount(id), heldBy(id)]).toEqual([1, [second.id]]);
    // An order without its hold can no longer be paid.
    expect((await fetch(firstPage)).status).not.toBe(200);
    await pageFor(first);
    expect([usedCount(id), heldBy(id)]).toEqual([1, [first.id]]);
  });

  it("is held once by one guest, too", async () => {
    const { id } = code("GUEST", { maxUses: 5 });
    const words = { email: "guest@example.org", firstName: "Gwen", lastName: "Hall" };
    const accountId = saveGuest({ guestId: undefined, basketKey: "first" }, words, clock.now);
    const gwen = { ...person("Gwen"), ...words, id: accountId };
    for (let time = 0; time < 3; time += 1) await pageFor(ordered(gwen, { discountCode: "GUEST" }));
    expect(usedCount(id)).toBe(1);
  });

  it("is held by five customers at most, and the sixth is told before they pay", async () => {
    const { id } = code("FIVE", { maxUses: 5 });
    const orders = ["A", "B", "C", "D", "E", "F"].map((name) => ordered(person(name), { discountCode: "FIVE" }));
    const opened = [];
    for (const order of orders) opened.push(await openElementPayment(order, clock.now));
    expect(opened.map((one) => (one.ok ? "open" : one.reason))).toEqual([
      ...["open", "open", "open", "open", "open"],
      "discount_used_up",
    ]);
    expect(usedCount(id)).toBe(5);
  });
});

describe("a hold on a code", () => {
  it("is let go where the provider does not open the payment", async () => {
    const { id } = code("DOWN", { maxUses: 1 });
    const order = ordered(person("Dan"), { discountCode: "DOWN" });
    for (const open of [openPayment, openElementPayment]) {
      providerFails(3);
      expect(await open(order, clock.now)).toEqual({ ok: false, reason: "unavailable" });
      expect([usedCount(id), heldBy(id)]).toEqual([0, []]);
    }
    sandbox.control.setSwitches({ fault: null });
    await pageFor(order);
    expect(heldBy(id)).toEqual([order.id]);
  });

  it("stays with the first order where that one's payment cannot be closed", async () => {
    const { id } = code("STUCK", { maxUses: 2 });
    const eva = person("Eva");
    const first = ordered(eva, { discountCode: "STUCK" });
    await pageFor(first);
    const second = ordered(eva, { discountCode: "STUCK" });
    providerFails(10);
    expect(await openPayment(second, clock.now)).toEqual({ ok: false, reason: "unavailable" });
    expect([usedCount(id), heldBy(id)]).toEqual([1, [first.id]]);
    sandbox.control.setSwitches({ fault: null });
    await pay(first);
    expect((await fulfilOrder(first.id, clock.now)).ok).toBe(true);
    expect(usedCount(id)).toBe(1);
  });

  it("is let go with the code, and goes over to the other one when that is paid with", async () => {
    const [one, other] = [code("ONE", { maxUses: 1 }), code("OTHER", { maxUses: 1 })];
    const fay = person("Fay");
    const input = orderInput(fay, { discountCode: "ONE" });
    await pageFor(ordered(fay, input));
    const changed = ordered(fay, { ...input, discountCode: "OTHER" });
    expect([usedCount(one.id), usedCount(other.id)]).toEqual([0, 0]);
    await pageFor(changed);
    expect([usedCount(one.id), usedCount(other.id)]).toEqual([0, 1]);
  });

  it("of a payment that is open outlives a second look at its order", async () => {
    const { id } = code("LOOK", { maxUses: 1 });
    const gus = person("Gus");
    const input = orderInput(gus, { discountCode: "LOOK" });
    const order = ordered(gus, input);
    await pageFor(order);
    ordered(gus, input);
    expect(heldBy(id)).toEqual([order.id]);
  });
});

describe("a code that pays for all of it", () => {
  it("is used when its order is fulfilled, and never more often than it may be", async () => {
    const { id } = code("ALL", { type: "PERCENTAGE", value: 100, maxUses: 1 });
    const [hal, ida] = [
      ordered(person("Hal"), { discountCode: "ALL" }),
      ordered(person("Ida"), { discountCode: "ALL" }),
    ];
    expect(usedCount(id)).toBe(0);
    expect(await openPayment(hal, clock.now)).toEqual({ ok: false, reason: "nothing_to_pay" });
    expect(await openPayment(ida, clock.now)).toEqual({ ok: false, reason: "discount_used_up" });
    expect((await fulfilOrder(hal.id, clock.now)).ok).toBe(true);
    expect(await fulfilOrder(ida.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(usedCount(id)).toBe(1);
  });

  it("hands nothing over that nobody asked for", async () => {
    code("GRATIS", { type: "PERCENTAGE", value: 100 });
    const order = ordered(person("Jo"), { discountCode: "GRATIS" });
    clock.advance(60);
    await reconcilePayments(clock.now);
    expect(orderById(order.id)?.status).toBe("PENDING");
  });
});
