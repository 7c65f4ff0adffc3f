import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { discountUses, payments } from "#db/schema";
import { latestPayment, openPayment } from "~/domain/shop/orders/payments.server";
import { reconcilePayments } from "~/domain/shop/orders/reconciler.server";
import { code } from "../../../support/discount-codes";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { bought, ordered, pageFor } from "../../../support/shop";
import { orderRow, paymentRow } from "./order-rows";

afterEach(() => sandbox.control.setSwitches({ fault: null }));

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ago = (milliseconds: number) => new Date(clock.now.getTime() - milliseconds);

/** An attempt of an unpaid order that the provider does not know; it lapsed long ago by default. */
function attempt(given: Partial<typeof payments.$inferInsert> = {}) {
  const order = orderRow(person("Ada"), { status: "PENDING", paidAt: null });
  const checkoutId = `cs_of_${order.id}`;
  paymentRow(order.id, { status: "open", checkoutId, createdAt: ago(DAY_MS), expiresAt: ago(MINUTE_MS), ...given });
  return order.id;
}
const stateOf = (orderId: string) => latestPayment(orderId)?.status;

describe("the reconciler", () => {
  it.each([
    ["an open attempt that has lapsed", {}, "expired"],
    ["one that lapses at this moment", { expiresAt: clock.now }, "expired"],
    ["not one that lapses in a moment", { expiresAt: new Date(clock.now.getTime() + 1) }, "open"],
    ["one that was never opened", { status: "opening", checkoutId: null }, "expired"],
    [
      "not one that could still be opened",
      { status: "opening", checkoutId: null, expiresAt: new Date(clock.now.getTime() + 1) },
      "opening",
    ],
    ["one of a little less than a fortnight ago", { createdAt: ago(14 * DAY_MS - 1) }, "expired"],
    ["not one of a fortnight ago", { createdAt: ago(14 * DAY_MS) }, "open"],
    ["one of more than two minutes ago", { createdAt: ago(2 * MINUTE_MS + 1) }, "expired"],
    ["not one of two minutes ago, which its own request may still be at", { createdAt: ago(2 * MINUTE_MS) }, "open"],
    ["not one that failed", { status: "failed" }, "failed"],
  ] as const)("closes %s", async (_, given, state) => {
    const young = attempt({ createdAt: clock.now });
    const orderId = attempt(given);
    await reconcilePayments(clock.now);
    expect([stateOf(orderId), stateOf(young)]).toEqual([state, "open"]);
  });

  it("asks the provider nothing about what has ended", async () => {
    db.update(payments).set({ status: "expired" }).run();
    attempt({ status: "expired" });
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 1 } });
    await reconcilePayments(clock.now);
    expect(await openPayment(ordered(), clock.now)).toEqual({ ok: false, reason: "unavailable" });
  });

  it("closes no page while the provider is silent: it may have been paid", async () => {
    const order = ordered();
    await pageFor(order);
    clock.advance(36);
    sandbox.control.setSwitches({ fault: { kind: "error", calls: 100 } });
    await reconcilePayments(clock.now);
    expect(stateOf(order.id)).toBe("open");
  });

  it("gives the use of a code back that an unpaid order held, and not that of a paid one", async () => {
    const { id: discountId } = code("HELD", { maxUses: 9 });
    const paid = await bought(person("Ada"), { discountCode: "HELD" });
    const order = ordered(person("Ben"), { discountCode: "HELD" });
    const later = ordered(person("Cid"), { discountCode: "HELD" });
    await pageFor(order);
    clock.advance(36);
    await openPayment(later, clock.now);
    await reconcilePayments(clock.now);
    const uses = db.select().from(discountUses).where(eq(discountUses.discountId, discountId)).all();
    const stateOfUse = (orderId: string) => uses.find((use) => use.orderId === orderId)?.state;
    expect([paid, order, later].map(({ id }) => stateOfUse(id))).toEqual(["counted", "released", "reserved"]);
  });
});
