import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { disputes, refunds } from "#db/schema";
import { askRefund, sendRefund, sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { clock, sandbox } from "../../../../support/payment-sandbox";
import { bought, brokenInvariants, ordered, paidFor } from "../../../../support/shop";
import { disputeRow, paymentRow } from "../order-rows";

const MINUTE_MS = 60_000;
const TAKES_ITS_TIME = "4000 0000 0000 7726";

afterEach(() => {
  sandbox.control.setSwitches({ fault: null });
  expect(brokenInvariants()).toEqual([]);
});

function ask(orderId: string, amountPence = 100): string {
  const asked = write((tx) => askRefund(tx, { orderId, amountPence, reason: "Torn", staffId: "joan" }, clock.now));
  if (!asked.ok) throw new Error(asked.reason);
  return asked.refundId;
}
const refundOf = (id: string) => db.select().from(refunds).where(eq(refunds.id, id)).get();
const refundsMade = () => sandbox.control.events().filter(({ type }) => type === "refund.created").length;
/** Moves a refund's last change back by so much, as if nothing had been done since. */
const age = (id: string, milliseconds: number) => {
  const updatedAt = new Date(clock.now.getTime() - milliseconds);
  db.update(refunds).set({ updatedAt }).where(eq(refunds.id, id)).run();
  return updatedAt;
};

describe("a refund that waits", () => {
  it("is sent again after more than two minutes, and not before", async () => {
    const id = ask((await bought()).id);
    age(id, 2 * MINUTE_MS);
    await sendWaitingRefunds(clock.now);
    expect(refundOf(id)?.status).toBe("pending");
    age(id, 2 * MINUTE_MS + 1);
    await sendWaitingRefunds(clock.now);
    expect(refundOf(id)?.status).toBe("succeeded");
  });

  it("and was sent is read again after more than an hour, and not before", async () => {
    const id = ask((await paidFor(ordered(), TAKES_ITS_TIME)).id);
    expect(await sendRefund(id, clock.now)).toBe("pending");
    const before = age(id, 60 * MINUTE_MS);
    await sendWaitingRefunds(clock.now);
    expect(refundOf(id)?.updatedAt).toEqual(before);
    age(id, 60 * MINUTE_MS + 1);
    await sendWaitingRefunds(clock.now);
    expect(refundOf(id)).toMatchObject({ status: "pending", updatedAt: clock.now });
  });

  it("waits while a bank decides about its order, and not for what one decided, or decides about another", async () => {
    const [disputed, decided] = [await bought(), await bought()];
    const [waiting, free] = [ask(disputed.id), ask(decided.id)];
    const rows = [disputeRow(disputed.id), disputeRow(decided.id, { stage: "won" })];
    for (const id of [waiting, free]) age(id, 61 * MINUTE_MS);
    await sendWaitingRefunds(clock.now);
    expect([refundOf(waiting)?.updatedAt, refundOf(free)?.status]).toEqual([
      new Date(clock.now.getTime() - 61 * MINUTE_MS),
      "succeeded",
    ]);
    for (const { id } of rows) db.delete(disputes).where(eq(disputes.id, id)).run();
  });

  it("is let be once it has arrived or failed", async () => {
    const [arrived, failed] = [ask((await bought()).id), ask((await bought()).id)];
    await sendRefund(arrived, clock.now);
    db.update(refunds).set({ status: "failed" }).where(eq(refunds.id, failed)).run();
    const ages = [arrived, failed].map((id) => age(id, 61 * MINUTE_MS));
    await sendWaitingRefunds(clock.now);
    expect([arrived, failed].map((id) => refundOf(id)?.updatedAt)).toEqual(ages);
    expect(await sendRefund(arrived, clock.now)).toBe("succeeded");
  });

  it("goes on waiting while the provider is silent about what it was sent", async () => {
    const id = ask((await paidFor(ordered(), TAKES_ITS_TIME)).id);
    await sendRefund(id, clock.now);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    expect(await sendRefund(id, clock.now)).toBe("pending");
  });

  it("is not sent by who finds that another process is at it", async () => {
    const id = ask((await bought()).id);
    age(id, 3 * MINUTE_MS);
    const before = refundsMade();
    const sending = sendRefund(id, clock.now);
    age(id, 1);
    expect([await sending, refundsMade() - before]).toEqual(["pending", 0]);
  });

  it("goes to the payment that was paid, whatever was tried before", async () => {
    const order = await bought();
    paymentRow(order.id, { attempt: 0, status: "expired", paymentIntentId: "pi_expired" });
    expect(await sendRefund(ask(order.id), clock.now)).toBe("succeeded");
  });
});
