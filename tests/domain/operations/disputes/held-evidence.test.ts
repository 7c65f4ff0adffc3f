import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { alarms, disputes, orders } from "#db/schema";
import { putOffWork } from "~/domain/backoffice/inbox/assignment.server";
import { waitingRows } from "~/domain/backoffice/inbox/waiting-rows.server";
import { sendHeldNow, trayOf, undoHeld } from "~/domain/backoffice/undo/undo.server";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { acceptDispute, sendEvidence } from "~/domain/operations/disputes/answers.server";
import { holdEvidence, sendDueEvidence } from "~/domain/operations/disputes/held-evidence.server";
import { disputesOfOrder } from "~/domain/shop/orders/dispute-records.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { auditEventsOn } from "../../../support/audit-events";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { deliverWebhooks } from "../../../support/shop";
import { atProvider, disputedOrder, INQUIRED } from "./disputed-order";

beforeEach(() => sandbox.control.setSwitches({ fault: null }));

const inMinutes = (minutes: number) => new Date(clock.now.getTime() + minutes * 60_000);
const actsOn = (orderId: string) => auditEventsOn(orderId).map(({ action }) => action);
const openAlarms = (orderId: string) =>
  db
    .select()
    .from(alarms)
    .where(eq(alarms.objectId, orderId))
    .all()
    .flatMap(({ kind, resolvedAt }) => (resolvedAt ? [] : [kind]));
const inInbox = (disputeId: string) =>
  waitingRows({ staffId: "joan", role: "super_admin" }, clock.now).some(({ id }) => id === disputeId);

async function held() {
  const about = await disputedOrder();
  expect(await holdEvidence(about, "bea", clock.now)).toEqual({ ok: true, leavesAt: inMinutes(10) });
  return { ...about, heldId: `evidence:${about.disputeId}` };
}

const statusOf = async (disputeId: string) => (await atProvider(disputeId)).status;

