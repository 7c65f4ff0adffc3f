import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { voucherBatches, vouchers } from "#db/schema";
import { sendHeldNow, trayOf, undoHeld } from "~/domain/backoffice/undo/undo.server";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { cancelBatch, extendBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { extendVoucher } from "~/domain/shop/vouchers/voucher-actions.server";
import { auditEventsOn } from "../../../support/audit-events";
import { later, NOW, person } from "../../../support/people";
import { voucher, voucherRow } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

let staffId = "";
let other = "";
beforeAll(async () => {
  staffId = (await colleague("support")).id;
  other = (await colleague("support")).id;
});

const LONGER = { expiresOn: "2028-11-30", reason: "They asked" };
const TOO_LATE = { ok: false, reason: "too_late" };
const inMinutes = (minutes: number) => later(60 * minutes);
const held = (minutes: number) => trayOf(staffId, inMinutes(minutes)).filter(({ kind }) => kind === "extension");

/** A partner order of vouchers that end on different days, one of which has expired. */
function partnerOrder() {
  const batchId = db
    .insert(voucherBatches)
    .values({
      ...{ count: 4, valuePence: 6999, madeByStaffId: staffId, createdAt: NOW },
      ...{ approvedByStaffId: other, approvedAt: NOW },
    })
    .returning({ id: voucherBatches.id })
    .get().id;
  const made = (changes: Partial<typeof vouchers.$inferInsert>) => {
    const { voucherId } = voucher({}, changes);
    db.update(vouchers).set({ batchId }).where(eq(vouchers.id, voucherId)).run();
    return voucherId;
  };
  return {
    batchId,
    open: made({ expiresAt: endOfLondonDay("2027-11-30") }),
    other: made({ expiresAt: endOfLondonDay("2027-06-30") }),
    expired: made({ expiresAt: endOfLondonDay("2026-10-31"), status: "EXPIRED" }),
    longest: made({ expiresAt: endOfLondonDay("2029-06-30") }),
    /** Ends on the day to which the others are extended, and is not extended. */
    sameDay: made({ expiresAt: endOfLondonDay("2028-11-30") }),
  };
}

const endOf = (voucherId: string) => {
  const { status, expiresAt } = voucherRow(voucherId);
  return [status, expiresAt.toISOString().slice(0, 10)];
};

describe("extended vouchers", () => {
  it("of a partner order each end when they did before, once that is undone within ten minutes", () => {
    const made = partnerOrder();
    const elsewhere = voucher().voucherId;
    expect(extendVoucher(elsewhere, LONGER, other, NOW)).toEqual({ ok: true });
    const by = { staffId, ownOnly: false };
    expect(extendBatch(made.batchId, LONGER, by, NOW)).toEqual({ ok: true, changed: 3 });
    expect([endOf(made.open), endOf(made.expired)]).toEqual([
      ["ACTIVE", "2028-11-30"],
      ["ACTIVE", "2028-11-30"],
    ]);
    const one = held(1).at(-1);
    expect(one?.title).toBe("3 vouchers of a partner order");
    const id = one?.id ?? "";
    expect(trayOf(other, NOW).map((held) => held.id)).not.toContain(id);
    expect(undoHeld(id, other, inMinutes(1))).toEqual(TOO_LATE);
    expect(sendHeldNow(id, staffId, inMinutes(1))).toEqual(TOO_LATE);
    expect(undoHeld(id, staffId, inMinutes(9))).toEqual({ ok: true });
    expect([made.open, made.other, made.expired, made.longest, made.sameDay, elsewhere].map(endOf)).toEqual([
      ["ACTIVE", "2027-11-30"],
      ["ACTIVE", "2027-06-30"],
      ["EXPIRED", "2026-10-31"],
      ["ACTIVE", "2029-06-30"],
      ["ACTIVE", "2028-11-30"],
      ["ACTIVE", "2028-11-30"],
    ]);
    expect(held(9).map((one) => one.id)).not.toContain(id);
    expect(undoHeld(id, staffId, inMinutes(9))).toEqual(TOO_LATE);
    expect(auditEventsOn(made.batchId).map(({ action }) => action)).toEqual(["vouchers.extend", "vouchers.shorten"]);
  });

  it("stay as they are where they were redeemed, cancelled or extended meanwhile, and after ten minutes", () => {
    const made = partnerOrder();
    const by = { staffId, ownOnly: false };
    extendBatch(made.batchId, LONGER, by, NOW);
    const id = held(1).at(-1)?.id ?? "";
    // A colleague extends one of them further.
    expect(extendVoucher(made.expired, { ...LONGER, expiresOn: "2029-01-31" }, other, NOW).ok).toBe(true);
    const redeemed = { status: "REDEEMED", redeemedAt: NOW, redeemedByAccountId: person("Maya").id } as const;
    db.update(vouchers).set(redeemed).where(eq(vouchers.id, made.open)).run();
    expect(undoHeld(id, staffId, inMinutes(10))).toEqual(TOO_LATE);
    expect(undoHeld(id, staffId, inMinutes(5))).toEqual({ ok: true });
    expect([made.open, made.other, made.expired].map(endOf)).toEqual([
      ["REDEEMED", "2028-11-30"],
      ["ACTIVE", "2027-06-30"],
      ["ACTIVE", "2029-01-31"],
    ]);
    const cancelled = partnerOrder();
    extendBatch(cancelled.batchId, LONGER, by, NOW);
    const its = held(1).at(-1)?.id ?? "";
    cancelBatch(cancelled.batchId, "Not paid", by, inMinutes(2));
    expect(undoHeld(its, staffId, inMinutes(3))).toEqual(TOO_LATE);
    expect(endOf(cancelled.other)).toEqual(["CANCELLED", "2028-11-30"]);
  });

  it("are taken back one by one, the last extension alone", () => {
    const { voucherId } = voucher({}, { expiresAt: endOfLondonDay("2027-11-30") });
    const extend = (expiresOn: string, at: Date) => extendVoucher(voucherId, { ...LONGER, expiresOn }, staffId, at);
    expect(extend("2028-01-31", NOW)).toEqual({ ok: true });
    const first = held(0).at(-1)?.id ?? "";
    expect(extend("2028-03-31", inMinutes(1))).toEqual({ ok: true });
    expect(undoHeld(first, staffId, inMinutes(2))).toEqual(TOO_LATE);
    const second = held(2).at(-1);
    expect(second?.title).toBe(`Voucher ending in ${voucherRow(voucherId).lastFour}`);
    expect(undoHeld(second?.id ?? "", staffId, inMinutes(2))).toEqual({ ok: true });
    expect(endOf(voucherId)).toEqual(["ACTIVE", "2028-01-31"]);
  });
});
