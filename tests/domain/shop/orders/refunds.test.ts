import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { loopCredits, orders, payments, refunds, shipments } from "#db/schema";
import { unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { cancelOffersOf, cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { placeCopiesOrder } from "~/domain/shop/orders/copies.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { askRefund, sendRefund, sendWaitingRefunds, settle } from "~/domain/shop/orders/refunds.server";
import { NEEDED_EVENTS } from "~/domain/shop/orders/webhook-events";
import { storeWebhookEvent, workWebhookEvent } from "~/domain/shop/orders/webhooks.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { code } from "../../../support/discount-codes";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { loopOf, person } from "../../../support/people";
import { inProcesses } from "../../../support/processes";
import { rounds } from "../../../support/rounds";
import {
  ADDRESS,
  alarmsAbout,
  bought,
  brokenInvariants,
  cancelAsShown,
  deliverWebhooks,
  ledgerOf,
  ordered,
  paidFor,
  refundEmailsTo,
  voucherOf,
} from "../../../support/shop";

const RACES = rounds(200, 12);

afterEach(() => expect(brokenInvariants()).toEqual([]));

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
const DELIVERY_DAY = "2027-12-03";

const ask = (orderId: string, amountPence: number, more = {}) =>
  db.transaction(
    (tx) => askRefund(tx, { orderId, amountPence, reason: "A test.", staffId: "joan", ...more }, clock.now),
    { behavior: "immediate" },
  );

async function give(orderId: string, amountPence: number, more = {}) {
  const input = ask(orderId, amountPence, more);
  if (!input.ok) throw new Error(input.reason);
  return { id: input.refundId, status: await sendRefund(input.refundId, clock.now) };
}

const entriesOf = (orderId: string) => ledgerOf(orderId).map(({ kind, amountPence }) => ({ kind, pence: amountPence }));

describe("a refund", () => {
  it("of a part leaves what was bought and says how much went back", async () => {
    const order = await bought();
    expect((await give(order.id, 1500)).status).toBe("succeeded");
    expect(orderById(order.id)).toMatchObject({ status: "PARTLY_REFUNDED", refundedPence: 1500 });
    expect(unspentCreditOf(order.accountId ?? "")).toBeDefined();
    expect(entriesOf(order.id)).toEqual([
      { kind: "payment", pence: 6999 },
      { kind: "refund", pence: -1500 },
    ]);
    expect(refundEmailsTo(order.email).map(({ subject }) => subject)).toEqual(["Your refund of £15.00"]);
  });

  it("of the rest takes back what was bought", async () => {
    const order = await bought();
    await give(order.id, 1500);
    await give(order.id, 5499);
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
    expect(unspentCreditOf(order.accountId ?? "")).toBeUndefined();
  });

  it.each([
    ["more than was paid", 7000, "too_much"],
    ["nothing", 0, "not_a_sum"],
    ["less than nothing", -1, "not_a_sum"],
    ["half a penny", 0.5, "not_a_sum"],
    ["no number", Number.NaN, "not_a_sum"],
  ])("of %s is refused", async (_, pence, reason) => {
    const order = await bought();
    expect(ask(order.id, pence)).toEqual({ ok: false, reason });
    expect(orderById(order.id)?.refundedPence).toBe(0);
  });

  it("of an order that was never paid, or that does not exist, is refused", () => {
    expect(ask(ordered().id, 100)).toEqual({ ok: false, reason: "not_paid" });
    expect(ask("nowhere", 100)).toEqual({ ok: false, reason: "unknown_order" });
  });

  it("asked for twenty times at once is given once", async () => {
    const order = await bought();
    const results = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const input = ask(order.id, 6999);
        if (input.ok) await sendRefund(input.refundId, clock.now);
        return input.ok;
      }),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
  });

  it("sent twenty times is one refund at the provider", async () => {
    const order = await bought();
    const input = ask(order.id, 2000);
    if (!input.ok) throw new Error(input.reason);
    await Promise.all(Array.from({ length: 20 }, () => sendRefund(input.refundId, clock.now)));
    expect(entriesOf(order.id).filter(({ kind }) => kind === "refund")).toEqual([{ kind: "refund", pence: -2000 }]);
    expect(refundEmailsTo(order.email)).toHaveLength(1);
    await deliverWebhooks();
    expect(orderById(order.id)?.refundedPence).toBe(2000);
    expect(alarmsAbout(order.id)).toEqual([]);
  });

  it("of a loop that was begun is refused, unless staff insist", async () => {
    const order = await bought();
    beginLoop(order.accountId ?? "", DELIVERY_DAY, clock.now);
    expect(ask(order.id, 6999)).toEqual({ ok: false, reason: "used" });
    expect((await give(order.id, 6999, { evenIfUsed: true })).status).toBe("succeeded");
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED" });
  });

  it("made at the provider's behind our back is an alarm, shown on the order, and leaves only the rest", async () => {
    const order = await bought();
    const paid = entriesOf(order.id);
    const intent = ledgerOf(order.id)[0]?.providerReference ?? "";
    await fetch(`${sandbox.origin}/v1/refunds`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ payment_intent: intent, amount: "700" }),
    });
    await deliverWebhooks();
    expect(alarmsAbout(order.id).map(({ kind, message }) => [kind, message])).toEqual([
      ["refund_outside", "£7.00 was refunded in the payment provider’s dashboard, not here."],
    ]);
    expect(entriesOf(order.id)).toEqual([...paid, { kind: "refund", pence: -700 }]);
    expect(orderById(order.id)).toMatchObject({ status: "PARTLY_REFUNDED", refundedPence: 700 });
    expect(refundEmailsTo(order.email)).toEqual([]);
    expect(ask(order.id, 6300)).toEqual({ ok: false, reason: "too_much" });
    expect((await give(order.id, 6299)).status).toBe("succeeded");
  });

  it("made in the provider's dashboard is noticed by the one message that tells of it", async () => {
    const order = await bought();
    const payload = JSON.stringify({
      ...{ object: "refund", id: "re_dashboard", metadata: {} },
      payment_intent: ledgerOf(order.id)[0]?.providerReference,
    });
    const event = { id: `evt_${order.id}`, type: "refund.created", objectId: "re_dashboard", payload };
    storeWebhookEvent(event, clock.now);
    await workWebhookEvent(event.id, clock.now);
    expect(NEEDED_EVENTS).toContain(event.type);
    expect(alarmsAbout(order.id).map(({ kind }) => kind)).toEqual(["refund_outside"]);
  });

  it("that our balance is too small for waits, with an alarm, until it is large enough", async () => {
    const order = await bought();
    sandbox.control.setSwitches({ refusesRefunds: true });
    const { id, status } = await give(order.id, 6999);
    expect(status).toBe("pending");
    expect(alarmsAbout(order.id)).toMatchObject([{ kind: "refund_waits", resolvedAt: null }]);
    clock.advance(3);
    await sendWaitingRefunds(clock.now);
    expect(alarmsAbout(order.id)).toMatchObject([{ kind: "refund_waits", resolvedAt: null }]);
    sandbox.control.setSwitches({ refusesRefunds: false });
    clock.advance(3);
    await sendWaitingRefunds(clock.now);
    expect(db.select().from(refunds).where(eq(refunds.id, id)).get()?.status).toBe("succeeded");
    expect(alarmsAbout(order.id)).toMatchObject([{ kind: "refund_waits", resolvedAt: clock.now }]);
    expect(orderById(order.id)?.refundedPence).toBe(6999);
  });
});

