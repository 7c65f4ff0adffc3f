import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { drafts, loopCredits, loops, refunds, shipments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { openWeek } from "~/domain/diary/entries/entries.server";
import { cancelledLoopsOf } from "~/domain/diary/loops/cancelled-loops.server";
import { beginLoop, loopOwnedBy, loopsOf } from "~/domain/diary/loops/loops.server";
import { DAYS_FROM_START_TO_DELIVERY } from "~/domain/diary/rules/calendar";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { emptyCancelledYears } from "~/domain/privacy/erasure/cancelled-years.server";
import { openLoopArchive } from "~/domain/privacy/exports/exports.server";
import { offerKey } from "~/domain/shop/order-rules/cancellation";
import { cancelOrder, cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { placeCopiesOrder } from "~/domain/shop/orders/copies.server";
import { compareWithProvider } from "~/domain/shop/orders/ledger-check.server";
import { type Order, orderById } from "~/domain/shop/orders/orders.server";
import { askRefund, sendRefund } from "~/domain/shop/orders/refunds.server";
import { giftOf } from "~/domain/shop/vouchers/gifts.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { code } from "../../../../support/discount-codes";
import { clock } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import {
  ADDRESS,
  bought,
  brokenInvariants,
  cancelAsShown,
  deliverWebhooks,
  paidFor,
  refundEmailsTo,
  voucherOf,
} from "../../../../support/shop";
import { emailsTo } from "../../../people/accounts/mailbox";

afterEach(async () => {
  expect(brokenInvariants()).toEqual([]);
  clock.advance(15);
  expect(await compareWithProvider(clock.now)).toMatchObject({ ok: true, differences: [] });
});

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000);
const deliveryFor = (startsIn: number) => addDays(londonDay(clock.now), startsIn + DAYS_FROM_START_TO_DELIVERY);

const buyerOf = (order: Order) => order.accountId ?? "";

/** Chooses the delivery date of what was bought, so that the year starts in so many days. */
function begin(order: Order, startsIn: number) {
  const begun = beginLoop(buyerOf(order), deliveryFor(startsIn), clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.loop;
}

/** A gift that somebody else has redeemed, whose year starts in so many days. */
async function redeemed(startsIn: number) {
  const order = await bought(person("Jean"), { gift: NOBODY });
  const reader = person("Maya");
  const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: deliveryFor(startsIn) };
  const voucherId = voucherOf(order.id)?.id ?? "";
  const done = redeemVoucher({ accountId: reader.id, voucherId, ...wanted }, clock.now);
  if (!done.ok) throw new Error(done.reason);
  return { order, reader, loop: done.loop };
}

async function giveGoodwill(order: Order, amountPence: number) {
  const asked = db.transaction((tx) =>
    askRefund(tx, { orderId: order.id, amountPence, reason: "Goodwill", staffId: "joan" }, clock.now),
  );
  if (!asked.ok) throw new Error(asked.reason);
  await sendRefund(asked.refundId, clock.now);
}

function write(accountId: string, loopId: string) {
  db.insert(drafts).values({ loopId, week: 1, content: "The kettle sang.", updatedAt: clock.now }).run();
  expect(loopOwnedBy(accountId, loopId)).toBeDefined();
}

async function copiesOf(accountId: string, loopId: string, email: string) {
  const placed = placeCopiesOrder(
    {
      ...{ accountId, basketKey: `copies-${loopId}` },
      items: [{ itemId: itemIdOf(loopId, "standard"), quantity: 1 }],
      address: ADDRESS,
      buyer: { email, firstName: "Ada", lastName: "Okafor", isTest: false },
    },
    clock.now,
  );
  if (!placed.ok) throw new Error(placed.reason);
  return await paidFor(placed.order);
}

describe("a loop whose date is chosen", () => {
  it("is refunded in full before its year starts, and is gone from its owner’s loops", async () => {
    const order = await bought();
    const loop = begin(order, 20);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6999 });
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
    expect([loopsOf(buyerOf(order)), loopOwnedBy(buyerOf(order), loop.id)]).toEqual([[], undefined]);
    expect(refundEmailsTo(order.email)[0]?.textBody).toContain("We’ve cancelled your year.");
  });

  it("gives everything back too where it started without its buyer’s wish", async () => {
    const order = await bought(person("Ada"), { startsAtOnce: false });
    const loop = begin(order, 15);
    db.update(loops)
      .set({ startDay: londonDay(clock.now) })
      .where(eq(loops.id, loop.id))
      .run();
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6999 });
  });
});

