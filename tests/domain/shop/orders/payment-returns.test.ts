import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { orders, payments } from "#db/schema";
import { openAlarms } from "~/domain/kernel/alarms/alarms.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { orderById } from "~/domain/shop/orders/orders.server";
import { noteReturnFailed, sendBackWhatIsLeft } from "~/domain/shop/orders/payment-returns.server";
import { latestPayment, openPayment } from "~/domain/shop/orders/payments.server";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, ordered, pageFor, pay } from "../../../support/shop";
import { orderRow, paymentRow } from "./order-rows";

afterEach(() => sandbox.control.setSwitches({ fault: null }));

const alarmsAbout = (orderId: string) => openAlarms(1_000).filter(({ objectId }) => objectId === orderId);
const refundsMade = () => sandbox.control.events().filter(({ type }) => type === "refund.created").length;
const isReturned = (orderId: string) => latestPayment(orderId)?.returnedAt !== null;

/** An order for which another sum was paid than it costs. */
async function paidWrongly() {
  const order = ordered();
  await pay(order);
  db.update(payments).set({ amountPence: 1 }).where(eq(payments.orderId, order.id)).run();
  return order;
}

describe("money nobody asked for", () => {
  it("is sent back once, with one alarm, though two find it at once, and no other payment counts as sent back", async () => {
    const [order, other] = [await paidWrongly(), await bought()];
    const before = refundsMade();
    await Promise.all([fulfilOrder(order.id, clock.now), fulfilOrder(order.id, clock.now)]);
    expect(alarmsAbout(order.id)).toMatchObject([{ kind: "payment_wrong_sum", times: 1 }]);
    expect([refundsMade() - before, isReturned(order.id), isReturned(other.id)]).toEqual([1, true, false]);
  });

  it("that could not be sent back is, where it came in after the day from which that is tried", async () => {
    const order = await paidWrongly();
    const accepted = await bought();
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 1, path: "/v1/refunds" } });
    await fulfilOrder(order.id, clock.now);
    const createdAt = latestPayment(order.id)?.createdAt ?? clock.now;
    // The provider repeats its response for a day.
    clock.advance(24 * 60);
    const before = refundsMade();
    await sendBackWhatIsLeft(createdAt, clock.now);
    expect(isReturned(order.id)).toBe(false);
    const justBefore = new Date(createdAt.getTime() - 1);
    await sendBackWhatIsLeft(justBefore, clock.now);
    expect([isReturned(order.id), isReturned(accepted.id), refundsMade() - before]).toEqual([true, false, 1]);
    clock.advance(24 * 60);
    await sendBackWhatIsLeft(justBefore, clock.now);
    expect([latestPayment(order.id)?.returnedAt?.getTime(), refundsMade() - before]).toEqual([
      ...[clock.now.getTime() - 86_400_000, 1],
    ]);
  });

  it("that names another order is left to staff: the provider is not asked about it", async () => {
    paymentRow(orderRow(person("Ada")).id, { status: "refused", checkoutId: "cs_not_ours", createdAt: clock.now });
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 1 } });
    await sendBackWhatIsLeft(new Date(clock.now.getTime() - 1), clock.now);
    expect(await openPayment(ordered(), clock.now)).toEqual({ ok: false, reason: "unavailable" });
  });

  it("that the bank would not take back is an alarm of that payment, and of none that was accepted or is not known", () => {
    const [other, refused, accepted] = [person("Eve"), person("Ada"), person("Ben")].map((buyer) => orderRow(buyer).id);
    paymentRow(other ?? "", { status: "refused", paymentIntentId: "pi_other" });
    paymentRow(refused ?? "", { status: "refused", paymentIntentId: "pi_refused" });
    paymentRow(accepted ?? "", { paymentIntentId: "pi_accepted" });
    for (const intent of ["pi_refused", "pi_accepted", "pi_nowhere"]) noteReturnFailed(intent, clock.now);
    const kinds = [other, refused, accepted].map((id) => alarmsAbout(id ?? "").map(({ kind }) => kind));
    expect(kinds).toEqual([[], ["payment_not_sent_back"], []]);
  });
});

describe("the other attempts at paying an order that is paid", () => {
  it("are closed, and those at another order are not", async () => {
    const other = ordered();
    await pageFor(other);
    const order = await bought();
    await fulfilOrder(order.id, clock.now);
    expect(latestPayment(other.id)?.status).toBe("open");
  });

  it("are not asked about again once they have ended", async () => {
    const [order, other] = [await bought(), await bought()];
    const checkoutId = latestPayment(other.id)?.checkoutId;
    db.update(payments).set({ checkoutId: null }).where(eq(payments.orderId, other.id)).run();
    paymentRow(order.id, { attempt: 2, status: "expired", checkoutId });
    await fulfilOrder(order.id, clock.now);
    expect([latestPayment(order.id)?.status, alarmsAbout(order.id)]).toEqual(["expired", []]);
  });

  it.each([
    ["stay open where its price changed meanwhile", { subtotalPence: 7999, totalPence: 7999 }, "open", []],
    ["are sent back where it was cancelled meanwhile", { status: "CANCELLED" }, "refused", ["payment_order_cancelled"]],
  ] as const)("%s", async (_, change, status, alarms) => {
    const order = ordered();
    await pay(order);
    const asked = fulfilOrder(order.id, clock.now);
    db.update(orders).set(change).where(eq(orders.id, order.id)).run();
    expect(await asked).toEqual({ ok: false, reason: "not_paid" });
    expect(orderById(order.id)?.paidAt).toBeNull();
    expect([latestPayment(order.id)?.status, alarmsAbout(order.id).map(({ kind }) => kind)]).toEqual([status, alarms]);
  });

  it("are not needed to see that a payment was settled without its order, which is a fault", async () => {
    const order = ordered();
    await pay(order);
    db.update(payments).set({ status: "paid" }).where(eq(payments.orderId, order.id)).run();
    await expect(fulfilOrder(order.id, clock.now)).rejects.toThrow("was settled before");
    expect(orderById(order.id)?.paidAt).toBeNull();
  });
});
