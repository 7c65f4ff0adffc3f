import "../../../support/payment-sandbox";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { db } from "#db/client.server";
import { emails, fulfilments, ledger, loopCredits, orders, payments, vouchers, webhookEvents } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import {
  receiveWebhook,
  storeWebhookEvent,
  webhookQueue,
  workWebhookEvent,
} from "~/domain/shop/orders/webhooks.server";
import { GOOD_CARD, payWith } from "../../../adapters/payments/buyer";
import { code } from "../../../support/discount-codes";
import { clock, endpoint, messages, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { rounds } from "../../../support/rounds";
import { bought, brokenInvariants, deliverWebhooks, ordered, pageFor, pay } from "../../../support/shop";

/** Of ten loops and ten gifts each. */
const BATCHES = rounds(10, 1);
const COPIES = rounds(1_000, 50);

// Messages left over from earlier tests are delivered first, so that each test receives only its own.
beforeEach(async () => {
  await deliverWebhooks();
});
afterEach(() =>
  sandbox.control.setSwitches({
    fault: null,
    dropWebhooks: false,
    extraCopies: 0,
    twins: 0,
    settleSeconds: 0,
  }),
);

/** After the reconciler has run, the money invariants hold. */
async function expectMoneyAddsUp(): Promise<void> {
  sandbox.control.setSwitches({ fault: null });
  await reconcilePayments(clock.now);
  expect(brokenInvariants()).toEqual([]);
}

/** Everything that was fulfilled for an order. */
function fulfilledFor(orderId: string) {
  const confirmation = and(eq(emails.kind, "order_confirmation"), eq(emails.dedupeKey, `order-paid:${orderId}`));
  return {
    fulfilments: db.select().from(fulfilments).where(eq(fulfilments.orderId, orderId)).all().length,
    credits: db.select().from(loopCredits).where(eq(loopCredits.orderId, orderId)).all().length,
    vouchers: db.select().from(vouchers).where(eq(vouchers.orderId, orderId)).all().length,
    ledger: db.select().from(ledger).where(eq(ledger.orderId, orderId)).all().length,
    emails: db.select().from(emails).where(confirmation).all().length,
  };
}
const ONCE = { fulfilments: 1, credits: 1, vouchers: 0, ledger: 1, emails: 1 };
const NOTHING = { fulfilments: 0, credits: 0, vouchers: 0, ledger: 0, emails: 0 };

describe("handing over", () => {
  afterEach(expectMoneyAddsUp);

  it("gives the buyer a credit for one loop, a line in the ledger and an email", async () => {
    const ada = person("Ada");
    const order = ordered(ada);
    await pay(order);
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
    expect(fulfilledFor(order.id)).toEqual(ONCE);
    expect(orderById(order.id)).toMatchObject({ status: "PAID", paidAt: clock.now });
    expect(unspentCreditOf(ada.id)).toMatchObject({
      orderId: order.id,
      theme: "pet",
      type: "puppys-first-year",
    });
    const [line] = db.select().from(ledger).where(eq(ledger.orderId, order.id)).all();
    expect(line).toMatchObject({
      kind: "payment",
      amountPence: 6999,
      providerReference: expect.stringMatching(/^pi_/),
    });
    const [message] = db.select().from(emails).where(eq(emails.accountId, ada.id)).all();
    expect(message).toMatchObject({ toEmail: ada.email, isTransactional: true });
    expect(message?.textBody).toContain(order.number);
    expect(message?.textBody).toContain("£69.99");
  });

  it("happens once when three ask at once, twenty times over", async () => {
    for (let round = 0; round < 20; round += 1) {
      const order = ordered(person(`Buyer${round}`));
      await pay(order);
      const results = await Promise.all([1, 2, 3].map(() => fulfilOrder(order.id, clock.now)));
      expect(results.every((result) => result.ok)).toBe(true);
      expect(results.filter((result) => result.ok && result.first)).toHaveLength(1);
      expect(fulfilledFor(order.id)).toEqual(ONCE);
    }
  });

  it(`happens once by all three channels together, to ${BATCHES * 10} loops and as many gifts`, async () => {
    for (let round = 0; round < BATCHES; round += 1) {
      const gift = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
      const twenty = Array.from({ length: 20 }, (_, turn) =>
        ordered(person(`Roads${round}of${turn}`), turn % 2 === 0 ? { gift } : {}),
      );
      await Promise.all(twenty.map((order) => pay(order)));
      clock.advance(3);
      const returns = twenty.map(({ id }) => fulfilOrder(id, clock.now));
      await Promise.all([deliverWebhooks(), reconcilePayments(clock.now), ...returns]);
      for (const { id, kind } of twenty) {
        const contents = kind === "gift" ? { credits: 0, vouchers: 1 } : { credits: 1, vouchers: 0 };
        expect(fulfilledFor(id)).toEqual({ ...ONCE, ...contents });
      }
    }
  });

  it("waits for the money: an order nobody paid for is not fulfilled, however often it is checked", async () => {
    const order = ordered(person("Ben"));
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    await pageFor(order);
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
    expect(await fulfilOrder("no-such-order", clock.now)).toEqual({ ok: false, reason: "unknown_order" });
  });

  it("waits where the provider does not respond, and happens when it does", async () => {
    const order = ordered(person("Cid"));
    await pay(order);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "unavailable" });
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
    sandbox.control.setSwitches({ fault: null });
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
  });

  it("of an order of nothing needs no provider and no line in the ledger", async () => {
    code("FREE", { value: 100 });
    const order = ordered(person("Dan"), { discountCode: "FREE" });
    expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "nothing_to_pay" });
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: false });
    expect(fulfilledFor(order.id)).toEqual({ ...ONCE, ledger: 0 });
  });

  it("of a cancelled order does not happen, even where it was paid", async () => {
    const order = ordered(person("Eva"));
    await pay(order);
    db.update(orders).set({ status: "CANCELLED", cancelledAt: clock.now }).where(eq(orders.id, order.id)).run();
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
  });
});

