import "../../../support/payment-sandbox";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { entries, loopCredits, loops } from "#db/schema";
import { newestPaidOrderOf, paidOrdersOf } from "~/domain/shop/orders/history.server";
import { redeemVoucher } from "~/domain/shop/vouchers/redemption.server";
import { clock } from "../../../support/payment-sandbox";
import { later, loopOf, NOW, person } from "../../../support/people";
import { plansOf } from "../../../support/query-plans";
import { bought, voucherOf } from "../../../support/shop";
import { lineRow, orderRow, shipmentRow } from "./order-rows";

const NOBODY = { recipientName: "", recipientEmail: "", giftMessage: "", sendOnDay: "" };

/** A gift whose recipient has started a year, with a title, a week and a shipment on its way. */
async function startedGift() {
  const [giver, reader] = [person("Jean"), person("Maya")];
  const order = await bought(giver, { gift: NOBODY });
  const wanted = { theme: "pet", type: "puppys-first-year", deliveryDay: "2027-12-20" };
  const voucherId = voucherOf(order.id)?.id ?? "";
  const begun = redeemVoucher({ accountId: reader.id, voucherId, ...wanted }, clock.now);
  if (!begun.ok) throw new Error(begun.reason);
  const { id } = begun.loop;
  const sent = { status: "SHIPPED", carrier: "Royal Mail", trackingNumber: "AB123456789GB" } as const;
  db.update(loops)
    .set({ title: "Biscuit, and what we never told Mum", ...sent })
    .where(eq(loops.id, id))
    .run();
  db.insert(entries)
    .values({
      loopId: id,
      week: 1,
      prompt: "What happened?",
      content: "The kettle sang.",
      createdAt: clock.now,
      updatedAt: clock.now,
    })
    .run();
  return { giver, reader, loopId: id };
}

describe("a giver", () => {
  it("sees nothing of the year while its owner does not show it", async () => {
    const { giver } = await startedGift();
    expect(paidOrdersOf(giver.id)).toMatchObject([{ loop: null, entriesCount: 0 }]);
  });

  it("sees how many weeks are written once the owner shows it, and never the title, the words or the shipment", async () => {
    const { giver, reader, loopId } = await startedGift();
    db.update(loops).set({ giverSeesProgress: true }).where(eq(loops.id, loopId)).run();
    const seen = paidOrdersOf(giver.id);
    expect(seen).toMatchObject([{ loop: { isOwn: false, title: null }, entriesCount: 1 }]);
    for (const secret of ["Biscuit", "kettle", "AB123456789GB", reader.email])
      expect(JSON.stringify(seen)).not.toContain(secret);
  });
});

/** A paid order of somebody's, the year it became, some finished weeks, and the day its book was promised for. */
function begunOrder(buyer: ReturnType<typeof person>, { weeks = 0, expectedDay = "2027-12-01", paidAt = NOW } = {}) {
  const order = orderRow(buyer, { paidAt });
  const { id: loopId } = loopOf(buyer.id);
  const credit = { accountId: buyer.id, theme: "pet", type: "puppys-first-year", createdAt: NOW, spentAt: NOW };
  db.insert(loopCredits)
    .values({ ...credit, orderId: order.id, loopId })
    .run();
  for (let week = 1; week <= weeks; week += 1)
    db.insert(entries)
      .values({ loopId, week, prompt: "What?", content: "This.", createdAt: NOW, updatedAt: NOW })
      .run();
  lineRow(order.id, { name: `Line of ${order.number}` });
  shipmentRow({ loopId, expectedDay });
  return { order, loopId };
}

describe("a buyer", () => {
  it("sees each of their orders with the year it became, its finished weeks and its book, and nobody else's", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    begunOrder(ben, { weeks: 3, expectedDay: "2028-03-03" });
    const first = begunOrder(ada, { weeks: 1, expectedDay: "2028-01-01" });
    const second = begunOrder(ada, { weeks: 2, expectedDay: "2028-02-02", paidAt: later(1) });
    begunOrder(ben, { weeks: 4, expectedDay: "2028-04-04" });
    const { id: first1 } = shipmentRow({ orderId: first.order.id, loopId: first.loopId, expectedDay: "2029-01-01" });
    const copies = { orderId: second.order.id, loopId: second.loopId, expectedDay: "2029-03-03" };
    const { id: second1 } = shipmentRow(copies);
    const own = shipmentRow({ loopId: second.loopId, expectedDay: "2029-02-02", reprintOf: "an-earlier-one" });
    expect(own.orderId).toBeNull();
    orderRow(ada, { paidAt: null, status: "PENDING" });
    db.update(entries).set({ openAgainAt: NOW }).where(eq(entries.loopId, first.loopId)).run();
    const seen = paidOrdersOf(ada.id);
    expect(
      seen.map(({ order, loop, entriesCount, expectedDay }) => [order.id, loop?.id, entriesCount, expectedDay]),
    ).toEqual([
      [second.order.id, second.loopId, 2, "2028-02-02"],
      [first.order.id, first.loopId, 0, "2028-01-01"],
    ]);
    expect(seen.map(({ lines }) => lines.map(({ name }) => name))).toEqual([
      [`Line of ${second.order.number}`],
      [`Line of ${first.order.number}`],
    ]);
    expect(seen.map(({ shipments }) => shipments.map(({ id }) => id))).toEqual([[second1], [first1]]);
  });

  it("does not see a year that was cancelled", () => {
    const ada = person("Ada");
    const { loopId } = begunOrder(ada);
    db.update(loopCredits).set({ cancelledAt: NOW }).where(eq(loopCredits.loopId, loopId)).run();
    expect(paidOrdersOf(ada.id)).toMatchObject([{ loop: null, entriesCount: 0 }]);
  });

  it("has their own rows read and no others, however many orders there are", () => {
    const plans = plansOf(() => paidOrdersOf(person("Ada").id));
    expect(plans.filter((plan) => /^SCAN (orders|order_lines|shipments)\b/.test(plan))).toEqual([]);
  });

  it("has one newest paid order of a loop: not of copies, not one in the basket, not another's", () => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    orderRow(ada);
    const newest = orderRow(ada, { createdAt: later(1) });
    orderRow(ada, { createdAt: later(2), kind: "book_copies" });
    orderRow(ada, { createdAt: later(3), paidAt: null, status: "PENDING" });
    orderRow(ben, { createdAt: later(4) });
    expect(newestPaidOrderOf(ada.id)?.id).toBe(newest.id);
  });
});
