import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { type vouchers as Vouchers, voucherBatches, vouchers } from "#db/schema";
import { DAY_MS, HOUR_MS } from "~/domain/kernel/time/durations";
import { approvalExcess, approvalLoopPence } from "~/domain/shop/discounts/approval-limits.server";
import { extendBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { extendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { auditEventsOn } from "../../../../support/audit-events";
import { NOW } from "../../../../support/people";
import { voucher, voucherRow } from "../../../../support/vouchers";
import { colleague } from "../../../people/staff/colleagues";

const LONGER = { expiresOn: "2028-11-30", reason: "They asked" };
const ENDED = {
  expiresAt: new Date(NOW.getTime() - DAY_MS),
  createdAt: new Date(NOW.getTime() - 400 * DAY_MS),
};
const LIMIT = { ok: false, reason: "limit" };

let bea = "";
let loopPence = 0;
beforeAll(() => {
  loopPence = approvalLoopPence(NOW);
});
beforeEach(async () => {
  db.delete(vouchers).run();
  bea = (await colleague("support")).id;
});

const ended = (changes: Partial<typeof Vouchers.$inferInsert> = {}) => voucher({}, { ...ENDED, ...changes }).voucherId;
const extend = (voucherId: string, at = NOW, by = bea) => extendVoucher(voucherId, LONGER, by, at);
/** As many as one person may give away in a day. */
const aDays = () => Math.floor(100_000 / loopPence);

describe("a voucher that has run out", () => {
  it("counts as a new one for who makes it valid again, until their day's limit", () => {
    for (let one = 0; one < aDays(); one += 1) expect(extend(ended({ status: "EXPIRED" }))).toEqual({ ok: true });
    const next = ended();
    expect(extend(next)).toEqual(LIMIT);
    expect(voucherRow(next).expiresAt).toEqual(ENDED.expiresAt);
    expect(auditEventsOn(next)).toEqual([]);
    const gift = { staffId: bea, recipientEmail: null, costPence: loopPence };
    expect(approvalExcess(db, gift, NOW)).toBe("day");
    expect(extend(next, new Date(NOW.getTime() + 25 * HOUR_MS))).toEqual({ ok: true });
  });

  it("counts for its recipient too, whoever of the staff extends it", async () => {
    const other = (await colleague("support")).id;
    const theirs = () => ended({ recipientEmail: "ann+old@example.com" });
    for (const by of [bea, other, bea]) expect(extend(theirs(), NOW, by)).toEqual({ ok: true });
    expect(extend(theirs())).toEqual(LIMIT);
    expect(extend(ended({ recipientEmail: "bob@example.com" }))).toEqual({ ok: true });
  });

  it("counts as nothing where it is a test, or has not run out yet", () => {
    for (let one = 0; one <= aDays(); one += 1) {
      expect(extend(ended({ isTest: true }))).toEqual({ ok: true });
      expect(extend(voucher().voucherId)).toEqual({ ok: true });
    }
    expect(extend(ended())).toEqual({ ok: true });
  });
});

describe("a partner order that has run out", () => {
  function partnerOrder(
    count: number,
    changes: Partial<typeof Vouchers.$inferInsert> = ENDED,
    approved: Partial<typeof voucherBatches.$inferInsert> = {},
  ): string {
    const { id } = db
      .insert(voucherBatches)
      .values({ count, valuePence: 6999, madeByStaffId: bea, createdAt: ENDED.createdAt, ...approved })
      .returning({ id: voucherBatches.id })
      .get();
    for (let one = 0; one < count; one += 1) voucher({}, { batchId: id, ...changes });
    return id;
  }
  const extendAll = (batchId: string) => extendBatch(batchId, LONGER, { staffId: bea, ownOnly: false }, NOW);

  it("is extended by one person only as far as they may give away alone, together with single vouchers", () => {
    expect(extendAll(partnerOrder(aDays() + 1))).toEqual(LIMIT);
    expect(extendAll(partnerOrder(aDays()))).toEqual({ ok: true, changed: aDays() });
    expect(extend(ended())).toEqual(LIMIT);
  });

  it("is extended whole where two people have approved it", async () => {
    const approved = { approvedByStaffId: (await colleague("super_admin")).id, approvedAt: NOW };
    const batchId = partnerOrder(aDays() + 1, ENDED, approved);
    expect(extendAll(batchId)).toEqual({ ok: true, changed: aDays() + 1 });
    expect(extend(ended())).toEqual({ ok: true });
  });

  it("is extended whole while its vouchers still work", () => {
    const open = { expiresAt: new Date(NOW.getTime() + DAY_MS), createdAt: ENDED.createdAt };
    expect(extendAll(partnerOrder(aDays() + 1, open))).toEqual({ ok: true, changed: aDays() + 1 });
  });
});
