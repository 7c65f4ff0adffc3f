import "../../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterEach, beforeAll, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { refunds, shipments } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import { beginLoop } from "~/domain/diary/loops/loops.server";
import { giveRefund } from "~/domain/shop/orders/admin-refunds.server";
import { itemIdOf } from "~/domain/shop/orders/cart";
import { placeCopiesOrder } from "~/domain/shop/orders/copies.server";
import { linesOf, type Order, orderById } from "~/domain/shop/orders/orders.server";
import { approveRefund, refundRequestsOf } from "~/domain/shop/orders/refund-requests.server";
import { askRefund, promisedOf, sendRefund, sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { GOOD_CARD } from "../../../../adapters/payments/buyer";
import { intentOf, REFUND_FAILS_CARD, refundElsewhere } from "../../../../support/bank";
import { code } from "../../../../support/discount-codes";
import { clock, sandbox } from "../../../../support/payment-sandbox";
import { loopOf, person } from "../../../../support/people";
import { cases } from "../../../../support/rounds";
import {
  ADDRESS,
  brokenInvariants,
  cancelAsShown,
  deliverWebhooks,
  ledgerOf,
  ordered,
  paidFor,
  voucherOf,
} from "../../../../support/shop";
import { colleague } from "../../../people/staff/colleagues";

/**
 * One order with whatever is asked of it in any order: lines and sums by staff, its buyer's cancelling, refunds in the
 * provider's dashboard, a provider that is silent or loses its response, refunds that fail. After each act nothing was
 * refunded twice, and what went back and what we keep are what was paid.
 */

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };
const LOOP = { theme: "pet", type: "puppys-first-year", deliveryDay: "2027-12-03" };
const WHY = "A test";

const anyBought = fc.record({
  kind: fc.constantFrom("loop", "gift", "copies"),
  quantities: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
  hasDiscount: fc.boolean(),
  card: fc.constantFrom(GOOD_CARD, GOOD_CARD, GOOD_CARD, REFUND_FAILS_CARD),
});

