import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { alarms, fulfilments, ledger, loopCredits, payments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { basketStatus } from "~/domain/shop/orders/checkout.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import {
  latestPayment,
  openElementPayment,
  openPayment,
  paymentOfReference,
} from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import {
  answerQuestion,
  GOOD_CARD,
  openPage,
  payInElement,
  payWith,
  pressButton,
} from "../../../adapters/payments/buyer";
import { code } from "../../../support/discount-codes";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { rounds } from "../../../support/rounds";
import { brokenInvariants, deliverWebhooks, ordered, orderInput, pageFor, pay } from "../../../support/shop";

const FORCED = rounds(100, 20);

beforeEach(async () => {
  await deliverWebhooks();
  db.delete(alarms).run();
});
afterEach(() => {
  sandbox.control.setSwitches({ fault: null, dropWebhooks: false, settleSeconds: 0 });
  expect(brokenInvariants()).toEqual([]);
});

type Order = ReturnType<typeof ordered>;

async function secretFor(order: Order): Promise<string> {
  const opened = await openElementPayment(order, clock.now);
  if (!opened.ok) throw new Error(`Nothing to pay in: ${opened.reason}.`);
  return opened.clientSecret;
}

const payIn = (secret: string, how?: Parameters<typeof payInElement>[2]) => payInElement(sandbox.origin, secret, how);

function fulfilledFor(orderId: string) {
  return {
    fulfilments: db.select().from(fulfilments).where(eq(fulfilments.orderId, orderId)).all().length,
    credits: db.select().from(loopCredits).where(eq(loopCredits.orderId, orderId)).all().length,
    ledger: db.select().from(ledger).where(eq(ledger.orderId, orderId)).all().length,
  };
}
const ONCE = { fulfilments: 1, credits: 1, ledger: 1 };
const NOTHING = { fulfilments: 0, credits: 0, ledger: 0 };

const attemptsOf = (orderId: string) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .all()
    .sort((one, other) => one.attempt - other.attempt);

/** What the provider holds for an order in pence: payments less refunds. */
async function keptOf(orderId: string): Promise<number> {
  let sum = 0;
  for (const { data, type } of sandbox.control.events()) {
    const object = data.object as { amount: number; metadata: { orderId?: string } };
    if (object.metadata?.orderId !== orderId) continue;
    if (type === "charge.succeeded") sum += object.amount;
    if (type === "refund.created") sum -= object.amount;
  }
  return sum;
}

