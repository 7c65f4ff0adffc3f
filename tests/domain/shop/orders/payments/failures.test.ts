import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { emails, fulfilments, ledger, loopCredits, payments } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { latestPayment, openElementPayment, openPayment } from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { askRefund, sendRefund, sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { receiveWebhook, webhookQueue, workWebhookEvent } from "~/domain/shop/orders/webhooks.server";
import { TEST_CARDS } from "../../../../../scripts/payment-sandbox/cards";
import { addressOf, answerQuestion, GOOD_CARD, payInElement, payWith } from "../../../../adapters/payments/buyer";
import { code } from "../../../../support/discount-codes";
import { clock, messages, sandbox } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import { rounds } from "../../../../support/rounds";
import {
  brokenInvariants,
  deliverWebhooks,
  ledgerOf,
  ordered,
  orderInput,
  pageFor,
  pay,
} from "../../../../support/shop";

/** Everything that can go wrong around a payment; after each case the money adds up. */

const LOST = rounds(50, 8);
const WINDOWS = rounds(50, 12);

beforeEach(async () => {
  await deliverWebhooks();
});
afterEach(async () => {
  sandbox.control.setSwitches({ fault: null, dropWebhooks: false, settleSeconds: 0 });
  await reconcilePayments(clock.now);
  expect(brokenInvariants()).toEqual([]);
});

function handedOver(orderId: string) {
  return {
    fulfilments: db.select().from(fulfilments).where(eq(fulfilments.orderId, orderId)).all().length,
    credits: db.select().from(loopCredits).where(eq(loopCredits.orderId, orderId)).all().length,
    emails: db
      .select()
      .from(emails)
      .where(eq(emails.dedupeKey, `order-paid:${orderId}`))
      .all().length,
  };
}
const ONCE = { fulfilments: 1, credits: 1, emails: 1 };
const NOTHING = { fulfilments: 0, credits: 0, emails: 0 };

/** What the provider holds of an order in pence: payments less refunds. */
async function keptOf(orderId: string): Promise<number> {
  const list = await fetch(`${sandbox.origin}/v1/charges?limit=100`, {
    headers: { authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}` },
  });
  const { data } = (await list.json()) as {
    data: { metadata: { orderId?: string }; paid: boolean; amount: number; amount_refunded: number }[];
  };
  return data
    .filter(({ metadata, paid }) => paid && metadata.orderId === orderId)
    .reduce((sum, one) => sum + one.amount - one.amount_refunded, 0);
}

const attemptsOf = (orderId: string) => db.select().from(payments).where(eq(payments.orderId, orderId)).all();

async function secretFor(order: ReturnType<typeof ordered>): Promise<string> {
  const opened = await openElementPayment(order, clock.now);
  if (!opened.ok) throw new Error(opened.reason);
  return opened.clientSecret;
}

describe("pressing the button", () => {
  it("fifty times at once is one order and one payment, on the page and in the element", async () => {
    for (const open of [openPayment, openElementPayment] as const) {
      const buyer = person("Fifty");
      const input = orderInput(buyer);
      const before = sandbox.control.events().length;
      const all = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const order = ordered(buyer, input);
          return { order, opened: await open(order, clock.now) };
        }),
      );
      expect(new Set(all.map(({ order }) => order.id)).size).toBe(1);
      const places = all.map(({ opened }) => opened.ok && ("url" in opened ? opened.url : opened.clientSecret));
      expect([new Set(places).size, places[0]]).toEqual([1, expect.any(String)]);
      expect(attemptsOf(all[0]?.order.id ?? "")).toHaveLength(1);
      const made = sandbox.control.events().slice(before);
      expect(made.filter(({ type }) => type === "payment_intent.created").length).toBeLessThanOrEqual(1);
    }
  });
});

describe("a response that is lost after the provider has acted", () => {
  it(`${2 * LOST} times over is never a second charge`, async () => {
    for (const checkoutMode of ["page", "element"] as const) {
      const many = Array.from({ length: LOST }, (_, round) => ordered(person(`Lost${checkoutMode}${round}`)));
      sandbox.control.setSwitches({ fault: { kind: "lose_answer", calls: LOST } });
      const opened = await Promise.all(
        many.map((order) => (checkoutMode === "page" ? pageFor(order) : secretFor(order))),
      );
      expect(new Set(opened).size).toBe(LOST);
      for (const place of opened)
        await (checkoutMode === "page" ? payWith(place, GOOD_CARD) : payInElement(sandbox.origin, place));
      sandbox.control.setSwitches({ fault: { kind: "lose_answer", calls: LOST } });
      await Promise.all(many.map(({ id }) => fulfilOrder(id, clock.now)));
      for (const { id } of many) {
        expect(attemptsOf(id)).toHaveLength(1);
        expect(await keptOf(id)).toBe(6999);
        expect(handedOver(id)).toEqual(ONCE);
      }
    }
  });
});

describe("a code taken off in one window while the other pays", () => {
  it(`${WINDOWS} times over buys at the price that was paid, or sends the money back`, async () => {
    code("WINDOW", { type: "FIXED_AMOUNT", value: 1000 });
    const rounds = Array.from({ length: WINDOWS }, async (_, round) => {
      const buyer = person(`Window${round}`);
      const input = orderInput(buyer);
      const order = ordered(buyer, input);
      const url = await pageFor(order);
      const steps = [
        () => payWith(url, GOOD_CARD).catch(() => undefined),
        async () => openPayment(ordered(buyer, { ...input, discountCode: "WINDOW" }), clock.now),
      ];
      if (round % 3 === 0) await Promise.all(steps.map((step) => step()));
      else for (const step of round % 3 === 1 ? steps : steps.reverse()) await step();
      return order;
    });
    const orders = await Promise.all(rounds);
    await deliverWebhooks();
    clock.advance(3);
    await reconcilePayments(clock.now);
    for (const { id } of orders) {
      const { status, totalPence } = orderById(id) ?? {};
      const kept = await keptOf(id);
      expect(kept).toBe(status === "PAID" ? totalPence : 0);
      expect(handedOver(id)).toEqual(status === "PAID" ? ONCE : NOTHING);
    }
  });
});

/** Pays with a card. Gives the result at first and after the bank's confirmation. */
async function tryCard(number: string, response: "Complete" | "Fail") {
  const order = ordered(person("Cards"));
  const secret = await secretFor(order);
  const first = await payInElement(sandbox.origin, secret, number);
  if (first.body.status === "requires_action") await answerQuestion(first.body, response);
  const result = await fulfilOrder(order.id, clock.now);
  return {
    order,
    secret,
    first,
    isPaid: result.ok,
    said: latestPayment(order.id)?.lastError ?? first.body.error?.message ?? null,
  };
}

describe("each of the provider’s test cards", () => {
  const DECLINED = "Your card was declined.";
  it.each([
    ["4242 4242 4242 4242", null],
    ["4000 0082 6000 0000", null],
    ["4000 0000 0000 0002", DECLINED],
    ["4000 0000 0000 9995", "Your card has insufficient funds."],
    ["4000 0000 0000 9987", DECLINED],
    ["4000 0000 0000 9979", DECLINED],
    ["4000 0000 0000 0069", "Your card has expired."],
    ["4000 0000 0000 0127", "Your card's security code is incorrect."],
    ["4000 0000 0000 0119", "An error occurred while processing your card. Try again in a little bit."],
    ["4242 4242 4242 4241", "Your card number is incorrect."],
    ["4100 0000 0000 0019", DECLINED],
    ["4000 0027 6000 3184", null],
    ["4000 0000 0000 3220", null],
    ["4000 0084 0000 1629", DECLINED],
    ["4000 0082 6000 3178", "Your card has insufficient funds."],
  ])("%s: %s, and another card can pay after it", async (number, sentence) => {
    const { order, secret, isPaid, said } = await tryCard(number, "Complete");
    expect([isPaid, said]).toEqual([sentence === null, sentence]);
    expect(handedOver(order.id)).toEqual(sentence === null ? ONCE : NOTHING);
    if (sentence === null) return;
    expect(await secretFor(order)).toBe(secret);
    await payInElement(sandbox.origin, secret, GOOD_CARD);
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
    expect(await keptOf(order.id)).toBe(6999);
  });

  it("that asks is declined where the buyer says no, and waits where nobody answers", async () => {
    const { isPaid, said } = await tryCard("4000 0027 6000 3184", "Fail");
    expect(isPaid).toBe(false);
    expect(said).toContain("We are unable to authenticate your payment method");
    const order = ordered(person("Nobody"));
    await payInElement(sandbox.origin, await secretFor(order), "4000 0000 0000 3220");
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(latestPayment(order.id)?.lastError).toBeNull();
  });

  it("pays on the hosted page where it pays at all", async () => {
    for (const card of TEST_CARDS.filter(({ outcome }) => outcome.kind === "pay")) {
      const order = ordered(person("Hosted"));
      addressOf(await payWith(await pageFor(order), card.number));
      expect(await fulfilOrder(order.id, clock.now), card.name).toMatchObject({ ok: true, first: true });
    }
  });
});

describe("a refund that takes its time", () => {
  const refundOf = async (order: { id: string }) => {
    const input = db.transaction(
      (tx) =>
        askRefund(
          tx,
          { orderId: order.id, amountPence: 6999, reason: "A test.", staffId: "joan", evenIfUsed: true },
          clock.now,
        ),
      { behavior: "immediate" },
    );
    if (!input.ok) throw new Error(input.reason);
    return await sendRefund(input.refundId, clock.now);
  };
  const kindsOf = (orderId: string) => ledgerOf(orderId).map(({ kind }) => kind);

  it("is in the books once it has arrived, whichever way we hear of it", async () => {
    for (const way of ["message", "asking"] as const) {
      sandbox.control.setSwitches({ dropWebhooks: way === "asking" });
      const order = ordered(person("Slow"));
      await pay(order, "4000 0000 0000 7726");
      await fulfilOrder(order.id, clock.now);
      expect(await refundOf(order)).toBe("pending");
      expect(orderById(order.id)).toMatchObject({ status: "PAID", refundedPence: 0 });
      clock.advance(3 * 24 * 60);
      if (way === "message") await deliverWebhooks();
      else {
        await sandbox.control.deliverDue();
        await sendWaitingRefunds(clock.now);
      }
      expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
      expect(kindsOf(order.id)).toEqual(["payment", "refund"]);
    }
  });

  it("and fails after all opens the order again, and is an alarm", async () => {
    const order = ordered(person("Failing"));
    await pay(order, "4000 0000 0000 5126");
    await fulfilOrder(order.id, clock.now);
    expect(await refundOf(order)).toBe("succeeded");
    clock.advance(3 * 24 * 60);
    await deliverWebhooks();
    await deliverWebhooks();
    expect(orderById(order.id)).toMatchObject({ status: "PAID", refundedPence: 0 });
    expect(kindsOf(order.id)).toEqual(["payment", "refund", "refund_failed"]);
    const about = openAlarms().filter(({ objectId }) => objectId === order.id);
    expect(about.map(({ kind }) => kind)).toEqual(["refund_failed"]);
  });
});

describe("after all of this", () => {
  it("our ledger is the provider’s, to the penny", async () => {
    const ours = db.select().from(ledger).all();
    let theirs = 0;
    for (let after = ""; ; ) {
      const query = `limit=100${after && `&starting_after=${after}`}`;
      const page = await fetch(`${sandbox.origin}/v1/balance_transactions?${query}`, {
        headers: { authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}` },
      });
      const { data, has_more } = (await page.json()) as {
        data: { id: string; amount: number; type: string }[];
        has_more: boolean;
      };
      // A payout goes to our bank and concerns no buyer.
      const ofBuyers = data.filter(({ type }) => type !== "payout");
      theirs += ofBuyers.reduce((sum, { amount }) => sum + amount, 0);
      if (!has_more) break;
      after = data.at(-1)?.id ?? "";
    }
    expect(ours.length).toBeGreaterThan(2 * LOST);
    expect(ours.reduce((sum, { amountPence }) => sum + amountPence, 0)).toBe(theirs);
  });
});

