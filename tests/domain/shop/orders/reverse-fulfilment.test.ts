import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import { loopCredits, orderLines, shipments, type vouchers } from "#db/schema";
import {
  areCopiesBegun,
  endYear,
  refundableLines,
  reverseFulfilment,
  takeBackAll,
  takeBackPart,
} from "~/domain/shop/orders/reverse-fulfilment.server";
import { later, loopOf, NOW, person } from "../../../support/people";
import { voucher, voucherRow } from "../../../support/vouchers";
import { creditRow, lineRow, orderRow, refundRow, shipmentRow } from "./order-rows";

const OK = { ok: true };
const USED = { ok: false, reason: "used" };

const creditOf = (id: string) => db.select().from(loopCredits).where(eq(loopCredits.id, id)).get();
const shipmentsOf = (orderId: string) => db.select().from(shipments).where(eq(shipments.orderId, orderId)).all();
const withdrawnOf = (id: string) => db.select().from(orderLines).where(eq(orderLines.id, id)).get()?.withdrawnQuantity;

describe("the loop of an order", () => {
  const loopOrder = (credit: Partial<typeof loopCredits.$inferInsert> = {}) => {
    const order = orderRow(person("Ada"));
    return { order, credit: creditRow({ orderId: order.id, ...credit }) };
  };

  it("is taken back where nobody has begun it, and that of another order stays", () => {
    const [one, other] = [loopOrder(), loopOrder()];
    expect(write((tx) => reverseFulfilment(tx, one.order, NOW))).toBe(true);
    expect([creditOf(one.credit.id)?.cancelledAt, creditOf(other.credit.id)?.cancelledAt]).toEqual([NOW, null]);
    expect(write((tx) => reverseFulfilment(tx, one.order, later(60)))).toBe(true);
    expect(creditOf(one.credit.id)?.cancelledAt).toEqual(NOW);
  });

  it("is not taken back once its year has begun, unless that year was ended", () => {
    const { order, credit } = loopOrder({ spentAt: NOW, loopId: loopOf(person("Ada").id).id });
    const other = loopOrder({ spentAt: NOW, loopId: loopOf(person("Ben").id).id });
    expect(write((tx) => reverseFulfilment(tx, order, NOW))).toBe(false);
    expect(creditOf(credit.id)?.cancelledAt).toBeNull();
    write((tx) => endYear(tx, credit.loopId ?? "", NOW));
    write((tx) => endYear(tx, credit.loopId ?? "", later(60)));
    expect([creditOf(credit.id)?.cancelledAt, creditOf(other.credit.id)?.cancelledAt]).toEqual([NOW, null]);
    expect(write((tx) => reverseFulfilment(tx, order, later(60)))).toBe(true);
  });
});

describe("a part of the price of a loop", () => {
  const part = (order: ReturnType<typeof orderRow>, more: object) =>
    write((tx) => takeBackPart(tx, order, { taken: [], voucher: null, evenIfUsed: false, ...more }, NOW));
  const line = { taken: [{ lineId: "its line", quantity: 1 }] };

  it("leaves the loop where it is goodwill, and takes it with its line", () => {
    const order = orderRow(person("Ada"));
    const credit = creditRow({ orderId: order.id });
    expect([part(order, {}), creditOf(credit.id)?.cancelledAt]).toEqual([OK, null]);
    expect([part(order, line), creditOf(credit.id)?.cancelledAt]).toEqual([OK, NOW]);
  });

  it("is not given for a loop that was begun, unless it is goodwill or staff insist", () => {
    const order = orderRow(person("Ada"));
    creditRow({ orderId: order.id, spentAt: NOW });
    const insisted = { ...line, evenIfUsed: true };
    expect([part(order, {}), part(order, line), part(order, insisted)]).toEqual([OK, USED, OK]);
  });
});

