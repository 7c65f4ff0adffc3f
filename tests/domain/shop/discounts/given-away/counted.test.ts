import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db, write } from "#db/client.server";
import {
  type BatchTerms,
  discountRequests,
  discounts,
  refundRequests,
  refunds,
  reprintRequests,
  shipments,
  vouchers,
} from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import {
  approvalExcess,
  excessOfRestoring,
  givenAwayPence,
  reviving,
} from "~/domain/shop/discounts/approval-limits.server";
import { givenSince } from "~/domain/shop/discounts/given-away.server";
import { orderRow } from "../../../../support/orders";
import { loopOf, NOW, person } from "../../../../support/people";
import { partnerOrder, voucher } from "../../../../support/vouchers";
import { colleague } from "../../../people/staff/colleagues";

const LOOP_PENCE = 7000;
const DAY_MS = 86_400_000;
/** From here on it counts: a moment later than a day ago. */
const SINCE = new Date(NOW.getTime() - DAY_MS);
const COUNTS = new Date(SINCE.getTime() + 1);
const { id: joan } = await colleague("super_admin");

let people = 0;
/** Somebody of the staff who has given nothing yet. */
function nobodyBefore() {
  people += 1;
  return `staff-${people}`;
}
/** What this person has given: each with its recipient and its pence. */
const givenBy = (by: string) =>
  givenSince(db, SINCE, LOOP_PENCE)
    .filter(({ staffId }) => staffId === by)
    .map(({ recipientEmail, costPence }) => [recipientEmail, costPence]);

function audit(by: string, event: { action: string; type: string; id: string; after?: unknown; at?: Date }) {
  const { action, type, id, after, at = COUNTS } = event;
  write((tx) => recordAuditEvent(tx, { staffId: by, action, object: { type, id }, after, now: at }));
}