const anyAct = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      act: fc.constant("refund" as const),
      quantities: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 2 }),
      goodwillPence: fc.oneof(fc.constantFrom(0, 1, 6_999), fc.integer({ min: 0, max: 9_999 })),
      voucher: fc.constantFrom("cancel", "keep", null),
      evenIfUsed: fc.boolean(),
    }),
  },
  // To the penny of what is left, and past it.
  fc.record({ act: fc.constant("refundRest" as const), beyondPence: fc.integer({ min: -1, max: 1 }) }),
  fc.constant({ act: "approve" as const }),
  fc.constant({ act: "cancel" as const }),
  fc.constant({ act: "use" as const }),
  fc.record({ act: fc.constant("dashboard" as const), pence: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({
    act: fc.constant("fault" as const),
    kind: fc.constantFrom("error", "lose_answer", "reset"),
    calls: fc.integer({ min: 1, max: 3 }),
  }),
  fc.constant({ act: "webhooks" as const }),
  fc.record({ act: fc.constant("wait" as const), minutes: fc.integer({ min: 1, max: 90 }) }),
);
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;
type Bought = typeof anyBought extends fc.Arbitrary<infer Value> ? Value : never;

let baskets = 0;
let joan = "";
beforeAll(async () => {
  joan = (await colleague("super_admin")).id;
  code("TENTH");
});
afterEach(() => sandbox.control.setSwitches({ fault: null }));

async function buy({ kind, quantities, hasDiscount, card }: Bought): Promise<Order> {
  const buyer = person("Ada");
  if (kind !== "copies") {
    const discountCode = hasDiscount ? "TENTH" : null;
    return await paidFor(ordered(buyer, { discountCode, ...(kind === "gift" && { gift: NOBODY }) }), card);
  }
  baskets += 1;
  const items = quantities.map((quantity) => {
    return { itemId: itemIdOf(loopOf(buyer.id, { status: "DELIVERED" }).id, "luxury"), quantity };
  });
  const { id: accountId, email, firstName, lastName, isTest } = buyer;
  const who = { email, firstName, lastName, isTest };
  const placed = placeCopiesOrder(
    { accountId, basketKey: `any-${baskets}`, address: ADDRESS, items, buyer: who },
    clock.now,
  );
  if (!placed.ok) throw new Error(placed.reason);
  return await paidFor(placed.order, card);
}

async function doAct(order: Order, act: Act, staffId: string): Promise<void> {
  switch (act.act) {
    case "refund": {
      const taken = linesOf(order.id).flatMap(({ id }, place) => {
        const quantity = act.quantities[place] ?? 0;
        return quantity > 0 ? [{ lineId: id, quantity }] : [];
      });
      const given = giveRefund({ ...act, orderId: order.id, taken, reason: WHY }, staffId, clock.now);
      if (given.ok && "refundId" in given) await sendRefund(given.refundId, clock.now);
      return;
    }
    case "refundRest": {
      const amountPence = order.totalPence - promisedOf(order.id) + act.beyondPence;
      const request = {
        orderId: order.id,
        amountPence,
        reason: WHY,
        staffId,
        evenIfUsed: true,
        voucher: "keep",
      } as const;
      const asked = write((tx) => askRefund(tx, request, clock.now));
      // The provider refuses what is too much, so that is looked for before it is sent.
      expectMoneyToAddUp(order.id);
      if (asked.ok) await sendRefund(asked.refundId, clock.now);
      return;
    }
    case "approve": {
      const waiting = refundRequestsOf(order.id).find(({ request }) => request.state === "waiting");
      if (waiting) approveRefund(waiting.request.id, joan, clock.now);
      return;
    }
    case "cancel":
      await cancelAsShown(order.accountId ?? "", order.id);
      return;
    case "use": {
      const voucherId = voucherOf(order.id)?.id;
      if (voucherId) redeemVoucher({ accountId: person("Maya").id, voucherId, ...LOOP }, clock.now);
      else if (order.kind === "loop") beginLoop(order.accountId ?? "", LOOP.deliveryDay, clock.now);
      else db.update(shipments).set({ state: "printing" }).where(eq(shipments.orderId, order.id)).run();
      return;
    }
    case "dashboard":
      // A fault that waits is the dashboard's too.
      await refundElsewhere(order.id, act.pence).catch(() => null);
      return;
    case "fault":
      sandbox.control.setSwitches({ fault: { kind: act.kind, calls: act.calls } });
      return;
    case "webhooks":
      await deliverWebhooks();
      return;
    case "wait":
      clock.advance(act.minutes);
      await sendWaitingRefunds(clock.now);
  }
}

const sumOf = (all: readonly { amountPence: number }[]) => all.reduce((sum, { amountPence }) => sum + amountPence, 0);

function expectMoneyToAddUp(orderId: string): void {
  expect(brokenInvariants()).toEqual([]);
  const order = orderById(orderId);
  const asked = db.select().from(refunds).where(eq(refunds.orderId, orderId)).all();
  const [paid, kept] = [order?.totalPence ?? 0, sumOf(ledgerOf(orderId))];
  expect(kept + (order?.refundedPence ?? 0)).toBe(paid);
  expect(sumOf(asked.filter(({ status }) => status === "succeeded"))).toBe(order?.refundedPence);
  expect(sumOf(asked.filter(({ status }) => status !== "failed"))).toBeLessThanOrEqual(paid);
}

/** What the provider has sent back, and not taken back since. */
async function refundedAtProvider(orderId: string): Promise<number> {
  const found = await provider.readRefunds(intentOf(orderId) ?? "");
  if (!found.ok) throw new Error("The provider does not respond.");
  return sumOf(found.refunds.filter(({ status }) => status === "succeeded"));
}

it("whatever is refunded of an order, in any order and by anybody, adds up to what was paid for it", async () => {
  await fc.assert(
    fc.asyncProperty(
      anyBought,
      fc.array(anyAct, { minLength: 1, maxLength: 12, size: "max" }),
      async (bought, acts) => {
        const order = await buy(bought);
        const staffId = (await colleague("support")).id;
        for (const act of acts) {
          await doAct(order, act, staffId);
          expectMoneyToAddUp(order.id);
        }
        // Once the provider responds, both sides agree.
        sandbox.control.setSwitches({ fault: null });
        for (const minutes of [60, 60]) {
          clock.advance(minutes);
          await sendWaitingRefunds(clock.now);
          await deliverWebhooks();
        }
        expectMoneyToAddUp(order.id);
        expect(await refundedAtProvider(order.id)).toBe(orderById(order.id)?.refundedPence);
      },
    ),
    cases(400, 12),
  );
});