describe("evidence that staff have had sent", () => {
  it("leaves ten minutes later, and its alarm ends while the bank decides", async () => {
    const about = await held();
    expect(inInbox(about.disputeId)).toBe(false);
    expect(openAlarms(about.orderId)).toEqual(["dispute_open"]);
    await sendDueEvidence(inMinutes(9));
    expect(await statusOf(about.disputeId)).toBe("needs_response");
    await sendDueEvidence(inMinutes(10));
    expect(await statusOf(about.disputeId)).toBe("under_review");
    expect(openAlarms(about.orderId)).toEqual([]);
    expect(disputesOfOrder(about.orderId)[0]).toMatchObject({
      evidenceLeavesAt: null,
      answeredAt: inMinutes(10),
    });
    expect(actsOn(about.orderId)).toEqual(["disputes.hold_answer", "disputes.answer"]);
    await deliverWebhooks();
    expect(openAlarms(about.orderId)).toEqual([]);
  });

  it("is in the tray of its sender, who alone can take it back until then", async () => {
    const { heldId, disputeId, orderId } = await held();
    expect(trayOf("bea", inMinutes(1)).map(({ id }) => id)).toContain(heldId);
    expect(undoHeld(heldId, "joan", inMinutes(1))).toEqual({ ok: false, reason: "too_late" });
    expect(undoHeld(heldId, "bea", inMinutes(9))).toEqual({ ok: true });
    await sendDueEvidence(inMinutes(30));
    expect(await statusOf(disputeId)).toBe("needs_response");
    expect(inInbox(disputeId)).toBe(true);
    expect(actsOn(orderId)).toEqual(["disputes.hold_answer", "disputes.undo_answer"]);
    const again = await held();
    expect(undoHeld(again.heldId, "bea", inMinutes(10))).toEqual({ ok: false, reason: "too_late" });
  });

  it("leaves with the next run where its sender says so", async () => {
    const [{ heldId, disputeId }, other] = [await held(), await held()];
    expect(sendHeldNow(heldId, "bea", inMinutes(1))).toEqual({ ok: true });
    await sendDueEvidence(inMinutes(1));
    expect(await statusOf(disputeId)).toBe("under_review");
    expect(disputesOfOrder(other.orderId)[0]).toMatchObject({ evidenceLeavesAt: inMinutes(10), answeredAt: null });
  });

  it("is not asked for twice, and the dispute is not accepted meanwhile", async () => {
    const { heldId: _, ...about } = await held();
    const leaving = { ok: false, reason: "leaving" };
    expect(await holdEvidence(about, "joan", inMinutes(1))).toEqual(leaving);
    expect(await acceptDispute(about, { staffId: "joan", reason: "Lost" }, inMinutes(1))).toEqual(leaving);
  });

  it("leaves at once within an hour of the bank’s day", async () => {
    const about = await disputedOrder();
    db.update(disputes)
      .set({ dueAt: inMinutes(59) })
      .where(eq(disputes.id, about.disputeId))
      .run();
    expect(await holdEvidence(about, "bea", clock.now)).toEqual({ ok: true, leavesAt: null });
    expect(await statusOf(about.disputeId)).toBe("under_review");
  });

  it("is tried again while the provider is away, and after a quarter of an hour there is an alarm", async () => {
    const { orderId, disputeId } = await held();
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 99 } });
    await sendDueEvidence(inMinutes(10));
    expect(openAlarms(orderId)).toEqual(["dispute_open"]);
    await sendDueEvidence(inMinutes(25));
    expect(openAlarms(orderId)).toEqual(["dispute_open"]);
    await sendDueEvidence(inMinutes(26));
    expect(openAlarms(orderId)).toEqual(["dispute_open", "evidence_unsent"]);
    sandbox.control.setSwitches({ fault: null });
    await sendDueEvidence(inMinutes(27));
    expect(await statusOf(disputeId)).toBe("under_review");
    expect(openAlarms(orderId)).toEqual([]);
  });

  it("that the provider refuses is said aloud with its words, and is not taken for an answer", async () => {
    const { orderId, disputeId } = await held();
    db.update(orders)
      .set({ firstName: "A".repeat(600) })
      .where(eq(orders.id, orderId))
      .run();
    await sendDueEvidence(inMinutes(10));
    expect(await statusOf(disputeId)).toBe("needs_response");
    expect(openAlarms(orderId)).toEqual(["dispute_open", "evidence_unsent"]);
    const alarm = db
      .select()
      .from(alarms)
      .where(eq(alarms.dedupeKey, `evidence:${disputeId}`))
      .get();
    expect(alarm?.message).toMatch(/The provider says: .*customer_name/);
    expect(alarm?.message).toContain(`Order ${orderById(orderId)?.number}:`);
    const about = { orderId, disputeId };
    expect(await sendEvidence(about, "bea", inMinutes(11))).toMatchObject({ ok: false, reason: "rejected" });
    expect(disputesOfOrder(orderId)[0]?.answeredAt).toBeNull();
    db.update(orders).set({ firstName: "Gwen" }).where(eq(orders.id, orderId)).run();
    expect(await sendEvidence(about, "bea", inMinutes(12))).toEqual({ ok: true });
  });

  it("cannot be put off past the bank’s day, nor can its alarm", async () => {
    const { orderId, disputeId } = await disputedOrder();
    const due = londonDay(disputesOfOrder(orderId)[0]?.dueAt ?? clock.now);
    write((tx) =>
      raiseAlarm(
        tx,
        {
          kind: "evidence_unsent",
          objectType: "order",
          objectId: orderId,
          message: "Late.",
          dedupeKey: "late",
        },
        clock.now,
      ),
    );
    const alarm = db.select().from(alarms).where(eq(alarms.dedupeKey, "late")).get();
    const joan = { staffId: "joan", role: "super_admin" } as const;
    for (const key of [`dispute:${disputeId}`, `alarm:${alarm?.id}`]) {
      const refused = { ok: false, reason: "bank_day" };
      expect(putOffWork([key], addDays(due, 1), joan, clock.now)).toEqual(refused);
      expect(putOffWork([key], due, joan, clock.now)).toEqual({ ok: true, done: 1 });
    }
  });

  it("about a bank’s question ends its alarm too", async () => {
    const about = await disputedOrder(INQUIRED);
    expect(openAlarms(about.orderId)).toEqual(["dispute_inquiry"]);
    expect(await sendEvidence(about, "bea", clock.now)).toEqual({ ok: true });
    expect(openAlarms(about.orderId)).toEqual([]);
  });
});
