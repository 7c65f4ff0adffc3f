import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { payments } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { basketStatus } from "~/domain/shop/orders/checkout.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { latestPayment, openPayment, paymentOfReference } from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { GOOD_CARD, openPage, payWith } from "../../../adapters/payments/buyer";
import { code } from "../../../support/discount-codes";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, brokenInvariants, deliverWebhooks, ordered, orderInput, pageFor, pay } from "../../../support/shop";

afterEach(() => {
  sandbox.control.setSwitches({ fault: null });
  expect(brokenInvariants()).toEqual([]);
});

const attemptsOf = (orderId: string) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .all()
    .sort((one, other) => one.attempt - other.attempt);
const buttonOn = async (url: string) => (await openPage(url)).root.querySelector("form button")?.text;
/** The amounts that the provider was asked to refund. */
const refundsMade = () =>
  sandbox.control
    .events()
    .filter(({ type }) => type === "refund.created")
    .map(({ data }) => (data.object as { amount: number }).amount);
const madeAtTheProvider = () =>
  sandbox.control.events().filter(({ type }) => type === "payment_intent.succeeded").length;

describe("opening a payment", () => {
  it("gives the page that asks for the sum of the order, and writes the attempt down", async () => {
    const order = ordered(person("Ada"), { discountCode: "NEW10" });
    const url = await pageFor(order);
    expect(await buttonOn(url)).toBe("Pay £62.99");
    expect(attemptsOf(order.id)).toMatchObject([
      {
        attempt: 1,
        status: "open",
        amountPence: 6299,
        checkoutUrl: url,
        checkoutId: expect.stringMatching(/^cs_test_/),
        expiresAt: new Date(clock.now.getTime() + 30 * 60_000),
      },
    ]);
    expect(latestPayment(order.id)?.attempt).toBe(1);
  });

  it("ten times at once opens one page", async () => {
    const order = ordered(person("Ben"));
    const urls = await Promise.all(Array.from({ length: 10 }, () => pageFor(order)));
    expect(new Set(urls).size).toBe(1);
    expect(attemptsOf(order.id)).toHaveLength(1);
  });

  it("again later offers the same page while it is of use, and a new one after", async () => {
    const order = ordered(person("Cid"));
    const first = await pageFor(order);
    clock.advance(24);
    expect(await pageFor(order)).toBe(first);
    clock.advance(1);
    const second = await pageFor(order);
    expect(second).not.toBe(first);
    expect(attemptsOf(order.id).map(({ status }) => status)).toEqual(["expired", "open"]);
    expect(await buttonOn(first)).toBeUndefined();
  });

  it("that is open gives the page that was written down, and the provider is not asked again", async () => {
    const order = ordered(person("Sid"));
    const checkoutUrl = `${await pageFor(order)}#written-down`;
    db.update(payments).set({ checkoutUrl }).where(eq(payments.orderId, order.id)).run();
    expect(await pageFor(order)).toBe(checkoutUrl);
  });

  it("for another sum closes the page for the older one", async () => {
    const dan = person("Dan");
    const input = orderInput(dan);
    const first = await pageFor(ordered(dan, input));
    code("FIVER", { type: "FIXED_AMOUNT", value: 500 });
    const order = ordered(dan, { ...input, discountCode: "FIVER" });
    const second = await pageFor(order);
    expect(await buttonOn(first)).toBeUndefined();
    expect(await buttonOn(second)).toBe("Pay £64.99");
    expect(attemptsOf(order.id).map(({ status, amountPence }) => [status, amountPence])).toEqual([
      ["expired", 6999],
      ["open", 6499],
    ]);
  });

  it("of nothing asks no provider", async () => {
    code("GIFT", { value: 100 });
    const order = ordered(person("Eva"), { discountCode: "GIFT" });
    expect(order.totalPence).toBe(0);
    expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "nothing_to_pay" });
    expect(attemptsOf(order.id)).toEqual([]);
  });

  it("that the provider does not respond to can be tried again, under a new number", async () => {
    const order = ordered(person("Finn"));
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
    expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "unavailable" });
    const [failed] = attemptsOf(order.id);
    expect(failed).toMatchObject({ status: "failed", checkoutId: null });
    expect(failed?.lastError).toBeTruthy();
    sandbox.control.setSwitches({ fault: null });
    expect(await buttonOn(await pageFor(order))).toBe("Pay £69.99");
    expect(attemptsOf(order.id).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, "failed"],
      [2, "open"],
    ]);
  });

  it("whose response is lost after the page was made finds that page again", async () => {
    const order = ordered(person("Gil"));
    sandbox.control.setSwitches({ fault: { kind: "lose_answer", calls: 1 } });
    const url = await pageFor(order);
    expect(await buttonOn(url)).toBe("Pay £69.99");
    expect(attemptsOf(order.id)).toHaveLength(1);
  });

  it("goes on from an attempt that was written down before a crash", async () => {
    const order = ordered(person("Hal"));
    const times = { createdAt: clock.now, updatedAt: clock.now };
    const expiresAt = new Date(clock.now.getTime() + 29 * 60_000);
    db.insert(payments)
      .values({ orderId: order.id, attempt: 1, amountPence: order.totalPence, expiresAt, ...times })
      .run();
    await pageFor(order);
    expect(attemptsOf(order.id)).toMatchObject([{ attempt: 1, status: "open" }]);
  });
});