describe("a provider that does not respond", () => {
  afterEach(() => sandbox.control.setSwitches({ fault: null }));

  it("has not lost the money it sent when only its response was lost", async () => {
    const order = await bought();
    sandbox.control.setSwitches({ fault: { kind: "lose_answer", calls: 1 } });
    expect((await give(order.id, 2000)).status).toBe("succeeded");
    await deliverWebhooks();
    expect(orderById(order.id)).toMatchObject({ status: "PARTLY_REFUNDED", refundedPence: 2000 });
    expect(alarmsAbout(order.id)).toEqual([]);
  });

  it("is asked again until it does, and the money goes once", async () => {
    const order = await bought();
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
    const refund = await give(order.id, 6999);
    expect(refund.status).toBe("pending");
    expect(orderById(order.id)).toMatchObject({ status: "PAID", refundedPence: 0 });
    expect(refundEmailsTo(order.email)).toEqual([]);
    sandbox.control.setSwitches({ fault: null });
    await sendWaitingRefunds(clock.now);
    expect(orderById(order.id)?.status).toBe("PAID");
    clock.advance(3);
    await sendWaitingRefunds(clock.now);
    clock.advance(3);
    await sendWaitingRefunds(clock.now);
    expect(db.select().from(refunds).where(eq(refunds.id, refund.id)).get()?.status).toBe("succeeded");
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
    expect(refundEmailsTo(order.email)).toHaveLength(1);
    await deliverWebhooks();
    expect(alarmsAbout(order.id)).toEqual([]);
  });
});

