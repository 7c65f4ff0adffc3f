import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { disputes, shipments, workItems } from "#db/schema";
import { waitingRows } from "~/domain/backoffice/inbox/waiting-rows.server";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { formatDay } from "~/domain/kernel/time/format-days";
import { acceptDispute, sendEvidence } from "~/domain/operations/disputes/answers.server";
import { evidenceOf } from "~/domain/operations/disputes/evidence.server";
import { disputesOfOrder } from "~/domain/shop/orders/dispute-records.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { auditEventsOn } from "../../../support/audit-events";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { alarmsAbout, deliverWebhooks, voucherOf } from "../../../support/shop";
import { atProvider, DISPUTED, disputedOrder, INQUIRED } from "./disputed-order";

beforeEach(() => sandbox.control.setSwitches({ fault: null }));

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };

const missingIn = (orderId: string) =>
  evidenceOf(orderId, clock.now)?.items.flatMap(({ kind, isMissing }) => (isMissing ? [kind] : []));

describe("the evidence of an order", () => {
  it("gathers what we know about the order, and names what is missing", async () => {
    const { orderId } = await disputedOrder();
    const order = orderById(orderId);
    expect(missingIn(orderId)).toEqual(["tracking", "address", "emails", "use"]);
    const receipt = evidenceOf(orderId, clock.now)?.items[0]?.facts ?? [];
    expect(receipt[0]).toContain(`Order ${order?.number}, £69.99, paid`);
    expect(receipt[0]).toContain("Visa ending in 0259");
  });

  it("tells when the year was begun and how much of it was written, and no word of it", async () => {
    const { orderId } = await disputedOrder();
    const accountId = orderById(orderId)?.accountId ?? "";
    const begun = beginLoop(accountId, "2027-12-03", clock.now);
    if (!begun.ok) throw new Error(begun.reason);
    db.$client
      .prepare(
        "INSERT INTO entries (id, loop_id, week, highlight, prompt, content, created_at, updated_at) VALUES (?, ?, 1, 'The lemon tree', 'What?', 'The lemon tree', ?, ?)",
      )
      .run(`entry-${orderId}`, begun.loop.id, clock.now.getTime(), clock.now.getTime());
    db.insert(shipments)
      .values({
        ...{
          loopId: begun.loop.id,
          state: "shipped",
          carrier: "Royal Mail",
          trackingNumber: "GK447109328GB",
        },
        ...{ shippedAt: clock.now, createdAt: clock.now, updatedAt: clock.now },
      })
      .run();
    const evidence = evidenceOf(orderId, clock.now);
    const words = JSON.stringify(evidence);
    expect(words).toContain("1 week written");
    expect(words).toContain("Royal Mail GK447109328GB");
    expect(words).toContain("4 Larch Row");
    expect(words).not.toContain("lemon tree");
    expect(missingIn(orderId)).toEqual(["emails"]);
    expect(evidence?.forBank.shipment).toMatchObject({
      carrier: "Royal Mail",
      trackingNumber: "GK447109328GB",
    });
  });
});

describe("the start of a year, toward a bank", () => {
  const inDays = (days: number) => addDays(londonDay(clock.now), days);
  const noonOf = (day: string) => new Date(`${day}T12:00:00Z`);
  const START = inDays(60);
  const chosenOn = formatDay(inDays(0));

  it("is the first day of the year, not the day its date was chosen, and none while it lies ahead", async () => {
    const { orderId } = await disputedOrder();
    const begun = beginLoop(orderById(orderId)?.accountId ?? "", addDays(START, 378), clock.now);
    if (!begun.ok) throw new Error(begun.reason);
    const before = evidenceOf(orderId, noonOf(addDays(START, -1)));
    expect(before?.forBank.startedOn).toBeUndefined();
    expect(before?.forBank.use).toContain(`The delivery date was chosen on ${chosenOn}`);
    expect(before?.forBank.use).toContain(`The year starts on ${formatDay(START)}`);
    const after = evidenceOf(orderId, noonOf(START));
    expect(after?.forBank.startedOn).toBe(formatDay(START));
    expect(after?.forBank.use).toContain(`The year started on ${formatDay(START)}`);
  });

  it("of a gift is told beside the day it was redeemed", async () => {
    const { orderId } = await disputedOrder(INQUIRED, { gift: NOBODY });
    const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: addDays(START, 378) };
    const voucherId = voucherOf(orderId)?.id ?? "";
    const redeemed = redeemVoucher({ accountId: person("Maya").id, voucherId, ...wanted }, clock.now);
    if (!redeemed.ok) throw new Error(redeemed.reason);
    expect(evidenceOf(orderId, clock.now)?.forBank.use).toBe(
      `The gift was redeemed on ${chosenOn}\nThe year starts on ${formatDay(START)}`,
    );
  });
});

