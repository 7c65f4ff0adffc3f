import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { db } from "#db/client.server";
import { disputes, emails, refunds, voucherBatches, vouchers } from "#db/schema";
import { trayOf, undoHeld } from "~/domain/backoffice/undo/undo.server";
import { cancelBatch } from "~/domain/shop/vouchers/batch-changes.server";
import { generateVouchers } from "~/domain/shop/vouchers/batches.server";
import { openCodeExport } from "~/domain/shop/vouchers/code-export-lock.server";
import { cancelVoucher, revealCode } from "~/domain/shop/vouchers/voucher-actions.server";
import { auditEventsOn } from "../../../support/audit-events";
import { NOW, person } from "../../../support/people";
import { ordered } from "../../../support/shop";
import { voucher, voucherRow } from "../../../support/vouchers";
import { colleague } from "../../people/staff/colleagues";

let staffId = "";
let other = "";
beforeAll(async () => {
  staffId = (await colleague("support")).id;
  other = (await colleague("support")).id;
});

const inMinutes = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

describe("cancelled vouchers", () => {
  const why = "Asked for by telephone";
  const held = (minutes: number) => trayOf(staffId, inMinutes(minutes)).filter(({ kind }) => kind === "cancellation");
  const cancelled = (voucherId: string) => {
    expect(cancelVoucher({ voucherId, reason: why }, staffId, NOW)).toEqual({ ok: true });
    return held(1).at(-1)?.id ?? "";
  };

  it("can be used again if the cancelling is taken back within ten minutes", () => {
    const { voucherId } = voucher();
    const id = cancelled(voucherId);
    const another = voucher().voucherId;
    const idOfAnother = cancelled(another);
    expect(held(1).map((one) => one.id)).toEqual(expect.arrayContaining([id, idOfAnother]));
    expect(trayOf(other, NOW).map((one) => one.id)).not.toContain(id);
    expect(undoHeld(id, other, inMinutes(1))).toEqual({ ok: false, reason: "too_late" });
    expect(undoHeld(id, staffId, inMinutes(9))).toEqual({ ok: true });
    expect([voucherRow(voucherId).status, voucherRow(another).status]).toEqual(["ACTIVE", "CANCELLED"]);
    expect(held(9).map((one) => one.id)).not.toContain(id);
    expect(auditEventsOn(voucherId).map(({ action }) => action)).toContain("vouchers.restore");
    expect(undoHeld(id, staffId, inMinutes(9))).toEqual({ ok: false, reason: "too_late" });
  });

  it("stay cancelled after ten minutes, and as they are where something else has changed them", () => {
    const late = voucher().voucherId;
    expect(undoHeld(cancelled(late), staffId, inMinutes(10))).toEqual({ ok: false, reason: "too_late" });
    expect(voucherRow(late).status).toBe("CANCELLED");
    const { voucherId } = voucher();
    const id = cancelled(voucherId);
    db.update(vouchers).set({ status: "SUSPENDED" }).where(eq(vouchers.id, voucherId)).run();
    expect(undoHeld(id, staffId, inMinutes(3))).toEqual({ ok: false, reason: "too_late" });
    expect(voucherRow(voucherId).status).toBe("SUSPENDED");
  });

  it.each([
    ["then", 0, "succeeded", false],
    ["meanwhile", 2, "pending", false],
    ["before that", -1, "succeeded", true],
    ["meanwhile, and that failed", 2, "failed", true],
  ] as const)("whose order was refunded %s come back or not", (_, minutes, status, comesBack) => {
    const orderId = ordered(person("Ada")).id;
    const { voucherId } = voucher({ orderId });
    const id = cancelled(voucherId);
    const at = inMinutes(minutes);
    db.insert(refunds).values({ orderId, amountPence: 6999, reason: why, status, createdAt: at, updatedAt: at }).run();
    expect(undoHeld(id, staffId, inMinutes(3))).toEqual(comesBack ? { ok: true } : { ok: false, reason: "refunded" });
    expect(voucherRow(voucherId).status).toBe(comesBack ? "ACTIVE" : "CANCELLED");
  });

  it.each([
    ["SUSPENDED", "open", "SUSPENDED", []],
    ["SUSPENDED", "won", "ACTIVE", ["Your Loop voucher works again"]],
    ["ACTIVE", "open", "SUSPENDED", ["Your Loop voucher is on hold"]],
    ["ACTIVE", "won", "ACTIVE", []],
  ] as const)("that were %s come back as their dispute stands by then: %s, %s", (was, stage, status, told) => {
    const orderId = ordered(person("Ada")).id;
    const email = `${was}-${stage}@example.org`.toLowerCase();
    const recipient = { name: "Maya", email, message: null, sendOnDay: null };
    const { voucherId } = voucher({ orderId, recipient }, { status: was, sentAt: NOW });
    const dispute = { id: `du_${email}`, orderId, amountPence: 6999, openedAt: NOW, updatedAt: NOW };
    db.insert(disputes)
      .values({ ...dispute, stage })
      .run();
    expect(undoHeld(cancelled(voucherId), staffId, inMinutes(3))).toEqual({ ok: true });
    expect(voucherRow(voucherId).status).toBe(status);
    const sent = db.select().from(emails).where(eq(emails.toEmail, email)).all();
    expect(sent.map(({ subject }) => subject)).toEqual(told);
  });

  it("of a partner order come back together, but none that was cancelled before or redeemed", () => {
    const batchId = db
      .insert(voucherBatches)
      .values({ count: 3, valuePence: 6999, madeByStaffId: staffId, createdAt: NOW })
      .returning({ id: voucherBatches.id })
      .get().id;
    const [before, redeemed, ...rest] = [1, 2, 3, 4].map(() => voucher().voucherId);
    const other = voucher().voucherId;
    db.update(vouchers).set({ status: "CANCELLED", updatedAt: NOW }).where(eq(vouchers.id, other)).run();
    for (const id of [before, redeemed, ...rest])
      db.update(vouchers)
        .set({ batchId })
        .where(eq(vouchers.id, id ?? ""))
        .run();
    db.update(vouchers)
      .set({ status: "CANCELLED", updatedAt: inMinutes(-60) })
      .where(eq(vouchers.id, before ?? ""))
      .run();
    db.update(vouchers)
      .set({ status: "REDEEMED", updatedAt: NOW })
      .where(eq(vouchers.id, redeemed ?? ""))
      .run();
    expect(cancelBatch(batchId, why, { staffId, ownOnly: false }, NOW)).toEqual({ ok: true, changed: 2 });
    const found = held(1).at(-1);
    expect(found?.title).toBe("2 vouchers of a partner order");
    expect(undoHeld(found?.id ?? "", staffId, inMinutes(1))).toEqual({ ok: true });
    expect(rest.map((id) => voucherRow(id).status)).toEqual(["ACTIVE", "ACTIVE"]);
    const others = [before ?? "", other, redeemed ?? ""].map((id) => voucherRow(id).status);
    expect(others).toEqual(["CANCELLED", "CANCELLED", "REDEEMED"]);
  });

  describe("of a partner order, beside the limit of a day", () => {
    const ORDER = {
      ...{ count: 14, value: 69_99, currency: "GBP" as const, isTest: false, validFrom: "", expiresOn: "" },
      ...{ note: "Raffle", recipientName: "", recipientEmail: "", giftMessage: "" },
    };
    const generated = (by: string, minutes: number) => {
      const made = generateVouchers(ORDER, by, inMinutes(minutes));
      if (!made.ok) throw new Error(made.reason);
      return made;
    };
    const cancel = (batchId: string, by: string, minutes: number) => {
      expect(cancelBatch(batchId, why, { staffId: by, ownOnly: true }, inMinutes(minutes)).ok).toBe(true);
      const found = trayOf(by, inMinutes(minutes)).filter(({ kind }) => kind === "cancellation");
      return found.at(-1)?.id ?? "";
    };

    it("stay cancelled if their maker has since made others with the same money", async () => {
      const { id: hal } = await colleague("marketing");
      const first = generated(hal, 0);
      const held = cancel(first.batchId, hal, 1);
      expect(generated(hal, 2).isHeld).toBe(false);
      expect(undoHeld(held, hal, inMinutes(3))).toEqual({ ok: false, reason: "limit" });
      const inUse = db.select().from(vouchers).where(eq(vouchers.batchId, first.batchId)).all();
      expect(new Set(inUse.map(({ status }) => status))).toEqual(new Set(["CANCELLED"]));
    });

    it("stay cancelled one by one for the same reason", async () => {
      const { id: hal } = await colleague("marketing");
      const first = generated(hal, 0);
      const all = db.select().from(vouchers).where(eq(vouchers.batchId, first.batchId)).all();
      for (const { id: voucherId } of all)
        expect(cancelVoucher({ voucherId, reason: why }, hal, inMinutes(1))).toEqual({ ok: true });
      expect(generated(hal, 2).isHeld).toBe(false);
      const [held] = trayOf(hal, inMinutes(3));
      expect(undoHeld(held?.id ?? "", hal, inMinutes(3))).toEqual({ ok: false, reason: "limit" });
    });

    it("go on counting for their day if their codes were opened", async () => {
      const { id: hal } = await colleague("marketing");
      const first = generated(hal, 0);
      expect(openCodeExport(first.batchId, "For the raffle", hal, inMinutes(1)).ok).toBe(true);
      const held = cancel(first.batchId, hal, 2);
      expect(generated(hal, 3).isHeld).toBe(true);
      expect(undoHeld(held, hal, inMinutes(4))).toEqual({ ok: true });
      expect(generated(hal, 60 * 24).isHeld).toBe(false);
    });

    it("goes on counting for its day if its code alone was shown", async () => {
      const { id: hal } = await colleague("marketing");
      const { batchId } = generated(hal, 0);
      const [shown] = db.select().from(vouchers).where(eq(vouchers.batchId, batchId)).all();
      expect(revealCode(shown?.id ?? "", other, inMinutes(1)).ok).toBe(true);
      cancel(batchId, hal, 2);
      expect(generated(hal, 3).isHeld).toBe(true);
    });
  });
});
