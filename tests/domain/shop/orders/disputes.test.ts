import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { alarms, disputes, loopCredits, loops, payments, vouchers } from "#db/schema";
import { unspentCreditOf } from "~/domain/diary/loops/credits.server";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { ordersInDoubt } from "~/domain/diary/loops/print-holds.server";
import { resolveAlarm } from "~/domain/kernel/alarms/alarms.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { startPrinting } from "~/domain/operations/printing/completion.server";
import { refundChoices } from "~/domain/shop/orders/admin-refunds.server";
import { disputesOfOrder, openDisputesOfAccounts } from "~/domain/shop/orders/dispute-records.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { askRefund, lowerRefundsByBank, sendRefund, sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { storeWebhookEvent, workWebhookEvent } from "~/domain/shop/orders/webhooks.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { extendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { openPage, payWith, pressButton } from "../../../adapters/payments/buyer";
import { answerBank, DISPUTED_CARD } from "../../../support/bank";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import {
  alarmsAbout,
  brokenInvariants,
  cancelAsShown,
  deliverWebhooks,
  ledgerOf,
  ordered,
  refundEmailsTo,
  voucherOf,
} from "../../../support/shop";
import { colleague } from "../../people/staff/colleagues";

afterEach(() => expect(brokenInvariants()).toEqual([]));

const INQUIRED = "4000 0000 0000 1976";
const WARNED = "4000 0000 0000 5423";
const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
const DELIVERY_DAY = "2027-12-03";

async function paidWith(card: string, change = {}) {
  const order = ordered(person("Jean"), change);
  const opened = await openPayment(order, clock.now);
  if (!opened.ok) throw new Error(opened.reason);
  await payWith(opened.url, card);
  await fulfilOrder(order.id, clock.now);
  return order;
}

const openAlarmsAbout = (orderId: string) =>
  alarmsAbout(orderId)
    .filter(({ resolvedAt }) => resolvedAt === null)
    .map(({ kind }) => kind);
const amountsOf = (orderId: string) => ledgerOf(orderId).map(({ kind, amountPence }) => [kind, amountPence]);
const redeem = (voucherId: string) =>
  redeemVoucher(
    {
      accountId: person("Maya").id,
      voucherId,
      theme: "pet",
      type: "puppys-first-year",
      deliveryDay: DELIVERY_DAY,
    },
    clock.now,
  );

describe("a gift whose payment is disputed", () => {
  it("rests while the bank decides, and can be redeemed once it is won", async () => {
    const order = await paidWith(DISPUTED_CARD, { gift: NOBODY });
    await deliverWebhooks();
    const voucherId = voucherOf(order.id)?.id ?? "";
    expect(voucherOf(order.id)?.status).toBe("SUSPENDED");
    expect(redeem(voucherId)).toEqual({ ok: false, reason: "on_hold" });
    expect(openAlarmsAbout(order.id)).toEqual(["dispute_open"]);
    expect(ordersInDoubt([order.id])).toEqual(new Set([order.id]));
    await answerBank(order.id, "winning_evidence");
    await deliverWebhooks();
    expect(voucherOf(order.id)?.status).toBe("ACTIVE");
    expect(amountsOf(order.id)).toEqual([
      ["payment", 6999],
      ["dispute", -6999],
      ["dispute_won", 6999],
    ]);
    expect(openAlarmsAbout(order.id)).toEqual([]);
    expect(ordersInDoubt([order.id])).toEqual(new Set());
    expect(redeem(voucherId).ok).toBe(true);
  });

  it("goes on resting while another bank still decides about it, until both have decided for us", async () => {
    const order = await paidWith(DISPUTED_CARD, { gift: NOBODY });
    await deliverWebhooks();
    const other = {
      id: `du_other_${order.id}`,
      orderId: order.id,
      stage: "open",
      amountPence: 2000,
    } as const;
    db.insert(disputes)
      .values({ ...other, reason: "general", openedAt: clock.now, updatedAt: clock.now })
      .run();
    await answerBank(order.id, "winning_evidence");
    await deliverWebhooks();
    expect(voucherOf(order.id)?.status).toBe("SUSPENDED");
    expect(redeem(voucherOf(order.id)?.id ?? "")).toEqual({ ok: false, reason: "on_hold" });
    db.delete(disputes).where(eq(disputes.id, other.id)).run();
  });

  it("is not extended where it had run out, before the bank has decided", async () => {
    const order = await paidWith(DISPUTED_CARD, { gift: NOBODY });
    const voucherId = voucherOf(order.id)?.id ?? "";
    const yesterday = new Date(clock.now.getTime() - DAY_MS);
    db.update(vouchers).set({ status: "EXPIRED", expiresAt: yesterday }).where(eq(vouchers.id, voucherId)).run();
    await deliverWebhooks();
    const { id: staffId } = await colleague("support");
    const extended = () =>
      extendVoucher(voucherId, { expiresOn: "2027-12-31", reason: "They rang" }, staffId, clock.now);
    expect(extended()).toEqual({ ok: false, reason: "disputed" });
    expect(voucherOf(order.id)?.status).toBe("EXPIRED");
    await answerBank(order.id, "winning_evidence");
    await deliverWebhooks();
    expect(extended()).toEqual({ ok: true });
  });

  it("is void once it is lost", async () => {
    const order = await paidWith(DISPUTED_CARD, { gift: NOBODY });
    await deliverWebhooks();
    await answerBank(order.id, "losing_evidence");
    await deliverWebhooks();
    expect(voucherOf(order.id)?.status).toBe("CANCELLED");
    expect(amountsOf(order.id)).toEqual([
      ["payment", 6999],
      ["dispute", -6999],
    ]);
    expect(openAlarmsAbout(order.id)).toEqual(["dispute_lost"]);
  });

  it("that was redeemed before continues, and its writer is told nothing: they did nothing wrong", async () => {
    const order = await paidWith(DISPUTED_CARD, { gift: NOBODY });
    expect(redeem(voucherOf(order.id)?.id ?? "").ok).toBe(true);
    await deliverWebhooks();
    await answerBank(order.id, "losing_evidence");
    await deliverWebhooks();
    expect(voucherOf(order.id)?.status).toBe("REDEEMED");
    expect(openAlarmsAbout(order.id)).toEqual(["dispute_lost"]);
  });
});

describe("a refund that a dispute overtakes", () => {
  /** Staff refund in full; before the refund is sent, the bank takes the money. */
  async function overtaken() {
    const order = await paidWith(DISPUTED_CARD, { gift: NOBODY });
    const refund = { orderId: order.id, amountPence: 6999, reason: "Better so", staffId: "joan" };
    const asked = write((tx) => askRefund(tx, refund, clock.now));
    if (!asked.ok) throw new Error(asked.reason);
    expect(await sendRefund(asked.refundId, clock.now)).toBe("pending");
    await deliverWebhooks();
    expect(voucherOf(order.id)?.status).toBe("CANCELLED");
    expect(openAlarmsAbout(order.id).sort()).toEqual(["dispute_open", "refund_waits"]);
    clock.advance(60);
    await sendWaitingRefunds(clock.now);
    expect(refundEmailsTo(order.email)).toEqual([]);
    return order;
  }

  it("is sent once the bank has decided for us, and the buyer is told", async () => {
    const order = await overtaken();
    await answerBank(order.id, "winning_evidence");
    await deliverWebhooks();
    clock.advance(60);
    await sendWaitingRefunds(clock.now);
    expect(orderById(order.id)).toMatchObject({ status: "REFUNDED", refundedPence: 6999 });
    expect(refundEmailsTo(order.email).map(({ subject }) => subject)).toEqual(["Your refund of £69.99"]);
    expect(openAlarmsAbout(order.id)).toEqual([]);
  });

  it("is not sent where the bank has paid the buyer back, and the buyer is told that too", async () => {
    const order = await overtaken();
    await answerBank(order.id, "losing_evidence");
    await deliverWebhooks();
    clock.advance(60);
    await sendWaitingRefunds(clock.now);
    expect(orderById(order.id)).toMatchObject({ status: "PAID", refundedPence: 0 });
    expect(refundEmailsTo(order.email).map(({ subject }) => subject)).toEqual([
      `Your bank has paid you back for order ${order.number}`,
    ]);
    expect(openAlarmsAbout(order.id)).toEqual(["dispute_lost"]);
  });

  it("and that had arrived before is lost twice for a while, which the books allow, and comes back", async () => {
    const order = await paidWith("4242 4242 4242 4242", { gift: NOBODY });
    const refund = { orderId: order.id, amountPence: 6999, reason: "Better so", staffId: "joan" };
    const asked = write((tx) => askRefund(tx, refund, clock.now));
    if (!asked.ok) throw new Error(asked.reason);
    expect(await sendRefund(asked.refundId, clock.now)).toBe("succeeded");
    await pressButton(await openPage(`${sandbox.origin}/control`), "Dispute");
    await deliverWebhooks();
    expect(amountsOf(order.id).map(([kind]) => kind)).toEqual(["payment", "refund", "dispute"]);
    expect(brokenInvariants()).toEqual([]);
    await answerBank(order.id, "winning_evidence");
    await deliverWebhooks();
    expect(amountsOf(order.id).map(([kind]) => kind)).toContain("dispute_won");
  });

  it("and that had arrived before leaves nothing, and not less, where the bank pays the buyer back too", async () => {
    const order = await paidWith("4242 4242 4242 4242", { gift: NOBODY });
    const refund = { orderId: order.id, amountPence: 6999, reason: "Better so", staffId: null };
    const asked = write((tx) => askRefund(tx, refund, clock.now));
    if (!asked.ok) throw new Error(asked.reason);
    expect(await sendRefund(asked.refundId, clock.now)).toBe("succeeded");
    await pressButton(await openPage(`${sandbox.origin}/control`), "Dispute");
    await deliverWebhooks();
    await answerBank(order.id, "losing_evidence");
    await deliverWebhooks();
    expect(refundChoices(order.id)).toMatchObject({ leftPence: 0, bar: "dispute_lost" });
  });

  it("is lowered to what is left where the bank has paid back a part", async () => {
    const order = await paidWith("4242 4242 4242 4242");
    const refund = { orderId: order.id, amountPence: 6999, reason: "Better so", staffId: "joan" };
    const asked = write((tx) => askRefund(tx, refund, clock.now));
    if (!asked.ok) throw new Error(asked.reason);
    const lost = { stage: "lost", amountPence: 2000, reason: "general" } as const;
    const row = { id: `du_${order.id}`, orderId: order.id, openedAt: clock.now, updatedAt: clock.now };
    db.insert(disputes)
      .values({ ...row, ...lost })
      .run();
    write((tx) => lowerRefundsByBank(tx, order, clock.now));
    expect(await sendRefund(asked.refundId, clock.now)).toBe("succeeded");
    expect(orderById(order.id)?.refundedPence).toBe(4999);
    const more = { ...refund, amountPence: 1 };
    expect(write((tx) => askRefund(tx, more, clock.now))).toEqual({ ok: false, reason: "too_much" });
  });

  it("cannot be asked for after the bank has paid the buyer back", async () => {
    const order = await paidWith(DISPUTED_CARD);
    await deliverWebhooks();
    await answerBank(order.id, "losing_evidence");
    await deliverWebhooks();
    const refund = { orderId: order.id, amountPence: 100, reason: "Goodwill", staffId: null };
    expect(write((tx) => askRefund(tx, refund, clock.now))).toEqual({ ok: false, reason: "dispute_lost" });
  });
});

describe("while a bank decides", () => {
  it("staff see why and until when, and nobody refunds what the bank has taken", async () => {
    const order = await paidWith(DISPUTED_CARD);
    await deliverWebhooks();
    const [dispute] = disputesOfOrder(order.id);
    expect(dispute).toMatchObject({ stage: "open", amountPence: 6999, reason: "fraudulent", feePence: 2000 });
    expect(dispute?.dueAt?.getTime()).toBeGreaterThan(clock.now.getTime());
    expect(openDisputesOfAccounts([order.accountId ?? ""]).map(({ id }) => id)).toEqual([dispute?.id]);
    const refund = { orderId: order.id, amountPence: 100, reason: "Goodwill", staffId: null };
    expect(write((tx) => askRefund(tx, refund, clock.now))).toEqual({ ok: false, reason: "disputed" });
    expect(await cancelAsShown(order.accountId ?? "", order.id)).toEqual({
      ok: false,
      reason: "disputed",
    });
    await answerBank(order.id, "winning_evidence");
    await deliverWebhooks();
    expect(disputesOfOrder(order.id)[0]?.stage).toBe("won");
    expect(openDisputesOfAccounts([order.accountId ?? ""])).toEqual([]);
    expect(write((tx) => askRefund(tx, refund, clock.now)).ok).toBe(true);
  });

  it("a refund is still possible while the bank only asks", async () => {
    const order = await paidWith(INQUIRED);
    await deliverWebhooks();
    expect(disputesOfOrder(order.id)[0]?.stage).toBe("inquiry");
    const refund = { orderId: order.id, amountPence: 6999, reason: "Better so", staffId: "joan" };
    expect(write((tx) => askRefund(tx, refund, clock.now)).ok).toBe(true);
  });
});

describe("a loop whose payment is disputed", () => {
  it("cannot be begun once it is lost", async () => {
    const order = await paidWith(DISPUTED_CARD);
    await deliverWebhooks();
    expect(unspentCreditOf(order.accountId ?? "")).toBeDefined();
    await answerBank(order.id, "losing_evidence");
    await deliverWebhooks();
    expect(unspentCreditOf(order.accountId ?? "")).toBeUndefined();
    expect(db.select().from(loopCredits).where(eq(loopCredits.orderId, order.id)).get()?.cancelledAt).not.toBeNull();
  });

  it("that was begun is kept, and its order is known to be disputed", async () => {
    const order = await paidWith(DISPUTED_CARD);
    expect(beginLoop(order.accountId ?? "", DELIVERY_DAY, clock.now).ok).toBe(true);
    await deliverWebhooks();
    expect(ordersInDoubt([order.id, "another"])).toEqual(new Set([order.id]));
    expect(orderById(order.id)?.status).toBe("PAID");
  });
});

describe("what a bank says besides", () => {
  it("a question is an alarm and moves no money", async () => {
    const order = await paidWith(INQUIRED, { gift: NOBODY });
    await deliverWebhooks();
    expect(openAlarmsAbout(order.id)).toEqual(["dispute_inquiry"]);
    expect(voucherOf(order.id)?.status).toBe("ACTIVE");
    expect(amountsOf(order.id)).toEqual([["payment", 6999]]);
    await answerBank(order.id, "winning_evidence");
    await deliverWebhooks();
    expect(openAlarmsAbout(order.id)).toEqual([]);
    expect(amountsOf(order.id)).toEqual([["payment", 6999]]);
  });

  it("a warning that the card is stolen is an alarm", async () => {
    const order = await paidWith(WARNED);
    await deliverWebhooks();
    expect(openAlarmsAbout(order.id)).toEqual(["fraud_warning"]);
    expect(amountsOf(order.id)).toEqual([["payment", 6999]]);
  });

  /** Works one message about an order's payment. */
  async function tell(orderId: string, type: string, object: object) {
    const id = `evt_${type}_${orderId}`;
    const objectId = `about_${orderId}`;
    const payment = db.select().from(payments).where(eq(payments.orderId, orderId)).get();
    const payload = JSON.stringify({ id: objectId, payment_intent: payment?.paymentIntentId, ...object });
    storeWebhookEvent({ id, type, objectId, payload }, clock.now);
    await workWebhookEvent(id, clock.now);
  }

  it("a warning that nothing can be done about is no alarm", async () => {
    const order = await paidWith("4242 4242 4242 4242");
    const object = { object: "radar.early_fraud_warning", actionable: false };
    await tell(order.id, "radar.early_fraud_warning.created", object);
    expect(openAlarmsAbout(order.id)).toEqual([]);
  });

  it("a payment that the provider reviews is an alarm, and is not printed for, until the review is over", async () => {
    const order = await paidWith("4242 4242 4242 4242");
    await tell(order.id, "review.opened", { object: "review" });
    expect(openAlarmsAbout(order.id)).toEqual(["payment_review"]);
    expect(ordersInDoubt([order.id])).toEqual(new Set([order.id]));
    await tell(order.id, "review.closed", { object: "review" });
    expect(openAlarmsAbout(order.id)).toEqual([]);
    expect(ordersInDoubt([order.id])).toEqual(new Set());
  });

  it("a review whose end is told before its beginning keeps nothing from the printer", async () => {
    const order = await paidWith("4242 4242 4242 4242");
    await tell(order.id, "review.closed", { object: "review" });
    await tell(order.id, "review.opened", { object: "review" });
    expect(openAlarmsAbout(order.id)).toEqual([]);
    expect(ordersInDoubt([order.id])).toEqual(new Set());
  });
});

describe.each([
  ["as fraud", DISPUTED_CARD, "dispute"],
  ["as not received", "4000 0000 0000 2685", "dispute"],
  ["with a question first", INQUIRED, "nothing"],
  ["with a warning only", WARNED, "warning"],
  ["not at all", "4242 4242 4242 4242", "nothing"],
] as const)("a payment that is disputed %s", (_, card, outcome) => {
  const start = (loopId: string) => db.transaction((tx) => startPrinting(tx, loopId, clock.now));
  const finish = (loopId: string) => db.update(loops).set({ status: "COMPLETED" }).where(eq(loops.id, loopId)).run();
  const loopOf = (accountId: string) => {
    const loop = db.select().from(loops).where(eq(loops.accountId, accountId)).get();
    if (!loop) throw new Error("No loop was started.");
    finish(loop.id);
    return loop.id;
  };
  const HELD = { ok: false, reason: "in_doubt" };

  it("rests a voucher nobody has redeemed where money was taken, and no other", async () => {
    const order = await paidWith(card, { gift: NOBODY });
    await deliverWebhooks();
    expect(voucherOf(order.id)?.status).toBe(outcome === "dispute" ? "SUSPENDED" : "ACTIVE");
  });

  it("keeps the book of a redeemed voucher, and of one’s own loop, from being printed", async () => {
    const gift = await paidWith(card, { gift: NOBODY });
    const maya = person("Maya");
    const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: DELIVERY_DAY };
    const voucherId = voucherOf(gift.id)?.id ?? "";
    expect(redeemVoucher({ accountId: maya.id, voucherId, ...wanted }, clock.now).ok).toBe(true);
    const own = await paidWith(card);
    expect(beginLoop(own.accountId ?? "", DELIVERY_DAY, clock.now).ok).toBe(true);
    await deliverWebhooks();
    for (const loopId of [loopOf(maya.id), loopOf(own.accountId ?? "")])
      expect(start(loopId)).toEqual(outcome === "nothing" ? { ok: true } : HELD);
  });

  it("lets it be printed once the bank has decided for us, or staff have resolved the alarm", async () => {
    for (const words of ["winning_evidence", "losing_evidence"] as const) {
      const order = await paidWith(card);
      expect(beginLoop(order.accountId ?? "", DELIVERY_DAY, clock.now).ok).toBe(true);
      await deliverWebhooks();
      if (outcome === "dispute") await answerBank(order.id, words);
      await deliverWebhooks();
      const loopId = loopOf(order.accountId ?? "");
      if (outcome === "warning" || (outcome === "dispute" && words === "losing_evidence")) {
        expect(start(loopId)).toEqual(HELD);
        for (const { id: alarmId } of db.select().from(alarms).where(eq(alarms.objectId, order.id)).all())
          resolveAlarm(db, { alarmId, staffId: "joan", reason: "Spoke to the buyer." }, clock.now);
      }
      expect(start(loopId)).toEqual({ ok: true });
    }
  });

  it("leaves a book that was printed before as it is", async () => {
    const order = await paidWith(card);
    expect(beginLoop(order.accountId ?? "", DELIVERY_DAY, clock.now).ok).toBe(true);
    const loopId = loopOf(order.accountId ?? "");
    expect(start(loopId)).toEqual({ ok: true });
    await deliverWebhooks();
    expect(db.select().from(loops).where(eq(loops.id, loopId)).get()?.status).toBe("PRINTING");
    expect(orderById(order.id)?.status).toBe("PAID");
  });
});