describe("what one person has given in the last 24 hours", () => {
  it("is each voucher of their batches that is not held, for trying out, or cancelled unseen", () => {
    const by = nobodyBefore();
    const zoe = { recipientEmail: "zoe@example.org", createdAt: COUNTS };
    partnerOrder(by, [
      zoe,
      { createdAt: COUNTS },
      { createdAt: SINCE },
      { ...zoe, isTest: true },
      { ...zoe, status: "SUSPENDED" },
      { ...zoe, status: "CANCELLED" },
      { ...zoe, status: "CANCELLED", sentAt: NOW },
      { ...zoe, status: "REDEEMED", redeemedAt: NOW },
    ]);
    partnerOrder(by, [zoe], { approvedByStaffId: joan, approvedAt: NOW });
    expect(givenBy(by)).toEqual([
      [null, LOOP_PENCE],
      ["zoe@example.org", 3 * LOOP_PENCE],
    ]);
  });

  it.each([
    ["its card was taken", { action: "vouchers.reveal", type: "voucher" }, true],
    ["something else was done with it", { action: "vouchers.cancel", type: "voucher" }, false],
    ["the card of another was taken", { action: "vouchers.reveal", type: "voucher", id: "another" }, false],
    ["something else with its id was seen", { action: "vouchers.reveal", type: "order" }, false],
    ["the codes of its batch were opened", { action: "vouchers.open_seal", type: "voucher_batch" }, true],
    ["something else was done with its batch", { action: "vouchers.generate", type: "voucher_batch" }, false],
    ["another batch was opened", { action: "vouchers.open_seal", type: "voucher_batch", id: "another" }, false],
    ["something else with its batch’s id was opened", { action: "vouchers.open_seal", type: "order" }, false],
  ])("counts a cancelled voucher where somebody may hold its code: %s", (_, event, counts) => {
    const by = nobodyBefore();
    const batchId = partnerOrder(by, []);
    const { voucherId } = voucher({}, { batchId, status: "CANCELLED", createdAt: COUNTS });
    const ids = {
      voucher: voucherId,
      voucher_batch: batchId,
      order: event.action.endsWith("reveal") ? voucherId : batchId,
    };
    audit(by, { id: ids[event.type as keyof typeof ids], ...event });
    expect(givenBy(by)).toEqual(counts ? [[null, LOOP_PENCE]] : []);
  });

  it("is each voucher that is still to be made of a large batch", () => {
    const by = nobodyBefore();
    const terms: BatchTerms = {
      ...{ currency: "GBP" as const, isTest: false, from: "2026-11-20", until: "2027-11-20" },
      ...{ recipientName: "", giftMessage: "" },
    };
    const making = { count: 150, state: "making", createdAt: COUNTS, terms } as const;
    partnerOrder(by, [{ createdAt: COUNTS }, { createdAt: COUNTS }], making);
    partnerOrder(by, [], { ...making, createdAt: SINCE });
    partnerOrder(by, [], { ...making, state: "waiting" });
    partnerOrder(by, [], { ...making, terms: { ...terms, isTest: true } });
    partnerOrder(by, [], { ...making, approvedByStaffId: joan });
    expect(givenBy(by)).toEqual([
      [null, 2 * LOOP_PENCE],
      [null, 148 * LOOP_PENCE],
    ]);
  });

  it("is each voucher that they made valid again, for its recipient, or for nobody in particular of a batch", () => {
    const by = nobodyBefore();
    const { voucherId } = voucher({}, { recipientEmail: "zoe@example.org" });
    const extended = { action: "vouchers.extend", type: "voucher", id: voucherId, after: { revived: 1 } };
    audit(by, extended);
    audit(by, { ...extended, at: SINCE });
    audit(by, { ...extended, id: voucher({}, { recipientEmail: "tim@example.org" }).voucherId, after: {} });
    audit(by, { ...extended, action: "vouchers.undo" });
    audit(by, { ...extended, type: "voucher_batch", after: { revived: 3 } });
    expect(givenBy(by)).toEqual([
      [null, 3 * LOOP_PENCE],
      ["zoe@example.org", LOOP_PENCE],
    ]);
  });

  it("is each voucher that they redeemed for a customer it was not for", () => {
    const by = nobodyBefore();
    const zoe = person("Zoe");
    const redeemed = { action: "vouchers.redeem", type: "voucher", id: "v", after: { isGiven: 1, accountId: zoe.id } };
    audit(by, redeemed);
    audit(by, { ...redeemed, at: SINCE });
    audit(by, { ...redeemed, after: { isGiven: 0, accountId: zoe.id } });
    audit(by, { ...redeemed, action: "vouchers.undo" });
    expect(givenBy(by)).toEqual([[zoe.email, LOOP_PENCE]]);
  });

  it("is each refund that they asked for alone and that has not failed", () => {
    const by = nobodyBefore();
    const order = orderRow({ email: "zoe@example.org", totalPence: 90_000, subtotalPence: 90_000 });
    const refunded = (amountPence: number, change: Partial<typeof refunds.$inferInsert> = {}) =>
      db
        .insert(refunds)
        .values({
          ...{ orderId: order.id, amountPence, reason: "-", requestedByStaffId: by },
          ...{ createdAt: COUNTS, updatedAt: COUNTS, ...change },
        })
        .returning()
        .get().id;
    refunded(1);
    refunded(2, { status: "succeeded" });
    refunded(4, { status: "failed" });
    refunded(8, { createdAt: SINCE });
    refunded(16, { requestedByStaffId: null });
    const refundId = refunded(32);
    db.insert(refundRequests)
      .values({
        ...{ orderId: order.id, amountPence: 32, reason: "-", evenIfUsed: false, state: "approved", refundId },
        ...{ requestedByStaffId: by, decidedByStaffId: joan, createdAt: COUNTS },
      })
      .run();
    expect([givenBy(by), givenBy("")]).toEqual([[["zoe@example.org", 3]], []]);
  });

  it("is each reprint that they queued alone, for the reader of the book", () => {
    const by = nobodyBefore();
    const zoe = person("Zoe");
    const { id: loopId } = loopOf(zoe.id);
    const times = { createdAt: COUNTS, updatedAt: COUNTS };
    const reprinted = (reprintCostPence: number, change: Partial<typeof shipments.$inferInsert> = {}) =>
      db
        .insert(shipments)
        .values({
          loopId,
          reprintOf: `of ${reprintCostPence}`,
          state: "delivered",
          reprintStaffId: by,
          reprintCostPence,
          ...times,
          ...change,
        })
        .returning()
        .get().id;
    reprinted(1);
    reprinted(2, { createdAt: SINCE });
    reprinted(4, { reprintStaffId: null });
    reprinted(16, { reprintOf: null });
    const reprintId = reprinted(8);
    const request = { shipmentId: reprintId, printing: 2, costPence: 8, cause: "lost", payer: "us", reason: "-" };
    db.insert(reprintRequests)
      .values({ ...request, reprintId, state: "approved", requestedByStaffId: by, decidedByStaffId: joan, ...times })
      .run();
    expect([givenBy(by), givenBy("")]).toEqual([[[zoe.email, 1]], []]);
  });

  it("is what their codes can cost, or have cost once they are off, unless two decided", () => {
    const by = nobodyBefore();
    let codes = 0;
    const made = (
      change: Partial<typeof discounts.$inferInsert> = {},
      event: Partial<Parameters<typeof audit>[1]> = {},
    ) => {
      codes += 1;
      const terms = {
        type: "FIXED_AMOUNT",
        value: 10 ** codes / 10,
        maxUses: 2,
        createdAt: NOW,
        updatedAt: NOW,
      } as const;
      const { id } = db
        .insert(discounts)
        .values({ code: `GIVEN-${codes}`, ...terms, ...change })
        .returning()
        .get();
      audit(by, { action: "discounts.create", type: "discount", id, after: {}, ...event });
      return id;
    };
    const ids = [
      made(),
      made({ isActive: false, usedCount: 1 }),
      made({}, { at: SINCE }),
      made({}, { type: "order" }),
      made({}, { action: "discounts.last_day" }),
      made({}, { action: "discounts.switch", after: { isActive: false } }),
      made({ value: 500 }),
    ];
    const request = { requestedByStaffId: by, createdAt: NOW };
    db.insert(discountRequests)
      .values({ discountId: ids[0] ?? "", state: "declined", decidedByStaffId: joan, decidedAt: NOW, ...request })
      .run();
    db.insert(discountRequests)
      .values({ discountId: ids[6] ?? "", state: "approved", decidedByStaffId: joan, decidedAt: NOW, ...request })
      .run();
    const costs = givenBy(by).map(([, pence]) => pence);
    expect(costs.sort((one, other) => Number(one) - Number(other))).toEqual([2, 10]);
  });
});