describe("news that comes before the payment is known", () => {
  it("of a refund or a dispute comes to the same end as after it", async () => {
    for (const card of ["4000 0000 0000 0259", GOOD_CARD]) {
      const ends = new Set<string>();
      for (const isReversed of [false, true]) {
        const order = ordered(person("Early"));
        await pay(order, card);
        if (card === GOOD_CARD) await refundBehindOurBack(order.id);
        await sandbox.control.deliverDue();
        const received = messages.splice(0);
        for (const { body, signature } of isReversed ? received.reverse() : received)
          receiveWebhook(body, signature, clock.now);
        for (let round = 0; round < 4; round += 1) {
          for (let event = webhookQueue.claim(clock.now); event; event = webhookQueue.claim(clock.now))
            await workWebhookEvent(event.id, clock.now).catch((error: Error) =>
              expect(error.message).toContain("not known yet"),
            );
          clock.advance(60);
        }
        const { status, refundedPence } = orderById(order.id) ?? {};
        const lines = db.select().from(ledger).where(eq(ledger.orderId, order.id)).all();
        const raised = openAlarms().filter(({ objectId }) => objectId === order.id);
        ends.add(
          JSON.stringify({
            status,
            refundedPence,
            ...handedOver(order.id),
            ledger: lines.map(({ kind, amountPence }) => [kind, amountPence]),
            alarms: raised.map(({ kind }) => kind).sort(),
          }),
        );
      }
      expect([...ends], card).toHaveLength(1);
    }
  });
});

async function refundBehindOurBack(orderId: string): Promise<void> {
  const authorization = `Bearer ${process.env.STRIPE_SECRET_KEY}`;
  const list = await fetch(`${sandbox.origin}/v1/charges?limit=100`, { headers: { authorization } });
  const { data } = (await list.json()) as {
    data: { payment_intent: string; metadata: { orderId?: string } }[];
  };
  const intent = data.find(({ metadata }) => metadata.orderId === orderId)?.payment_intent ?? "";
  const response = await fetch(`${sandbox.origin}/v1/refunds`, {
    method: "POST",
    headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ payment_intent: intent, amount: "700" }),
  });
  expect(response.status).toBe(200);
}