/** Every order in which these can arrive. */
function ordersOf(things: readonly string[]): string[][] {
  if (things.length < 2) return [[...things]];
  return things.flatMap((first) => ordersOf(things.filter((one) => one !== first)).map((rest) => [first, ...rest]));
}

describe("the provider’s messages", () => {
  afterEach(expectMoneyAddsUp);

  it("lead to handing over without the buyer coming back", async () => {
    const order = ordered(person("Kim"));
    await pay(order);
    expect(await deliverWebhooks()).toBeGreaterThan(0);
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });

  it("that come twice, and twenty times, are one", async () => {
    sandbox.control.setSwitches({ extraCopies: 19 });
    const order = ordered(person("Lea"));
    await pay(order);
    const rows = () => db.select().from(webhookEvents).all().length;
    const before = rows();
    expect(await deliverWebhooks()).toBe(40);
    expect(rows() - before).toBe(2);
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });

  it("in any order come to the same", async () => {
    for (const turn of [0, 1, 2, 3]) {
      const order = ordered(person(`Turn${turn}`));
      await pay(order);
      await sandbox.control.deliverDue();
      const received = messages.splice(0);
      const shuffled = [...received.slice(turn), ...received.slice(0, turn)].reverse();
      for (const { body, signature } of shuffled) receiveWebhook(body, signature, clock.now);
      for (let event = webhookQueue.claim(clock.now); event; event = webhookQueue.claim(clock.now)) {
        await workWebhookEvent(event.id, clock.now);
        await workWebhookEvent(event.id, clock.now);
      }
      expect(fulfilledFor(order.id)).toEqual(ONCE);
    }
  });

  it(`of one payment, ${COPIES} times at once and with ten twins of other names, are one`, async () => {
    sandbox.control.setSwitches({ twins: 10 });
    const order = ordered(person("Copied"));
    await pay(order);
    await sandbox.control.deliverDue();
    const received = messages.splice(0);
    const rows = () => db.select().from(webhookEvents).all().length;
    const before = rows();
    const copies = received.flatMap((message) => Array.from({ length: COPIES }, () => message));
    await Promise.all(copies.map(async ({ body, signature }) => receiveWebhook(body, signature, clock.now)));
    expect(rows() - before).toBe(2 * 11);
    const work: Promise<void>[] = [];
    for (let event = webhookQueue.claim(clock.now); event; event = webhookQueue.claim(clock.now))
      work.push(workWebhookEvent(event.id, clock.now));
    await Promise.all(work);
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });

  it("in each of the 120 orders of five, more than we ask for, come to one and the same end", async () => {
    sandbox.control.pointWebhooksAt({ ...endpoint, events: undefined });
    onTestFinished(() => sandbox.control.pointWebhooksAt(endpoint));
    const five = [
      "payment_intent.created",
      "payment_intent.processing",
      "checkout.session.completed",
      "charge.succeeded",
      "payment_intent.succeeded",
    ];
    const ends = new Set<string>();
    for (const turn of ordersOf(five)) {
      sandbox.control.setSwitches({ settleSeconds: 5 });
      const order = ordered(person(`P${turn.map((type) => five.indexOf(type)).join("")}`));
      await pay(order);
      clock.advance(1);
      await sandbox.control.deliverDue();
      const received = messages.splice(0);
      for (const type of turn) {
        const message = received.find(({ body }) => (JSON.parse(body) as { type: string }).type === type);
        if (!message) throw new Error(`There is no message ${type}.`);
        receiveWebhook(message.body, message.signature, clock.now);
        for (let event = webhookQueue.claim(clock.now); event; event = webhookQueue.claim(clock.now))
          await workWebhookEvent(event.id, clock.now);
      }
      const { status, refundedPence, totalPence } = orderById(order.id) ?? {};
      ends.add(JSON.stringify({ status, refundedPence, totalPence, ...fulfilledFor(order.id) }));
    }
    expect([...ends]).toEqual([JSON.stringify({ status: "PAID", refundedPence: 0, totalPence: 6999, ...ONCE })]);
  });

  it("are believed by their signature only", async () => {
    await pay(ordered(person("Mia")));
    await sandbox.control.deliverDue();
    const [message] = messages.splice(0);
    if (!message) throw new Error("There is no message.");
    const { body, signature } = message;
    const rows = db.select().from(webhookEvents).all().length;
    const minutesLater = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000);
    expect(receiveWebhook(body, null, clock.now)).toMatchObject({ ok: false, reason: "bad_signature" });
    expect(receiveWebhook(`${body} `, signature, clock.now)).toMatchObject({ reason: "bad_signature" });
    expect(receiveWebhook(body, "t=1,v1=00", clock.now)).toMatchObject({ ok: false });
    expect(receiveWebhook(body, signature, minutesLater(6))).toMatchObject({ reason: "stale" });
    expect(receiveWebhook(body, signature, minutesLater(-6))).toMatchObject({ reason: "stale" });
    expect(db.select().from(webhookEvents).all()).toHaveLength(rows);
    expect(receiveWebhook(body, signature, clock.now)).toEqual({ ok: true });
  });

  it("are kept and worked on again where the provider does not respond just then", async () => {
    const order = ordered(person("Noa"));
    await pay(order);
    await sandbox.control.deliverDue();
    for (const { body, signature } of messages.splice(0)) receiveWebhook(body, signature, clock.now);
    const event = webhookQueue.claim(clock.now);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
    await expect(workWebhookEvent(event?.id ?? "", clock.now)).rejects.toThrow("didn’t answer");
    const kept = () =>
      db
        .select()
        .from(webhookEvents)
        .where(eq(webhookEvents.id, event?.id ?? ""))
        .get();
    expect(kept()?.processedAt).toBeNull();
    sandbox.control.setSwitches({ fault: null });
    await workWebhookEvent(event?.id ?? "", clock.now);
    expect(kept()?.processedAt).toEqual(clock.now);
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });

  it("that name no order are about that of their page, and those of other kinds ask nothing", async () => {
    await pageFor(ordered(person("Eve")));
    const order = ordered(person("Ola"));
    await pay(order);
    const checkoutId = db.select().from(payments).where(eq(payments.orderId, order.id)).get()?.checkoutId ?? "";
    const tell = async (type: string, object: object) => {
      const id = `evt_${type}_${order.id}`;
      storeWebhookEvent(
        { id, type, objectId: checkoutId, payload: JSON.stringify({ id: checkoutId, ...object }) },
        clock.now,
      );
      await workWebhookEvent(id, clock.now);
    };
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    await tell("customer.created", { object: "customer", metadata: { orderId: order.id } });
    sandbox.control.setSwitches({ fault: null });
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
    await tell("checkout.session.completed", { object: "checkout.session" });
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });

  it("of unknown orders and unknown kinds are set aside", async () => {
    const strange = [
      {
        id: "evt_1",
        type: "checkout.session.completed",
        payload: '{"object":"checkout.session","id":"cs_x"}',
      },
      {
        id: "evt_2",
        type: "payment_intent.succeeded",
        payload: '{"object":"payment_intent","id":"pi_x","metadata":{"orderId":"elsewhere"}}',
      },
      { id: "evt_3", type: "customer.created", payload: '{"object":"customer","id":"cus_x"}' },
      { id: "evt_4", type: "charge.updated", payload: '["not what it seems"]' },
    ];
    for (const event of strange) {
      storeWebhookEvent({ ...event, objectId: "x" }, clock.now);
      await workWebhookEvent(event.id, clock.now);
      const row = db.select().from(webhookEvents).where(eq(webhookEvents.id, event.id)).get();
      expect(row?.processedAt).toEqual(clock.now);
    }
  });
});