describe("the voucher of an order", () => {
  const giftOrder = (change: Partial<typeof vouchers.$inferInsert> = {}) => {
    const order = orderRow(person("Jean"), { kind: "gift" });
    return { order, voucherId: voucher({ orderId: order.id }, change).voucherId };
  };
  const part = (more = {}) => ({ taken: [], voucher: null, evenIfUsed: false, ...more });

  it.each(["ACTIVE", "SUSPENDED", "EXPIRED", "CANCELLED"] as const)("that is %s stops working", (status) => {
    const [{ order, voucherId }, other] = [giftOrder({ status }), giftOrder()];
    expect(write((tx) => reverseFulfilment(tx, order, NOW))).toBe(true);
    expect([voucherRow(voucherId).status, voucherRow(other.voucherId).status]).toEqual(["CANCELLED", "ACTIVE"]);
  });

  it("that is redeemed stays so, and is taken back once the year that it began is cancelled", () => {
    const [{ order, voucherId }, other] = [giftOrder({ status: "REDEEMED" }), giftOrder({ status: "REDEEMED" })];
    creditRow({ voucherId: other.voucherId, spentAt: NOW, cancelledAt: NOW });
    const credit = creditRow({ voucherId, spentAt: NOW });
    expect(write((tx) => reverseFulfilment(tx, order, NOW))).toBe(false);
    db.update(loopCredits).set({ cancelledAt: NOW }).where(eq(loopCredits.id, credit.id)).run();
    expect(write((tx) => reverseFulfilment(tx, order, NOW))).toBe(true);
    expect(voucherRow(voucherId).status).toBe("REDEEMED");
  });

  it.each([
    ["kept, though another's is cancelled", "ACTIVE", part({ voucher: "keep" }), OK, "ACTIVE"],
    ["cancelled", "ACTIVE", part({ voucher: "cancel" }), OK, "CANCELLED"],
    ["cancelled with its line", "ACTIVE", part({ taken: [{ lineId: "it", quantity: 1 }] }), OK, "CANCELLED"],
    ["asked about first", "ACTIVE", part(), { ok: false, reason: "voucher_undecided" }, "ACTIVE"],
    ["not asked about once it is cancelled", "CANCELLED", part(), OK, "CANCELLED"],
    ["not asked about once it is redeemed", "REDEEMED", part(), OK, "REDEEMED"],
    ["not cancelled once it is redeemed", "REDEEMED", part({ voucher: "cancel" }), USED, "REDEEMED"],
    ["refunded all the same", "REDEEMED", part({ voucher: "cancel", evenIfUsed: true }), OK, "REDEEMED"],
  ] as const)("of which a part is refunded is %s", (_, status, chosen, result, after) => {
    giftOrder({ status: "CANCELLED" });
    const { order, voucherId } = giftOrder({ status });
    expect(write((tx) => takeBackPart(tx, order, chosen, NOW))).toEqual(result);
    expect(voucherRow(voucherId).status).toBe(after);
  });
});

