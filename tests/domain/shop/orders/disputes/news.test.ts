import "../../../../support/payment-sandbox";
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { disputes, vouchers, workItems } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { openAlarms, resolveAlarm } from "~/domain/kernel/alarms/alarms.server";
import { followDisputes, noteFraudWarning, noteReview } from "~/domain/shop/orders/disputes.server";
import { clock, sandbox } from "../../../../support/payment-sandbox";
import { NOW, person } from "../../../../support/people";
import { alarmsAbout, bought, ledgerOf, ordered, paidFor, voucherOf } from "../../../../support/shop";
import { disputeRow, orderRow, paymentRow } from "../order-rows";

const DISPUTED = "4000 0000 0000 0259";
const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };

afterEach(() => sandbox.control.setSwitches({ fault: null }));

/** A paid gift that its buyer's bank disputes; we have not heard of it. */
async function disputedGift() {
  const order = await paidFor(ordered(person("Jean"), { gift: NOBODY }), DISPUTED);
  const read = await provider.readDisputes(ledgerOf(order.id)[0]?.providerReference ?? "");
  return { order, disputeId: (read.ok && read.disputes[0]?.disputeId) || "" };
}
const rowOf = (id: string) => db.select().from(disputes).where(eq(disputes.id, id)).get();
const putOff = (kind: "dispute" | "alarm", subjectId: string) =>
  db.insert(workItems).values({ kind, subjectId, putOffUntil: "2026-12-01", updatedAt: NOW }).run();
const putOffOf = (kind: "dispute" | "alarm", subjectId: string) =>
  db
    .select()
    .from(workItems)
    .where(and(eq(workItems.kind, kind), eq(workItems.subjectId, subjectId)))
    .get()?.putOffUntil;
const ANSWERED = { answeredAt: NOW, answeredByStaffId: "joan" };

describe("news of a dispute", () => {
  it("is read of the payment that was paid, and suspends the voucher of that order alone", async () => {
    const other = await bought(person("Eve"), { gift: NOBODY });
    const { order, disputeId } = await disputedGift();
    paymentRow(order.id, { attempt: 0, status: "expired", paymentIntentId: "pi_expired" });
    expect(await followDisputes(order.id, clock.now)).toBe("ok");
    expect(rowOf(disputeId)).toMatchObject({ stage: "open", orderId: order.id });
    expect([voucherOf(order.id)?.status, voucherOf(other.id)?.status]).toEqual(["SUSPENDED", "ACTIVE"]);
  });

  it("waits while the provider is silent, and is none of an order that was not paid", async () => {
    const { order } = await disputedGift();
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    expect(await followDisputes(order.id, clock.now)).toBe("unavailable");
    for (const orderId of ["nowhere", ordered().id]) expect(await followDisputes(orderId, clock.now)).toBe("ok");
  });

  it("that was a question before asks for another answer, and no other dispute does", async () => {
    const { order, disputeId } = await disputedGift();
    disputeRow(order.id, { id: disputeId, stage: "inquiry", ...ANSWERED });
    const other = disputeRow(orderRow(person("Eve")).id, { stage: "inquiry", ...ANSWERED });
    putOff("dispute", disputeId);
    putOff("alarm", disputeId);
    putOff("dispute", other.id);
    await followDisputes(order.id, clock.now);
    expect(rowOf(disputeId)).toMatchObject({ stage: "open", answeredAt: null, answeredByStaffId: null });
    expect(rowOf(other.id)).toMatchObject(ANSWERED);
    expect([putOffOf("dispute", disputeId), putOffOf("alarm", disputeId), putOffOf("dispute", other.id)]).toEqual([
      ...[null, "2026-12-01", "2026-12-01"],
    ]);
  });

  it("that we have answered stays answered, though another is a question", async () => {
    disputeRow(orderRow(person("Eve")).id, { stage: "inquiry" });
    const { order, disputeId } = await disputedGift();
    disputeRow(order.id, { id: disputeId, stage: "open", ...ANSWERED });
    await followDisputes(order.id, clock.now);
    expect(rowOf(disputeId)).toMatchObject(ANSWERED);
  });

  it("told again opens no alarm that staff have resolved", async () => {
    const { order } = await disputedGift();
    await followDisputes(order.id, clock.now);
    const [alarm] = alarmsAbout(order.id);
    resolveAlarm(db, { alarmId: alarm?.id ?? "", staffId: "joan", reason: "Seen." }, clock.now);
    await followDisputes(order.id, clock.now);
    expect(alarmsAbout(order.id)).toMatchObject([{ kind: "dispute_open", times: 1, resolvedAt: clock.now }]);
  });

  it("that is won, told again, opens no voucher that was suspended since", async () => {
    const { order, disputeId } = await disputedGift();
    await followDisputes(order.id, clock.now);
    const authorization = `Bearer ${process.env.STRIPE_SECRET_KEY}`;
    await fetch(`${sandbox.origin}/v1/disputes/${disputeId}`, {
      method: "POST",
      headers: { authorization, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ "evidence[uncategorized_text]": "winning_evidence", submit: "true" }),
    });
    await sandbox.control.deliverDue();
    await followDisputes(order.id, clock.now);
    expect([rowOf(disputeId)?.stage, voucherOf(order.id)?.status]).toEqual(["won", "ACTIVE"]);
    db.update(vouchers).set({ status: "SUSPENDED" }).where(eq(vouchers.orderId, order.id)).run();
    await followDisputes(order.id, clock.now);
    expect(voucherOf(order.id)?.status).toBe("SUSPENDED");
  });
});

it("a warning names its own order, and none that is not there", () => {
  const [, order] = [orderRow(person("Eve")), orderRow(person("Ada"))];
  noteFraudWarning(order.id, clock.now);
  expect(alarmsAbout(order.id)[0]?.message).toContain(`Order ${order.number}:`);
  const before = openAlarms(1_000).length;
  noteReview("nowhere", clock.now);
  expect(openAlarms(1_000)).toHaveLength(before);
});