describe("a year that started at its buyer’s wish", () => {
  it("is refunded but for each week that has opened, and nobody can write in it any more", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    const cancelled = await cancelAsShown(buyerOf(order), order.id, inDays(8));
    expect(cancelled).toMatchObject({ ok: true, refundPence: 6730 });
    expect(orderById(order.id)).toMatchObject({ status: "PARTLY_REFUNDED", refundedPence: 6730 });
    expect(openWeek(buyerOf(order), loop.id, 1, inDays(8))).toMatchObject({ ok: false });
  });

  it("is not cancelled a second time for the share that was kept", async () => {
    const order = await bought();
    begin(order, 0);
    const both = await Promise.all([1, 2].map(() => cancelAsShown(buyerOf(order), order.id)));
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await cancelAsShown(buyerOf(order), order.id)).toEqual({ ok: false, reason: "already_cancelled" });
    expect(orderById(order.id)?.refundedPence).toBe(6865);
  });

  it("asks again where a week has opened since its page was read", async () => {
    const order = await bought();
    begin(order, 0);
    const state = cancelStateOf(buyerOf(order), order.id, inDays(7));
    const shown = state?.ok ? offerKey(state.offer) : "";
    const pressed = await cancelOrder(buyerOf(order), order.id, shown, inDays(8));
    expect(pressed).toEqual({ ok: false, reason: "changed" });
    expect(orderById(order.id)).toMatchObject({ status: "PAID", refundedPence: 0 });
    expect(loopsOf(buyerOf(order))).toHaveLength(1);
  });

  it("of a discounted order counts what was paid", async () => {
    code("HALFOFF", { value: 50 });
    const order = await bought(person("Ada"), { discountCode: "HALFOFF" });
    begin(order, 0);
    const share = Math.floor(order.totalPence / 52);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({
      refundPence: order.totalPence - share,
    });
  });

  it("with copies on order waits until those are cancelled", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    const copies = await copiesOf(buyerOf(order), loop.id, order.email);
    expect(await cancelAsShown(buyerOf(order), order.id)).toEqual({ ok: false, reason: "copies_first" });
    expect(await cancelAsShown(buyerOf(order), copies.id)).toMatchObject({ ok: true });
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6865 });
  });
});

describe("what was written in a cancelled year", () => {
  it("can be downloaded for thirty days, and is deleted the day after", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    write(buyerOf(order), loop.id);
    await cancelAsShown(buyerOf(order), order.id);
    const isThere = () => db.select().from(drafts).where(eq(drafts.loopId, loop.id)).all().length;
    expect(cancelledLoopsOf(buyerOf(order))).toMatchObject([{ id: loop.id }]);
    expect(openLoopArchive(buyerOf(order), loop.id, clock.now)).toBeDefined();
    await emptyCancelledYears(inDays(30));
    expect(isThere()).toBe(1);
    expect(await emptyCancelledYears(inDays(31))).toBe(1);
    expect([isThere(), await emptyCancelledYears(inDays(32))]).toEqual([0, 0]);
  });

  it("of another year stays", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    write(buyerOf(order), loop.id);
    await emptyCancelledYears(inDays(400));
    expect(db.select().from(drafts).where(eq(drafts.loopId, loop.id)).all()).toHaveLength(1);
  });
});

