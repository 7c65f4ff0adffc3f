import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { accounts, disputes, drafts, entryVersions, orders, refunds } from "#db/schema";
import { beginLoop, loopsOf } from "~/domain/diary/loops/loops.server";
import { moveDelivery, pauseLoop, startToday } from "~/domain/diary/loops/rescheduling.server";
import { DAYS_FROM_START_TO_DELIVERY } from "~/domain/diary/rules/calendar";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { emptyCancelledYears } from "~/domain/privacy/erasure/cancelled-years.server";
import { beginDeletion } from "~/domain/privacy/erasure/deletion-requests.server";
import { eraseDueAccounts } from "~/domain/privacy/erasure/erasure.server";
import { offerKey } from "~/domain/shop/order-rules/cancellation";
import { cancelOrder, cancelStateOf } from "~/domain/shop/orders/cancellation.server";
import { type Order, orderById } from "~/domain/shop/orders/orders.server";
import { askRefund, sendRefund, sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { clock, sandbox } from "../../../../support/payment-sandbox";
import { person } from "../../../../support/people";
import { bought, brokenInvariants, cancelAsShown, refundEmailsTo, voucherOf } from "../../../../support/shop";
import { emailsTo } from "../../../people/accounts/mailbox";

afterEach(() => {
  sandbox.control.setSwitches({ fault: null });
  expect(brokenInvariants()).toEqual([]);
});

const inDays = (days: number) => new Date(clock.now.getTime() + days * 86_400_000);
const deliveryFor = (startsIn: number) => addDays(londonDay(clock.now), startsIn + DAYS_FROM_START_TO_DELIVERY);
const buyerOf = (order: Order) => order.accountId ?? "";
const refundOf = (order: Order) => db.select().from(refunds).where(eq(refunds.orderId, order.id)).get();

/** Chooses the delivery date of what was bought, so that the year starts in so many days. */
function begin(order: Order, startsIn: number) {
  const begun = beginLoop(buyerOf(order), deliveryFor(startsIn), clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  return begun.loop;
}

describe("the last day to cancel", () => {
  it("is there in its last millisecond, and a page of that minute comes too late in the next", async () => {
    const [inTime, late] = [await bought(), await bought()];
    const last = new Date(`${addDays(londonDay(clock.now), 14)}T23:59:59.999Z`);
    const state = cancelStateOf(buyerOf(late), late.id, last);
    expect(await cancelAsShown(buyerOf(inTime), inTime.id, last)).toMatchObject({ refundPence: 6999 });
    const shown = state?.ok ? offerKey(state.offer) : "";
    const next = new Date(last.getTime() + 1);
    expect(await cancelOrder(buyerOf(late), late.id, shown, next)).toEqual({ ok: false, reason: "too_late" });
    expect(orderById(late.id)).toMatchObject({ status: "PAID", refundedPence: 0 });
  });
});

describe("a year whose dates were changed", () => {
  it("and that starts ahead again is refunded in full", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    expect(moveDelivery(buyerOf(order), loop.id, deliveryFor(9), inDays(1)).ok).toBe(true);
    expect(await cancelAsShown(buyerOf(order), order.id, inDays(1))).toMatchObject({ refundPence: 6999 });
  });

  it("costs a week from the day it is started with the tick, and cannot be started without", async () => {
    const order = await bought(person("Ada"), { startsAtOnce: false });
    const loop = begin(order, 15);
    expect(startToday(buyerOf(order), loop.id, inDays(2), false)).toEqual({
      ok: false,
      reason: "wish_first",
    });
    expect(startToday(buyerOf(order), loop.id, inDays(2), true).ok).toBe(true);
    expect(await cancelAsShown(buyerOf(order), order.id, inDays(2))).toMatchObject({ refundPence: 6865 });
  });

  it("costs no week that did not open, because the year was paused", async () => {
    const order = await bought();
    const loop = begin(order, 0);
    expect(pauseLoop(buyerOf(order), loop.id, 2, inDays(1)).ok).toBe(true);
    expect(await cancelAsShown(buyerOf(order), order.id, inDays(14))).toMatchObject({ refundPence: 6865 });
  });
});

describe("an account that is about to be deleted", () => {
  it("is refunded after it is gone, where the provider did not respond before", async () => {
    const order = await bought();
    begin(order, 20);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 9 } });
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ refund: "pending" });
    db.update(accounts)
      .set({ deletionDueAt: inDays(7) })
      .where(eq(accounts.id, buyerOf(order)))
      .run();
    sandbox.control.setSwitches({ fault: null });
    await eraseDueAccounts(inDays(7));
    await sendWaitingRefunds(inDays(7));
    await sendWaitingRefunds(inDays(8));
    expect(refundOf(order)).toMatchObject({ status: "succeeded", amountPence: 6999 });
  });

  it("can cancel until then, and nothing holds its deletion up", async () => {
    const order = await bought();
    begin(order, 20);
    expect(beginDeletion(buyerOf(order), clock.now).ok).toBe(true);
    expect(await cancelAsShown(buyerOf(order), order.id, inDays(6))).toMatchObject({ refundPence: 6999 });
    await eraseDueAccounts(inDays(8));
    expect(
      db
        .select()
        .from(accounts)
        .where(eq(accounts.id, buyerOf(order)))
        .get(),
    ).toBeUndefined();
  });
});