describe("news of a dispute", () => {
  afterEach(() => sandbox.control.setSwitches({ extraCopies: 0 }));

  it("told many times over changes nothing more, nor opens a resolved alarm", async () => {
    sandbox.control.setSwitches({ extraCopies: 9 });
    const order = await paidWith(DISPUTED_CARD, { gift: NOBODY });
    await deliverWebhooks();
    expect(amountsOf(order.id)).toHaveLength(2);
    const alarm = db.select().from(alarms).where(eq(alarms.objectId, order.id)).get();
    resolveAlarm(db, { alarmId: alarm?.id ?? "", staffId: "joan", reason: "Seen." }, clock.now);
    for (const event of sandbox.control.events()) {
      if (event.type.startsWith("charge.dispute")) sandbox.control.resend(event.id);
    }
    await deliverWebhooks();
    expect(openAlarmsAbout(order.id)).toEqual([]);
    expect(amountsOf(order.id)).toHaveLength(2);
  });

  it("that comes before the payment is known waits for it", async () => {
    const order = ordered(person("Jean"), { gift: NOBODY });
    const opened = await openPayment(order, clock.now);
    if (!opened.ok) throw new Error(opened.reason);
    await payWith(opened.url, DISPUTED_CARD);
    // The buyer has not come back to the shop: everything arrives by webhook, in any order.
    for (let round = 0; round < 4; round += 1) {
      await deliverWebhooks().catch((error: Error) => expect(error.message).toContain("not known yet"));
      clock.advance(30);
    }
    await deliverWebhooks();
    expect(voucherOf(order.id)?.status).toBe("SUSPENDED");
  });
});