describe("a gift that was redeemed", () => {
  it("is refunded in full before its year starts, and who redeemed it is told, without the reason", async () => {
    const { order, reader, loop } = await redeemed(20);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6999 });
    expect([loopsOf(reader.id), loopOwnedBy(reader.id, loop.id)]).toEqual([[], undefined]);
    const told = emailsTo(reader.email).filter(({ kind }) => kind === "gift_changed");
    expect(told).toHaveLength(1);
    expect(told[0]?.textBody).toContain("is cancelled, and we’re sorry");
    expect(told[0]?.textBody).not.toMatch(/Jean|refund|mind/);
    expect(refundEmailsTo(order.email)[0]?.textBody).toContain("emailed the person who redeemed it");
    expect(giftOf(buyerOf(order), voucherOf(order.id)?.id ?? "", clock.now)?.state).toBe("cancelled");
  });

  it("between the look and the press is asked about again", async () => {
    const order = await bought(person("Jean"), { gift: NOBODY });
    const reader = person("Maya");
    const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: deliveryFor(20) };
    const voucherId = voucherOf(order.id)?.id ?? "";
    const state = cancelStateOf(buyerOf(order), order.id, clock.now);
    expect(redeemVoucher({ accountId: reader.id, voucherId, ...wanted }, clock.now).ok).toBe(true);
    const shown = state?.ok ? offerKey(state.offer) : "";
    expect(await cancelOrder(buyerOf(order), order.id, shown, clock.now)).toEqual({
      ok: false,
      reason: "changed",
    });
    expect([loopsOf(reader.id).length, orderById(order.id)?.status]).toEqual([1, "PAID"]);
  });

  it("is not cancelled once its year has started", async () => {
    const { order, reader } = await redeemed(0);
    expect(await cancelAsShown(buyerOf(order), order.id)).toEqual({ ok: false, reason: "gift_started" });
    expect(loopsOf(reader.id)).toHaveLength(1);
  });

  it("cannot be begun a second time with its code", async () => {
    const { order, reader } = await redeemed(20);
    await cancelAsShown(buyerOf(order), order.id);
    const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: deliveryFor(30) };
    const voucherId = voucherOf(order.id)?.id ?? "";
    expect(redeemVoucher({ accountId: reader.id, voucherId, ...wanted }, clock.now).ok).toBe(false);
  });
});

describe("a part refund before", () => {
  it("of goodwill leaves the right to the rest", async () => {
    const order = await bought();
    await giveGoodwill(order, 500);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6499 });
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
  });

  it("of a gift leaves the right to the rest, too", async () => {
    const { order } = await redeemed(20);
    await giveGoodwill(order, 500);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6499 });
  });

  it("of a year that has started keeps the share of the rest alone", async () => {
    const order = await bought();
    begin(order, 0);
    await giveGoodwill(order, 500);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ refundPence: 6499 - 124 });
  });

  it("made in the provider’s dashboard leaves the right to the rest", async () => {
    const order = await bought();
    const paid = db.$client
      .prepare<[string], { payment_intent_id: string }>(
        "SELECT payment_intent_id FROM payments WHERE order_id = ? AND status = 'paid'",
      )
      .get(order.id);
    const sent = await provider.refund({
      paymentIntentId: paid?.payment_intent_id ?? "",
      amountPence: 500,
      reason: "requested_by_customer",
      idempotencyKey: `dashboard-${order.id}`,
      metadata: {},
    });
    expect(sent.ok).toBe(true);
    await deliverWebhooks();
    expect(orderById(order.id)?.refundedPence).toBe(500);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6499 });
    expect(db.select().from(refunds).where(eq(refunds.orderId, order.id)).all()).toHaveLength(2);
  });
});

describe("copies", () => {
  it("that went to the printer between the look and the press are not cancelled", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    const copies = await copiesOf(buyerOf(order), loop.id, order.email);
    const state = cancelStateOf(buyerOf(order), copies.id, clock.now);
    db.update(shipments).set({ state: "printing" }).where(eq(shipments.orderId, copies.id)).run();
    const shown = state?.ok ? offerKey(state.offer) : "";
    expect(await cancelOrder(buyerOf(order), copies.id, shown, clock.now)).toEqual({
      ok: false,
      reason: "at_printer",
    });
    expect(orderById(copies.id)?.refundedPence).toBe(0);
  });

  it("can be cancelled months later while they wait for their year", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    const copies = await copiesOf(buyerOf(order), loop.id, order.email);
    expect(await cancelAsShown(buyerOf(order), copies.id, inDays(200))).toMatchObject({ ok: true });
    expect(db.select().from(shipments).where(eq(shipments.orderId, copies.id)).all()).toEqual([]);
    expect(db.select().from(loopCredits).where(eq(loopCredits.loopId, loop.id)).get()?.cancelledAt).toBeNull();
  });
});