describe("a payment that a bank looks at", () => {
  it("waits for its decision, and can be cancelled if it is the shop’s", async () => {
    const order = await bought();
    const dispute = { id: `dp_${order.id}`, orderId: order.id, amountPence: 6999 };
    const days = { openedAt: clock.now, updatedAt: clock.now };
    db.insert(disputes)
      .values({ ...dispute, ...days, stage: "open" })
      .run();
    expect(await cancelAsShown(buyerOf(order), order.id)).toEqual({ ok: false, reason: "disputed" });
    db.update(disputes).set({ stage: "won" }).where(eq(disputes.orderId, order.id)).run();
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 6999 });
  });

  it("is not refunded a second time once the bank has given it back", async () => {
    const order = await bought();
    const dispute = { id: `dp_${order.id}`, orderId: order.id, amountPence: 6999 };
    db.insert(disputes)
      .values({ ...dispute, stage: "lost", openedAt: clock.now, updatedAt: clock.now })
      .run();
    expect(await cancelAsShown(buyerOf(order), order.id)).toEqual({ ok: false, reason: "already_cancelled" });
    db.delete(disputes).where(eq(disputes.orderId, order.id)).run();
  });
});

describe("a part that staff refunded", () => {
  it("together with the loop leaves the rest of the money to be cancelled", async () => {
    const order = await bought();
    const [line] = db.$client
      .prepare<[string], { id: string }>("SELECT id FROM order_lines WHERE order_id = ?")
      .all(order.id);
    const taken = [{ lineId: line?.id ?? "", quantity: 1 }];
    const asked = db.transaction((tx) =>
      askRefund(tx, { orderId: order.id, amountPence: 3000, reason: "A slip", staffId: "joan", taken }, clock.now),
    );
    await sendRefund(asked.ok ? asked.refundId : "", clock.now);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ ok: true, refundPence: 3999 });
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
  });
});

describe("a gift that its giver redeemed", () => {
  it("is refunded in full, and the same person is told of both", async () => {
    const nobody = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
    const order = await bought(person("Jean"), { gift: nobody });
    const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: deliveryFor(20) };
    const voucherId = voucherOf(order.id)?.id ?? "";
    expect(redeemVoucher({ accountId: buyerOf(order), voucherId, ...wanted }, clock.now).ok).toBe(true);
    expect(await cancelAsShown(buyerOf(order), order.id)).toMatchObject({ refundPence: 6999 });
    expect(loopsOf(buyerOf(order))).toEqual([]);
    expect(refundEmailsTo(order.email)).toHaveLength(1);
    expect(emailsTo(order.email).filter(({ kind }) => kind === "gift_changed")).toHaveLength(1);
  });
});

describe("what was written in a cancelled year", () => {
  it("is deleted with what its weeks said before, also where nothing else of it is left", async () => {
    const order = await bought();
    const { id: loopId } = begin(order, 0);
    const words = {
      title: "",
      highlight: "",
      gratitude: "",
      learned: "",
      content: "It said something else.",
    };
    db.insert(entryVersions)
      .values({ ...words, loopId, week: 1, version: 1, prompt: "Before?", writtenAt: clock.now })
      .run();
    await cancelAsShown(buyerOf(order), order.id);
    const versions = () => db.select().from(entryVersions).where(eq(entryVersions.loopId, loopId)).all();
    expect(await emptyCancelledYears(inDays(30))).toBe(0);
    expect(versions()).toHaveLength(1);
    expect(await emptyCancelledYears(inDays(31))).toBe(1);
    expect(versions()).toEqual([]);
    expect(db.select().from(drafts).where(eq(drafts.loopId, loopId)).all()).toEqual([]);
    expect(db.select().from(orders).where(eq(orders.id, order.id)).get()?.status).toBe("PARTLY_REFUNDED");
  });
});