describe("a limit", () => {
  const gift = (staffId: string, costPence = 1) => ({ staffId, recipientEmail: null, costPence });

  it("is that of an active colleague’s own role, and nothing for who has left", async () => {
    const [{ id: hal }, { id: gone }] = [await colleague("marketing"), await colleague("marketing")];
    db.$client.prepare("UPDATE staff SET is_active = 0 WHERE id = ?").run(gone);
    expect([approvalExcess(db, gift(hal), NOW), approvalExcess(db, gift(gone), NOW)]).toEqual([null, "day"]);
    expect(approvalExcess(db, gift((await colleague("analyst")).id), NOW)).toBe("day");
  });

  it("is gone over by cancelled vouchers that are restored, where nobody has seen them and two had not approved", async () => {
    const { id: hal } = await colleague("marketing");
    const of = (many: number, change: object, batch: object = {}) =>
      partnerOrder(
        hal,
        Array.from({ length: many }, () => ({ status: "CANCELLED" as const, ...change })),
        batch,
      );
    const excess = (batchId: string) => excessOfRestoring(db, eq(vouchers.batchId, batchId), NOW);
    expect(excess(of(14, {}))).toBeNull();
    expect(excess(of(15, {}))).toBe("day");
    expect(excess(of(15, { isTest: true }))).toBeNull();
    expect(excess(of(15, {}, { approvedByStaffId: joan }))).toBeNull();
    expect(excess(of(15, { sentAt: SINCE, createdAt: SINCE }))).toBeNull();
  });

  it("counts as revived what has run out and is for real, to the moment", async () => {
    const { id: hal } = await colleague("marketing");
    const over = { expiresAt: new Date(NOW.getTime() - 1) };
    const batchId = partnerOrder(hal, [
      over,
      { expiresAt: NOW },
      { status: "EXPIRED" },
      { ...over, status: "CANCELLED" },
      { ...over, isTest: true },
    ]);
    const those = eq(vouchers.batchId, batchId);
    expect(reviving(db, { staffId: hal, those }, NOW)).toEqual({ many: 2, excess: null });
  });

  it("is not gone over where nothing is revived, though it was lowered since", async () => {
    const { id: hal } = await colleague("marketing");
    audit(hal, { action: "vouchers.extend", type: "voucher_batch", id: "b", after: { revived: 99 }, at: NOW });
    const those = eq(vouchers.batchId, partnerOrder(hal, [{}]));
    expect(reviving(db, { staffId: hal, those }, NOW)).toEqual({ many: 0, excess: null });
  });

  it("counts what is given at its highest price of the last thirty days, to the moment, or now", () => {
    const changed = (id: string, type: string, ms: number, loopPence: number) =>
      write((tx) => {
        const event = { staffId: joan, action: "settings.change", object: { type, id }, before: { loopPence } };
        recordAuditEvent(tx, { ...event, now: new Date(NOW.getTime() - 30 * DAY_MS + ms) });
      });
    const now = givenAwayPence("loopPence", NOW);
    changed("prices", "settings", 0, 10_000);
    changed("prices", "another", 1, 11_000);
    changed("another", "settings", 1, 12_000);
    expect(givenAwayPence("loopPence", NOW)).toBe(now);
    changed("prices", "settings", 1, 9000);
    expect(givenAwayPence("loopPence", NOW)).toBe(9000);
  });
});