describe("paying in the card element", () => {
  it("asks for the sum of the order, keeps no secret, and is the same payment however often the button is pressed", async () => {
    const ada = person("Ada");
    const order = ordered(ada, { discountCode: "NEW10" });
    const secrets = await Promise.all([1, 2, 3, 4].map(() => secretFor(order)));
    expect(new Set(secrets).size).toBe(1);
    const [attempt, ...others] = attemptsOf(order.id);
    expect(others).toEqual([]);
    expect(attempt).toMatchObject({
      checkoutMode: "element",
      status: "open",
      amountPence: 6299,
      checkoutId: null,
    });
    expect(JSON.stringify(attempt)).not.toContain("_secret_");
    const intentId = secrets[0]?.split("_secret_")[0] ?? "";
    expect(paymentOfReference(ada.id, intentId)).toMatchObject({ order: { id: order.id } });
    expect(paymentOfReference(person("Bea").id, intentId)).toBeUndefined();
    expect(await provider.readPayment(intentId)).toMatchObject({ status: "open", amountPence: 6299 });
  });

  it("is fulfilled by a webhook, by the return, or by the reconciler, and once", async () => {
    for (const channel of ["message", "return", "reconciler", "all"] as const) {
      sandbox.control.setSwitches({ dropWebhooks: channel === "return" || channel === "reconciler" });
      const order = ordered(person(`By${channel}`));
      expect((await payIn(await secretFor(order))).body.status).toBe("succeeded");
      expect(fulfilledFor(order.id)).toEqual(NOTHING);
      clock.advance(3);
      if (channel === "message" || channel === "all") await deliverWebhooks();
      if (channel === "return" || channel === "all") await fulfilOrder(order.id, clock.now);
      if (channel === "reconciler" || channel === "all") await reconcilePayments(clock.now);
      expect(fulfilledFor(order.id)).toEqual(ONCE);
      expect(latestPayment(order.id)).toMatchObject({ status: "paid", cardLast4: "4242", cardBrand: "visa" });
    }
  });

  it("with a declined card can be tried again with another, in the same payment", async () => {
    const order = ordered(person("Cid"));
    const secret = await secretFor(order);
    const declined = await payIn(secret, "4000 0000 0000 9995");
    expect([declined.status, declined.body.error?.message]).toEqual([402, "Your card has insufficient funds."]);
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(latestPayment(order.id)?.lastError).toBe("Your card has insufficient funds.");
    expect(await secretFor(order)).toBe(secret);
    await payIn(secret);
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
  });

  it("waits for the bank’s question, and is paid once it is answered", async () => {
    const order = ordered(person("Dee"));
    const { body } = await payIn(await secretFor(order), "4000 0027 6000 3184");
    expect(body.status).toBe("requires_action");
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    await answerQuestion(body, "Complete");
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true });
  });

  it("with PayPal is paid once it is approved there, and not when it is cancelled", async () => {
    const order = ordered(person("Eve"));
    const secret = await secretFor(order);
    await answerQuestion((await payIn(secret, { type: "paypal" })).body, "Cancel and go back");
    expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "not_paid" });
    expect(latestPayment(order.id)?.lastError).toContain("cancelled at PayPal");
    await answerQuestion((await payIn(secret, { type: "paypal" })).body, "Approve £69.99");
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true });
    expect(latestPayment(order.id)).toMatchObject({ status: "paid", cardLast4: null });
  });

  it("by bank debit is pending for a while: nothing is fulfilled and nothing more can be paid, until it comes or not", async () => {
    for (const [account, comes] of [
      ["00012345", true],
      ["22222227", false],
    ] as const) {
      const buyer = person(`Debit${account}`);
      const input = orderInput(buyer);
      const order = ordered(buyer, input);
      const { body } = await payIn(await secretFor(order), { type: "bacs_debit", account });
      expect(body.status).toBe("processing");
      expect(await fulfilOrder(order.id, clock.now)).toEqual({ ok: false, reason: "processing" });
      expect(await basketStatus(buyer.id, input.basketKey, clock.now)).toBe("processing");
      expect(await openPayment(order, clock.now)).toEqual({ ok: false, reason: "nothing_to_pay" });
      clock.advance(3 * 60);
      await reconcilePayments(clock.now);
      expect(fulfilledFor(order.id)).toEqual(comes ? ONCE : NOTHING);
    }
  });

  it("by bank debit on the hosted page can be paid again once the bank has refused it", async () => {
    const buyer = person("Uma");
    const input = orderInput(buyer);
    const order = ordered(buyer, input);
    const page = await openPage(await pageFor(order));
    await pressButton(page, "Pay £69.99 by bank debit", { account: "22222227" });
    expect(await basketStatus(buyer.id, input.basketKey, clock.now)).toBe("processing");
    clock.advance(3 * 60);
    await reconcilePayments(clock.now);
    expect(await basketStatus(buyer.id, input.basketKey, clock.now)).toBe("open");
    expect(latestPayment(order.id)?.lastError).toContain("does not have enough money");
    await payWith(await pageFor(order), GOOD_CARD);
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true, first: true });
  });

  it("for another sum than before is another payment, and the older one can no longer be paid", async () => {
    const finn = person("Finn");
    const input = orderInput(finn);
    const older = await secretFor(ordered(finn, input));
    code("TENNER", { type: "FIXED_AMOUNT", value: 1000 });
    const changed = ordered(finn, { ...input, discountCode: "TENNER" });
    const newer = await secretFor(changed);
    expect(newer).not.toBe(older);
    expect((await payIn(older)).body.error?.code).toBe("payment_intent_unexpected_state");
    expect((await payIn(newer)).body.status).toBe("succeeded");
    expect(await fulfilOrder(changed.id, clock.now)).toMatchObject({ ok: true });
    expect(await keptOf(changed.id)).toBe(5999);
  });

  it("that nobody finishes is called off when its time is over, and its discount is free again", async () => {
    code("ONE", { maxUses: 1 });
    const order = ordered(person("Gus"), { discountCode: "ONE" });
    const secret = await secretFor(order);
    clock.advance(36);
    await reconcilePayments(clock.now);
    expect(attemptsOf(order.id)).toMatchObject([{ status: "expired" }]);
    expect((await payIn(secret)).body.error?.code).toBe("payment_intent_unexpected_state");
    expect(ordered(person("Hal"), { discountCode: "ONE" }).discountPence).toBeGreaterThan(0);
  });
});