describe("a refund that fails", () => {
  const REFUND_FAILS = "4000 0000 0000 5126";
  const subjectsTo = (email: string) => refundEmailsTo(email).map(({ subject }) => subject);

  it("afterwards is told to its buyer, once, with what happens next", async () => {
    const order = await paidFor(ordered(), REFUND_FAILS);
    await give(order.id, 6999);
    clock.advance(60);
    await deliverWebhooks();
    await sendWaitingRefunds(clock.now);
    expect(subjectsTo(order.email)).toEqual(["Your refund of £69.99", "Your refund of £69.99 didn’t go through"]);
    expect(refundEmailsTo(order.email)[1]?.textBody).toContain(
      "One of us will email you to agree another way to pay you back.",
    );
  });

  it("at once, of an order that its buyer cancelled, is told after the order is", async () => {
    const order = await bought();
    const name = (paymentIntentId: string | null) =>
      db.update(payments).set({ paymentIntentId }).where(eq(payments.orderId, order.id)).run();
    const intent = ledgerOf(order.id)[0]?.providerReference ?? "";
    name(null);
    expect(await cancelAsShown(order.accountId ?? "", order.id, clock.now)).toMatchObject({
      refund: "failed",
    });
    name(intent);
    expect(subjectsTo(order.email)).toEqual([
      `Your order ${order.number} is cancelled`,
      "Your refund of £69.99 didn’t go through",
    ]);
  });

  it("is told to nobody whose data is erased", async () => {
    const order = await paidFor(ordered(), REFUND_FAILS);
    await give(order.id, 6999);
    db.update(orders).set({ email: "", firstName: "", lastName: "" }).where(eq(orders.id, order.id)).run();
    clock.advance(60);
    await deliverWebhooks();
    expect(subjectsTo(order.email)).toEqual(["Your refund of £69.99"]);
    expect(alarmsAbout(order.id).map(({ kind }) => kind)).toEqual(["refund_failed"]);
  });

  it("and was made in the provider's dashboard is staff's to tell", async () => {
    const order = await bought();
    const made = { orderId: order.id, amountPence: 700, providerId: "re_elsewhere", reason: "Elsewhere." };
    const refund = db
      .insert(refunds)
      .values({ ...made, createdAt: clock.now, updatedAt: clock.now })
      .returning()
      .get();
    settle(refund, { status: "pending" }, clock.now);
    settle(refund, { status: "failed" }, clock.now);
    expect(subjectsTo(order.email)).toEqual([]);
  });
});