describe("the copies of an order", () => {
  type Shipment = Parameters<typeof shipmentRow>[0];

  /** Two lines of one book and one of another, each book in a shipment. */
  function copiesOrder({ first = {}, second = {} }: { first?: Shipment; second?: Shipment } = {}) {
    const ada = person("Ada");
    const order = orderRow(ada, { kind: "book_copies" });
    const [one, two] = [loopOf(ada.id).id, loopOf(ada.id).id];
    const lines = [one, one, two].map((loopId) => lineRow(order.id, { loopId, quantity: 2 }));
    const files = { filesState: "ready" } as const;
    shipmentRow({ orderId: order.id, loopId: one, ...files, ...first });
    shipmentRow({ orderId: order.id, loopId: two, ...files, ...second });
    const [luxury, standard, other] = lines.map(({ id }) => id);
    return { order, one, two, luxury: luxury ?? "", standard: standard ?? "", other: other ?? "" };
  }
  const take = (lineId: string, quantity: number, evenIfUsed = false) => ({
    ...{ taken: [{ lineId, quantity }], voucher: null, evenIfUsed },
  });
  const statesOf = (orderId: string) => shipmentsOf(orderId).map(({ loopId, filesState }) => [loopId, filesState]);

  it("are not printed any more, and those of another order are", () => {
    const [{ order }, other] = [copiesOrder(), copiesOrder()];
    expect(write((tx) => takeBackAll(tx, order, false, NOW))).toEqual(OK);
    expect([shipmentsOf(order.id).length, shipmentsOf(other.order.id).length]).toEqual([0, 2]);
  });

  it("are all printed once the printer has begun on one of them, unless staff insist: then those that wait are not", () => {
    const { order, one } = copiesOrder({ first: { state: "printing" } });
    const waiting = copiesOrder();
    expect(write((tx) => takeBackAll(tx, order, false, NOW))).toEqual(USED);
    expect(shipmentsOf(order.id)).toHaveLength(2);
    expect([areCopiesBegun(order.id), areCopiesBegun(waiting.order.id)]).toEqual([true, false]);
    expect(write((tx) => takeBackAll(tx, order, true, NOW))).toEqual(OK);
    expect(shipmentsOf(order.id).map(({ loopId }) => loopId)).toEqual([one]);
    expect(shipmentsOf(waiting.order.id)).toHaveLength(2);
  });

  it("of one line are taken out, so that the files of its book are made again, and those of no other", () => {
    const { order, one, two, luxury, standard, other } = copiesOrder();
    const elsewhere = copiesOrder();
    const ownBook = shipmentRow({ loopId: one, filesState: "ready" });
    expect(write((tx) => takeBackPart(tx, order, take(luxury, 2), NOW))).toEqual(OK);
    expect([luxury, standard, other].map(withdrawnOf)).toEqual([2, 0, 0]);
    expect(statesOf(order.id)).toEqual([
      [one, "none"],
      [two, "ready"],
    ]);
    expect(statesOf(elsewhere.order.id).map(([, state]) => state)).toEqual(["ready", "ready"]);
    const own = db.select().from(shipments).where(eq(shipments.id, ownBook.id)).get();
    expect(own?.filesState).toBe("ready");
  });

  it("end with the last of a book, and only its shipment", () => {
    const { order, one, other } = copiesOrder();
    expect(write((tx) => takeBackPart(tx, order, take(other, 2), NOW))).toEqual(OK);
    expect(statesOf(order.id)).toEqual([[one, "ready"]]);
  });

  it("of a book at the printer are not taken out, and stay where staff insist; those of another book can be", () => {
    const { order, luxury, other } = copiesOrder({ first: { state: "shipped" } });
    expect(write((tx) => takeBackPart(tx, order, take(luxury, 1), NOW))).toEqual(USED);
    expect(write((tx) => takeBackPart(tx, order, take(luxury, 1, true), NOW))).toEqual(OK);
    expect(withdrawnOf(luxury)).toBe(0);
    expect(write((tx) => takeBackPart(tx, order, take(other, 1), NOW))).toEqual(OK);
    expect(withdrawnOf(other)).toBe(1);
  });

  it("are left less what refunds of this order took back, of which failed ones took nothing", () => {
    const { order, luxury, standard, other } = copiesOrder();
    const { order: second, luxury: luxuryThere } = copiesOrder();
    refundRow(order.id, { taken: [{ lineId: luxury, quantity: 1 }] });
    refundRow(order.id, { status: "succeeded", taken: [{ lineId: standard, quantity: 2 }] });
    refundRow(order.id, { status: "failed", taken: [{ lineId: other, quantity: 2 }] });
    refundRow(second.id, { taken: [{ lineId: other, quantity: 1 }] });
    const left = refundableLines(order.id);
    expect(left.map(({ id, returned }) => [id, returned]).sort()).toEqual(
      [
        [luxury, 1],
        [standard, 2],
        [other, 0],
      ].sort(),
    );
    expect(left.map(({ id }) => id)).not.toContain(luxuryThere);
  });
});