describe("the card element and the hosted page", () => {
  it("cannot both be paid: whichever is opened closes the other", async () => {
    const order = ordered(person("Ida"));
    const secret = await secretFor(order);
    const url = await pageFor(order);
    expect((await payIn(secret)).body.error?.code).toBe("payment_intent_unexpected_state");
    const again = await secretFor(order);
    expect((await fetch(url)).status).toBe(410);
    await payIn(again);
    expect(await fulfilOrder(order.id, clock.now)).toMatchObject({ ok: true });
    expect(await keptOf(order.id)).toBe(6999);
  });

  it("opened at the same moment leave at most one to pay in", async () => {
    for (let round = 0; round < 10; round += 1) {
      const order = ordered(person(`Moment${round}`));
      const [page, element] = await Promise.all([openPayment(order, clock.now), openElementPayment(order, clock.now)]);
      if (page.ok) await payWith(page.url, GOOD_CARD);
      if (element.ok) await payIn(element.clientSecret);
      await fulfilOrder(order.id, clock.now);
      expect(await keptOf(order.id)).toBeLessThanOrEqual(6999);
    }
  });

  it(`paid both by force, ${FORCED} times: one is kept, the other sent back, and staff are notified`, async () => {
    for (let round = 0; round < FORCED; round += 1) {
      const order = ordered(person(`Force${round}`));
      await pay(order);
      // As if the payment page had been forgotten: an element is opened although the page is already paid.
      const opened = await provider.openElement({
        orderId: order.id,
        orderNumber: order.number,
        attempt: 2,
        totalPence: order.totalPence,
        metadata: {},
      });
      if (!opened.ok) throw new Error(opened.message);
      await payIn(opened.clientSecret);
      const { paymentIntentId } = opened;
      const times = { createdAt: clock.now, updatedAt: clock.now, expiresAt: clock.now };
      db.insert(payments)
        .values({
          orderId: order.id,
          attempt: 2,
          checkoutMode: "element",
          status: "open",
          amountPence: 6999,
          paymentIntentId,
          ...times,
        })
        .run();
      await Promise.all([
        fulfilOrder(order.id, clock.now),
        fulfilOrder(order.id, clock.now),
        round % 10 === 0 ? reconcilePayments(clock.now) : undefined,
      ]);
      await fulfilOrder(order.id, clock.now);
      expect(fulfilledFor(order.id)).toEqual(ONCE);
      expect(
        attemptsOf(order.id)
          .map(({ status }) => status)
          .sort(),
      ).toEqual(["paid", "refused"]);
      expect(await keptOf(order.id)).toBe(6999);
      expect(openAlarms().filter(({ objectId }) => objectId === order.id)).toMatchObject([
        { kind: "payment_paid_twice" },
      ]);
      db.delete(alarms).run();
    }
  });
});