describe("changing one's mind", () => {
  it("is confirmed at once, with the sum and when it arrives, while the provider doesn't respond, and not again", async () => {
    const order = await bought();
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 3 } });
    expect(await cancelAsShown(order.accountId ?? "", order.id, clock.now)).toMatchObject({
      refund: "pending",
    });
    sandbox.control.setSwitches({ fault: null });
    const [confirmation] = refundEmailsTo(order.email);
    expect(confirmation?.subject).toBe(`Your order ${order.number} is cancelled`);
    expect(confirmation?.textBody).toContain("We’re refunding £69.99 to the card or account you paid with.");
    expect(confirmation?.textBody).toContain("Banks usually take 5 to 10 working days");
    clock.advance(3);
    await sendWaitingRefunds(clock.now);
    expect(orderById(order.id)?.status).toBe("REFUNDED");
    expect(refundEmailsTo(order.email)).toHaveLength(1);
  });

  it("about a loop that was not begun gives everything back and takes the loop", async () => {
    const order = await bought();
    const accountId = order.accountId ?? "";
    expect([...cancelOffersOf(accountId, clock.now).keys()]).toEqual([order.id]);
    expect(await cancelAsShown(accountId, order.id)).toMatchObject({
      ok: true,
      refund: "succeeded",
    });
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
    expect(db.select().from(loopCredits).where(eq(loopCredits.orderId, order.id)).get()?.cancelledAt).toEqual(
      clock.now,
    );
    expect(beginLoop(accountId, DELIVERY_DAY, clock.now)).toEqual({ ok: false, reason: "nothing_to_begin" });
    expect(refundEmailsTo(order.email)[0]?.textBody).toContain("We’ve cancelled the loop you hadn’t started.");
    expect(cancelOffersOf(accountId, clock.now).size).toBe(0);
  });

  it("about a gift nobody has redeemed voids its voucher", async () => {
    const order = await bought(person("Jean"), { gift: NOBODY });
    expect(await cancelAsShown(order.accountId ?? "", order.id)).toMatchObject({ ok: true });
    expect(voucherOf(order.id)?.status).toBe("CANCELLED");
  });

  it("about a gift whose year has started comes too late", async () => {
    const order = await bought(person("Jean"), { gift: NOBODY });
    const voucherId = voucherOf(order.id)?.id ?? "";
    const wanted = { voucherId, theme: "pet", type: "puppys-first-year", deliveryDay: DELIVERY_DAY };
    expect(redeemVoucher({ accountId: person("Maya").id, ...wanted }, clock.now).ok).toBe(true);
    expect(cancelOffersOf(order.accountId ?? "", clock.now).size).toBe(0);
    expect(await cancelAsShown(order.accountId ?? "", order.id)).toEqual({
      ok: false,
      reason: "gift_started",
    });
    expect(orderById(order.id)?.status).toBe("PAID");
  });

  it(`and redeeming at the same moment, at two servers, have one winner each of ${RACES} times`, async () => {
    code("RACE", { value: 100 });
    const [jean, maya] = [person("Jean"), person("Maya")];
    const gifts: [orderId: string, voucherId: string][] = [];
    for (let made = 0; made < RACES; made += 1) {
      const order = await bought(jean, { gift: NOBODY, discountCode: "RACE" });
      gifts.push([order.id, voucherOf(order.id)?.id ?? ""]);
    }
    const wanted = { accountId: maya.id, theme: "pet", type: "puppys-first-year", deliveryDay: DELIVERY_DAY };
    const printed = await inProcesses(
      2,
      `import { writeFileSync } from "node:fs";
      import { join } from "node:path";
      const { redeemVoucher } = await import("./app/domain/shop/vouchers/redemption.server.ts");
      const { cancelOrder } = await import("./app/domain/shop/orders/cancellation.server.ts");
      const now = new Date("${clock.now.toISOString()}");
      // Of each gift one server is asked for its money and the other for its loop, in turns.
      let turn = 0;
      try { writeFileSync(join(process.env.DATA_DIR, "first-server"), "", { flag: "wx" }); } catch { turn = 1; }
      await together();
      const won = [];
      for (const [orderId, voucherId] of ${JSON.stringify(gifts)}) {
        const done = turn % 2 === 0
          ? await cancelOrder("${jean.id}", orderId, "voucher 0", now)
          : redeemVoucher({ ...${JSON.stringify(wanted)}, voucherId }, now);
        if (done.ok) won.push(orderId);
        turn += 1;
      }
      console.log(JSON.stringify(won));`,
    );
    const won = printed.flatMap((text) => JSON.parse(text) as string[]);
    expect(won.sort()).toEqual(gifts.map(([orderId]) => orderId).sort());
    for (const [orderId] of gifts) {
      const isRefunded = orderById(orderId)?.status === "REFUNDED";
      expect(voucherOf(orderId)?.status).toBe(isRefunded ? "CANCELLED" : "REDEEMED");
    }
  });

  it("about an order that cost nothing cancels it without any money", async () => {
    code("ALLOFIT", { value: 100 });
    const order = await bought(person("Ada"), { discountCode: "ALLOFIT" });
    expect(await cancelAsShown(order.accountId ?? "", order.id)).toMatchObject({
      ok: true,
      refund: "none",
    });
    expect(orderById(order.id)?.status).toBe("REFUNDED");
    expect(unspentCreditOf(order.accountId ?? "")).toBeUndefined();
    expect(refundEmailsTo(order.email)[0]?.subject).toBe(`Your order ${order.number} is cancelled`);
  });

  it("about copies is possible until they go to the printer", async () => {
    const ada = person("Ada");
    const loop = loopOf(ada.id);
    const buy = async () => {
      const placed = placeCopiesOrder(
        {
          accountId: ada.id,
          basketKey: `copies-${Math.trunc(clock.now.getTime())}-${db.select().from(orders).all().length}`,
          items: [{ itemId: itemIdOf(loop.id, "luxury"), quantity: 2 }],
          address: ADDRESS,
          buyer: { email: ada.email, firstName: "Ada", lastName: "Okafor", isTest: false },
        },
        clock.now,
      );
      if (!placed.ok) throw new Error(placed.reason);
      return (await paidFor(placed.order)).id;
    };
    const [stopped, printed] = [await buy(), await buy()];
    db.update(shipments).set({ state: "printing" }).where(eq(shipments.orderId, printed)).run();
    expect(await cancelAsShown(ada.id, stopped)).toMatchObject({ ok: true });
    expect(await cancelAsShown(ada.id, printed)).toEqual({ ok: false, reason: "at_printer" });
    expect(db.select().from(shipments).where(eq(shipments.orderId, stopped)).all()).toEqual([]);
  });

  it("is possible until the end of the fourteenth day in London, and not a second longer", async () => {
    const order = await bought();
    const accountId = order.accountId ?? "";
    const at = (instant: string) => cancelStateOf(accountId, order.id, new Date(instant));
    expect(order.paidAt?.toISOString()).toMatch(/^2026-11-20/);
    expect(at("2026-12-04T23:59:59Z")).toMatchObject({ ok: true });
    expect(at("2026-12-05T00:00:00Z")).toMatchObject({ ok: false, reason: "too_late" });
  });

  it("about somebody else's order is like about none", async () => {
    const order = await bought();
    const eve = person("Eve").id;
    expect(await cancelAsShown(eve, order.id)).toEqual({ ok: false, reason: "not_found" });
    expect(await cancelAsShown(eve, "nowhere")).toEqual({ ok: false, reason: "not_found" });
    expect(cancelStateOf(eve, order.id, clock.now)).toBeUndefined();
  });

  it("twice gives the money back once", async () => {
    const order = await bought();
    const both = await Promise.all([1, 2].map(() => cancelAsShown(order.accountId ?? "", order.id)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(orderById(order.id)?.refundedPence).toBe(6999);
  });
});