describe("the reconciler", () => {
  afterEach(expectMoneyAddsUp);

  it("picks up a paid order that nobody told us of", async () => {
    sandbox.control.setSwitches({ dropWebhooks: true });
    const order = ordered(person("Ola"));
    await pay(order);
    await reconcilePayments(clock.now);
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
    clock.advance(3);
    await reconcilePayments(clock.now);
    expect(fulfilledFor(order.id)).toEqual(ONCE);
    await reconcilePayments(clock.now);
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });

  it("notes what has lapsed, and asks no more about it", async () => {
    const order = ordered(person("Pat"));
    await pageFor(order);
    clock.advance(36);
    await reconcilePayments(clock.now);
    const [attempt] = db.select().from(payments).where(eq(payments.orderId, order.id)).all();
    expect(attempt?.status).toBe("expired");
    expect(orderById(order.id)?.status).toBe("PENDING");
  });

  it("notes that an attempt lapsed which never got a page", async () => {
    const order = ordered(person("Quin"));
    const expiresAt = new Date(clock.now.getTime() + 35 * 60_000);
    db.insert(payments)
      .values({
        orderId: order.id,
        attempt: 1,
        amountPence: 6999,
        expiresAt,
        createdAt: clock.now,
        updatedAt: clock.now,
      })
      .run();
    const status = () => db.select().from(payments).where(eq(payments.orderId, order.id)).get()?.status;
    clock.advance(34);
    await reconcilePayments(clock.now);
    expect(status()).toBe("opening");
    clock.advance(1);
    await reconcilePayments(clock.now);
    expect(status()).toBe("expired");
  });

  it("still looks after a payment of three days ago", async () => {
    sandbox.control.setSwitches({ dropWebhooks: true });
    const order = ordered(person("Ray"));
    await pay(order);
    clock.advance(3 * 24 * 60);
    await reconcilePayments(clock.now);
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });

  it("leaves alone what was fulfilled", async () => {
    const order = await bought(person("Sal"));
    clock.advance(10);
    await reconcilePayments(clock.now);
    expect(orderById(order.id)).toEqual(order);
  });
});