describe("nobody pays twice", () => {
  it("a page that was just paid on is not followed by another", async () => {
    const ida = person("Ida");
    const input = orderInput(ida);
    const order = ordered(ida, input);
    await pay(order);
    const before = madeAtTheProvider();
    clock.advance(31);
    expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "nothing_to_pay" });
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
    expect(madeAtTheProvider()).toBe(before);
    expect(attemptsOf(order.id).filter(({ status }) => status === "paid")).toHaveLength(1);
  });

  it("a page paid on for an older sum buys nothing: the money goes back, staff are notified, and then the order can be paid", async () => {
    const jo = person("Jo");
    const input = orderInput(jo);
    await pay(ordered(jo, input));
    code("TENNER", { type: "FIXED_AMOUNT", value: 1000 });
    const changed = ordered(jo, { ...input, discountCode: "TENNER" });
    expect(await openPayment(changed, clock.now)).toEqual({ ok: false, reason: "nothing_to_pay" });
    sandbox.control.setSwitches({ fault: null });
    expect(await fulfilOrder(changed.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    expect(attemptsOf(changed.id)[0]).toMatchObject({ status: "refused", returnedAt: clock.now });
    expect(refundsMade()).toEqual([6999]);
    expect(openAlarms()).toMatchObject([{ kind: "payment_wrong_sum", objectId: changed.id, times: 1 }]);
    await pay(changed);
    expect(await fulfilOrder(changed.id, clock.now)).toMatchObject({ ok: true, first: true });
  });

  it("money that cannot be sent back at once keeps the order from being paid until it can", async () => {
    const kai = person("Kai");
    const order = ordered(kai);
    await pay(order);
    db.update(payments).set({ amountPence: 1 }).where(eq(payments.orderId, order.id)).run();
    const before = refundsMade().length;
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 1, path: "/v1/refunds" } });
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "refused" });
    expect(brokenInvariants()).toEqual(["M8c"]);
    clock.advance(24 * 60);
    await reconcilePayments(clock.now);
    expect(refundsMade()).toHaveLength(before + 1);
    await pageFor(order);
  });

  it("money that the bank would not take back is an alarm, once", async () => {
    const order = ordered(person("Lou"));
    await deliverWebhooks();
    await pay(order, "4000 0000 0000 5126");
    db.update(payments).set({ amountPence: 1 }).where(eq(payments.orderId, order.id)).run();
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    for (let round = 0; round < 3; round += 1) {
      clock.advance(10);
      await deliverWebhooks();
      for (const event of sandbox.control.events()) {
        if (event.type === "refund.failed") sandbox.control.resend(event.id);
      }
    }
    const about = openAlarms().filter(({ objectId }) => objectId === order.id);
    expect(about.map(({ kind }) => kind).sort()).toEqual(["payment_not_sent_back", "payment_wrong_sum"]);
  });

  it("a page that cannot be closed keeps another from being opened, until it can", async () => {
    const kim = person("Kim");
    const input = orderInput(kim);
    const first = await pageFor(ordered(kim, input));
    code("FIVEOFF", { type: "FIXED_AMOUNT", value: 500 });
    const order = ordered(kim, { ...input, discountCode: "FIVEOFF" });
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
    expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "unavailable" });
    expect(attemptsOf(order.id).map(({ status }) => status)).toEqual(["open", "opening"]);
    sandbox.control.setSwitches({ fault: null });
    expect(await buttonOn(first)).toBe("Pay £69.99");
    expect(await buttonOn(await pageFor(order))).toBe("Pay £64.99");
    expect(await buttonOn(first)).toBeUndefined();
  });

  it("two buttons pressed at once for two sums leave one page to pay on", async () => {
    const lea = person("Lea");
    const input = orderInput(lea);
    code("ATONCE", { type: "FIXED_AMOUNT", value: 500 });
    const dear = ordered(lea, input);
    const openingDear = openPayment(dear, clock.now);
    const cheap = ordered(lea, { ...input, discountCode: "ATONCE" });
    const openingCheap = openPayment(cheap, clock.now);
    expect(await openingDear).toEqual({ ok: false, reason: "unavailable" });
    expect((await openingCheap).ok).toBe(true);
    const urls = attemptsOf(dear.id).map(({ checkoutUrl }) => checkoutUrl ?? "");
    expect(urls).toHaveLength(2);
    const buttons = await Promise.all(urls.map(buttonOn));
    expect(buttons.filter(Boolean)).toEqual(["Pay £64.99"]);
  });

  it("a basket that was paid on an open page is known before it may change", async () => {
    const mia = person("Mia");
    const input = orderInput(mia);
    const standing = (accountId: string) => basketStatus(accountId, input.basketKey, clock.now);
    expect(await standing(mia.id)).toBe("open");
    const order = ordered(mia, input);
    expect(await standing(mia.id)).toBe("open");
    await pageFor(order);
    expect(await standing(mia.id)).toBe("open");
    await pay(order);
    expect(await standing(person("Noa").id)).toBe("open");
    expect(await standing(mia.id)).toBe("paid");
    expect(await standing(mia.id)).toBe("paid");
  });
});

describe("a card that is refused", () => {
  it("is told of with the bank’s reason, and another card can pay on the same page", async () => {
    const order = ordered(person("Ola"));
    const url = await pageFor(order);
    await payWith(url, "4000 0000 0000 9995");
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(latestPayment(order.id)).toMatchObject({
      status: "open",
      lastError: "Your card has insufficient funds.",
    });
    await payWith(url, GOOD_CARD);
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
    expect(latestPayment(order.id)).toMatchObject({
      status: "paid",
      lastError: null,
      cardBrand: "visa",
      cardLast4: "4242",
    });
  });
});

describe("whose a payment is", () => {
  it("only the buyer finds it by the address the provider sends them back to", async () => {
    const pat = person("Pat");
    const order = await bought(pat);
    const checkoutId = latestPayment(order.id)?.checkoutId ?? "";
    expect(paymentOfReference(pat.id, checkoutId)).toMatchObject({ order: { id: order.id } });
    expect(paymentOfReference(person("Quin").id, checkoutId)).toBeUndefined();
    expect(paymentOfReference(pat.id, "cs_test_made_up")).toBeUndefined();
    expect(paymentOfReference(pat.id, "")).toBeUndefined();
  });
});