describe("sending it", () => {
  it("gives the provider every text, once, and takes the dispute off the inbox", async () => {
    const [about, other] = [await disputedOrder(), await disputedOrder()];
    expect(await sendEvidence(about, "bea", clock.now)).toEqual({ ok: true });
    expect(disputesOfOrder(other.orderId)[0]?.answeredAt).toBeNull();
    const order = orderById(about.orderId);
    const { status, evidence } = await atProvider(about.disputeId);
    expect(status).toBe("under_review");
    expect(evidence.customer_name).toBe(`${order?.firstName} ${order?.lastName}`);
    expect(evidence.uncategorized_text).toContain(`Order ${order?.number}`);
    expect(evidence.refund_policy_disclosure).toContain("14 days to cancel");
    expect(disputesOfOrder(about.orderId)[0]?.answeredAt).toEqual(clock.now);
    expect(auditEventsOn(about.orderId).map(({ action }) => action)).toEqual(["disputes.answer"]);
    expect(await sendEvidence(about, "joan", clock.now)).toEqual({ ok: false, reason: "answered" });
    await deliverWebhooks();
    expect(disputesOfOrder(about.orderId)[0]?.answeredAt).toEqual(clock.now);
  });

  it("twice at once sends it once", async () => {
    const about = await disputedOrder();
    const results = await Promise.all([sendEvidence(about, "bea", clock.now), sendEvidence(about, "joan", clock.now)]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(auditEventsOn(about.orderId)).toHaveLength(1);
  });

  it("is recorded for its own dispute alone, and not again where a colleague’s was recorded meanwhile", async () => {
    const [about, other] = [await disputedOrder(), await disputedOrder()];
    const sending = sendEvidence(about, "bea", clock.now);
    const isAbout = eq(disputes.id, about.disputeId);
    db.update(disputes).set({ answeredAt: clock.now, answeredByStaffId: "joan" }).where(isAbout).run();
    expect(await sending).toEqual({ ok: true });
    expect(db.select().from(disputes).where(isAbout).get()?.answeredByStaffId).toBe("joan");
    expect(auditEventsOn(about.orderId)).toEqual([]);
    expect(await sendEvidence(other, "bea", clock.now)).toEqual({ ok: true });
    expect(auditEventsOn(other.orderId)).toHaveLength(1);
  });

  it("is known of where it was done at the provider's", async () => {
    const about = await disputedOrder();
    await fetch(`${sandbox.origin}/v1/disputes/${about.disputeId}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${process.env.STRIPE_SECRET_KEY}`,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ "evidence[customer_name]": "Gwen", submit: "true" }),
    });
    expect(await sendEvidence(about, "bea", clock.now)).toEqual({ ok: false, reason: "answered" });
    expect(disputesOfOrder(about.orderId)[0]).toMatchObject({ answeredAt: clock.now, answeredBy: null });
    expect(auditEventsOn(about.orderId)).toEqual([]);
  });

  it("is refused after the bank's day, for another order's dispute, and while the provider is away", async () => {
    const about = await disputedOrder();
    const other = await disputedOrder();
    const crossed = { orderId: other.orderId, disputeId: about.disputeId };
    expect(await sendEvidence(crossed, "bea", clock.now)).toEqual({ ok: false, reason: "not_found" });
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 9 } });
    expect(await sendEvidence(about, "bea", clock.now)).toEqual({ ok: false, reason: "provider" });
    expect(disputesOfOrder(about.orderId)[0]?.answeredAt).toBeNull();
    const past = new Date(clock.now.getTime() - 1);
    db.update(disputes).set({ dueAt: past }).where(eq(disputes.id, about.disputeId)).run();
    expect(await sendEvidence(about, "bea", clock.now)).toEqual({ ok: false, reason: "too_late" });
  });
});

