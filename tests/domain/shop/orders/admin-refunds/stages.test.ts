import { describe, expect, it } from "vitest";
import { quoteRefund, refundChoices } from "~/domain/shop/orders/admin-refunds.server";
import { loopOf, NOW, person } from "../../../../support/people";
import { voucher } from "../../../../support/vouchers";
import { colleague } from "../../../people/staff/colleagues";
import { creditRow, disputeRow, lineRow, orderRow, refundRow, shipmentRow } from "../order-rows";

type Order = ReturnType<typeof orderRow>;

const stagesOf = ({ id }: Order) => refundChoices(id)?.lines.map(({ stage }) => stage);

describe("how far what a line bought has come", () => {
  it.each([
    ["waits", null, [], "unused"],
    ["was begun", "ACTIVE", [], "begun"],
    ["is to be printed", "COMPLETED", ["waiting"], "to_print"],
    ["is finished, and not in the queue", "COMPLETED", [], "unused"],
    ["is at the printer", "PRINTING", ["waiting", "printing"], "printing"],
    ["was sent", "SHIPPED", ["printing", "shipped"], "sent"],
    ["has arrived", "DELIVERED", ["delivered"], "sent"],
  ] as const)("a loop that %s", (_, status, states, stage) => {
    const [ada, ben] = [person("Ada"), person("Ben")];
    const other = orderRow(ben);
    creditRow({ orderId: other.id, loopId: loopOf(ben.id, { status: stage === "begun" ? "COMPLETED" : "ACTIVE" }).id });
    const order = orderRow(ada);
    lineRow(order.id);
    const loopId = status && loopOf(ada.id, { status }).id;
    creditRow({ orderId: order.id, loopId });
    shipmentRow({ loopId: loopOf(ben.id).id, state: "shipped" });
    if (loopId) {
      for (const [place, state] of states.entries()) shipmentRow({ loopId, state, reprintOf: place ? "first" : null });
      shipmentRow({ loopId, orderId: orderRow(ada, { kind: "book_copies" }).id, state: "delivered" });
    }
    expect(stagesOf(order)).toEqual([stage]);
  });

  it.each([
    ["ACTIVE", "unused", "open"],
    ["SUSPENDED", "unused", "open"],
    ["EXPIRED", "unused", "open"],
    ["CANCELLED", "unused", "none"],
    ["REDEEMED", "begun", "none"],
  ] as const)("a gift whose voucher is %s", (status, stage, isOpen) => {
    const [other, order] = [orderRow(person("Eve"), { kind: "gift" }), orderRow(person("Jean"), { kind: "gift" })];
    voucher({ orderId: other.id }, { status: status === "REDEEMED" ? "ACTIVE" : "REDEEMED", lastFour: "ELSE" });
    voucher({ orderId: order.id }, { status, lastFour: "LAST" });
    lineRow(order.id);
    expect(stagesOf(order)).toEqual([stage]);
    expect(refundChoices(order.id)?.openVoucher).toBe(isOpen === "open" ? "LAST" : null);
  });

  it("copies, each by the shipments of its own book and order", () => {
    const ada = person("Ada");
    const [order, other] = [orderRow(ada, { kind: "book_copies" }), orderRow(ada, { kind: "book_copies" })];
    const [one, two, three] = [loopOf(ada.id).id, loopOf(ada.id).id, loopOf(ada.id).id];
    for (const loopId of [one, two, three]) lineRow(order.id, { loopId });
    shipmentRow({ orderId: order.id, loopId: one });
    shipmentRow({ orderId: order.id, loopId: two, state: "printing" });
    shipmentRow({ orderId: other.id, loopId: three, state: "shipped" });
    expect(stagesOf(order)?.sort()).toEqual(["printing", "to_print", "unused"]);
  });

  it("a line of which nothing is left is taken back", () => {
    const order = orderRow(person("Ada"));
    const { id: lineId } = lineRow(order.id);
    refundRow(order.id, { taken: [{ lineId, quantity: 1 }] });
    expect(refundChoices(order.id)).toMatchObject({ lines: [{ left: 0, stage: "taken_back" }], leftPence: 6899 });
    expect(refundChoices("nowhere")).toBeUndefined();
  });
});

describe("a refund that staff are about to give", () => {
  const NOTHING = { taken: [], goodwillPence: 0, voucher: null, evenIfUsed: false };

  function quote(given: Partial<Parameters<typeof quoteRefund>[0]> = {}, change: Parameters<typeof orderRow>[1] = {}) {
    const order = orderRow(person("Ada"), change);
    const { id } = lineRow(order.id, { quantity: 2, unitPence: 3500 });
    const taken = given.taken ? [{ lineId: id, quantity: 1 }] : [];
    return { order, result: quoteRefund({ ...NOTHING, orderId: order.id, ...given, taken }, staffId, NOW) };
  }
  let staffId = "";

  it.each([
    ["a line alone", { taken: [{ lineId: "", quantity: 1 }] }, {}, { ok: true, amountPence: 3500, isWhole: false }],
    ["all that is left", { goodwillPence: 6999 }, {}, { ok: true, amountPence: 6999, isWhole: true }],
    ["a penny", { goodwillPence: 1 }, {}, { ok: true, amountPence: 1 }],
    ["nothing", {}, {}, { ok: false, reason: "not_a_sum" }],
    ["a penny too much", { goodwillPence: 7000 }, {}, { ok: false, reason: "too_much" }],
    [
      "less than nothing beside a line",
      { taken: [{ lineId: "", quantity: 1 }], goodwillPence: -1 },
      {},
      { ok: false, reason: "not_a_sum" },
    ],
    ["half a penny", { goodwillPence: 0.5 }, {}, { ok: false, reason: "not_a_sum" }],
    ["what was never paid", { goodwillPence: 1 }, { paidAt: null }, { ok: false, reason: "not_paid" }],
    [
      "£250 alone",
      { goodwillPence: 25000 },
      { subtotalPence: 30000, totalPence: 30000 },
      { ok: true, isForTwo: false },
    ],
    [
      "more with another person",
      { goodwillPence: 25001 },
      { subtotalPence: 30000, totalPence: 30000 },
      { ok: true, isForTwo: true },
    ],
  ] as const)("of %s", async (_, given, change, result) => {
    staffId = (await colleague("super_admin")).id;
    expect(quote(given, change).result).toMatchObject(result);
  });

  it("is refused of an order that is not there, that a bank decides about, and of lines that are not left", () => {
    expect(quoteRefund({ ...NOTHING, orderId: "nowhere" }, staffId, NOW)).toEqual({
      ok: false,
      reason: "unknown_order",
    });
    const { order } = quote();
    const elsewhere = { ...NOTHING, orderId: order.id, taken: [{ lineId: "elsewhere", quantity: 1 }] };
    expect(quoteRefund(elsewhere, staffId, NOW)).toEqual({ ok: false, reason: "too_many" });
    disputeRow(order.id);
    expect(quoteRefund({ ...NOTHING, orderId: order.id, goodwillPence: 1 }, staffId, NOW)).toEqual({
      ok: false,
      reason: "disputed",
    });
  });
});