// The last suite, because it leaves data behind that breaks the money invariants.
describe("a sum that is not the one we asked", () => {
  it("is refused and noted, and nothing is fulfilled", async () => {
    const order = ordered(person("Finn"));
    await pay(order);
    db.update(orders).set({ subtotalPence: 7999, totalPence: 7999 }).where(eq(orders.id, order.id)).run();
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
    const [attempt] = db.select().from(payments).where(eq(payments.orderId, order.id)).all();
    expect(attempt).toMatchObject({ status: "refused", lastError: "The amount paid isn’t the amount due." });
    expect(orderById(order.id)?.status).toBe("PENDING");
  });

  it("is refused also where our own note of the attempt was changed", async () => {
    const order = ordered(person("Gil"));
    await pay(order);
    db.update(payments).set({ amountPence: 1 }).where(eq(payments.orderId, order.id)).run();
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    expect(fulfilledFor(order.id)).toEqual(NOTHING);
  });

  it("of another order’s payment is refused: one payment never fulfils two orders", async () => {
    const [one, other] = [ordered(person("Hal")), ordered(person("Ida"))];
    await pay(one);
    const [paid] = db.select().from(payments).where(eq(payments.orderId, one.id)).all();
    db.delete(payments).where(eq(payments.orderId, one.id)).run();
    const borrowed = { orderId: other.id, attempt: 1, amountPence: 6999, checkoutId: paid?.checkoutId };
    db.insert(payments)
      .values({ ...borrowed, status: "open", createdAt: clock.now, updatedAt: clock.now })
      .run();
    expect(await fulfilOrder(other.id, clock.now)).toEqual({ ok: false, reason: "wrong_sum" });
    expect(fulfilledFor(other.id)).toEqual(NOTHING);
  });

  it("does not hide a correct payment beside it", async () => {
    const order = ordered(person("Jo"));
    await pay(order);
    db.update(payments).set({ amountPence: 1 }).where(eq(payments.orderId, order.id)).run();
    const second = { orderId: order.id, orderNumber: order.number, attempt: 2 };
    const opened = await provider.openCheckout({
      ...second,
      customerEmail: order.email,
      lines: [{ name: "A loop", amountPence: 6999, quantity: 1 }],
      totalPence: 6999,
      metadata: {},
      successUrl: "http://localhost:3000/payment-success",
      cancelUrl: "http://localhost:3000/payment",
      expiresAt: new Date(clock.now.getTime() + 35 * 60_000),
    });
    if (!opened.ok) throw new Error(opened.message);
    await payWith(opened.url, GOOD_CARD);
    const times = { createdAt: clock.now, updatedAt: clock.now };
    db.insert(payments)
      .values({
        orderId: order.id,
        attempt: 2,
        amountPence: 6999,
        checkoutId: opened.checkoutId,
        status: "open",
        ...times,
      })
      .run();
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
    expect(fulfilledFor(order.id)).toEqual(ONCE);
  });
});