/** The bank makes a dispute of its question, by the sandbox’s own page. */
async function escalate(disputeId: string) {
  const body = new URLSearchParams({ intent: "escalate", dispute: disputeId });
  await fetch(`${sandbox.origin}/control`, { method: "POST", body, redirect: "manual" });
  await deliverWebhooks();
}

describe("an inquiry that becomes a dispute", () => {
  it("after it was answered waits for evidence again, is an alarm again, and takes evidence of its own", async () => {
    const about = await disputedOrder(INQUIRED);
    expect(await sendEvidence(about, "bea", clock.now)).toEqual({ ok: true });
    await deliverWebhooks();
    const openAlarms = () =>
      alarmsAbout(about.orderId)
        .filter(({ resolvedAt }) => resolvedAt === null)
        .map(({ kind }) => kind);
    expect([disputesOfOrder(about.orderId)[0]?.stage, openAlarms()]).toEqual(["inquiry", []]);
    const { dueAt } = disputesOfOrder(about.orderId)[0] ?? {};
    clock.advance(60 * 24);
    await escalate(about.disputeId);
    const dispute = disputesOfOrder(about.orderId)[0];
    expect(dispute).toMatchObject({ stage: "open", answeredAt: null, answeredBy: null });
    expect(dispute?.dueAt?.getTime()).toBeGreaterThan(dueAt?.getTime() ?? 0);
    expect(openAlarms()).toEqual(["dispute_open"]);
    expect(await sendEvidence(about, "joan", clock.now)).toEqual({ ok: true });
    await deliverWebhooks();
    expect(disputesOfOrder(about.orderId)[0]?.answeredAt).toEqual(clock.now);
    expect(auditEventsOn(about.orderId).map(({ staffId }) => staffId)).toEqual(["bea", "joan"]);
    expect(openAlarms()).toEqual([]);
  });

  it("is in the inbox at once, even if the inquiry was put off", async () => {
    const about = await disputedOrder(INQUIRED);
    const putOff = { kind: "dispute", subjectId: about.disputeId, putOffUntil: "2027-01-20" } as const;
    db.insert(workItems)
      .values({ ...putOff, updatedAt: clock.now })
      .run();
    const joan = { staffId: "joan", role: "super_admin" } as const;
    const waits = () =>
      waitingRows(joan, clock.now).find(({ kind, id }) => kind === "dispute" && id === about.disputeId);
    expect(waits()?.putOffUntil).toBe("2027-01-20");
    await escalate(about.disputeId);
    expect(waits()?.putOffUntil).toBeNull();
  });
});

describe("accepting a dispute", () => {
  const why = { staffId: "joan", reason: "The parcel was lost" };

  it("loses it at once: what was not used is void", async () => {
    const about = await disputedOrder(DISPUTED, { gift: NOBODY });
    expect(await acceptDispute(about, why, clock.now)).toEqual({ ok: true });
    expect((await atProvider(about.disputeId)).status).toBe("lost");
    expect(disputesOfOrder(about.orderId)[0]?.stage).toBe("lost");
    expect(voucherOf(about.orderId)?.status).toBe("CANCELLED");
    expect(auditEventsOn(about.orderId)).toMatchObject([{ action: "disputes.accept", reason: why.reason }]);
    expect(await acceptDispute(about, why, clock.now)).toEqual({ ok: false, reason: "settled" });
  });

  it("is possible after the bank’s day too, and not while the provider is away", async () => {
    const about = await disputedOrder();
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 9 } });
    expect(await acceptDispute(about, why, clock.now)).toEqual({ ok: false, reason: "provider" });
    sandbox.control.setSwitches({ fault: null });
    const past = new Date(clock.now.getTime() - 1);
    db.update(disputes).set({ dueAt: past }).where(eq(disputes.id, about.disputeId)).run();
    expect(await acceptDispute({ ...about, orderId: "nothing" }, why, clock.now)).toEqual({
      ok: false,
      reason: "not_found",
    });
    expect(await acceptDispute(about, why, clock.now)).toEqual({ ok: true });
  });

  it("is refused while the bank only asks, and after evidence was sent", async () => {
    const inquiry = await disputedOrder(INQUIRED);
    expect(await acceptDispute(inquiry, why, clock.now)).toEqual({ ok: false, reason: "inquiry" });
    const answered = await disputedOrder();
    await sendEvidence(answered, "bea", clock.now);
    expect(await acceptDispute(answered, why, clock.now)).toEqual({ ok: false, reason: "answered" });
  });
});
