import { and, count, desc, eq, inArray, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { newId } from "#db/identifiers";
import { staff, voucherBatches, vouchers } from "#db/schema";
import { addMonths, londonDay } from "../loops/calendar";
import { recordAct } from "../staff/audit.server";
import type { VouchersWanted } from "./forms";
import { endOfLondonDay, VALID_MONTHS } from "./validity";
import { codeShown } from "./voucher-desk.server";
import { issueVoucher } from "./vouchers.server";

/**
 * Vouchers that staff make, in batches. A batch of more than twenty, or worth more than £1,000 altogether, is a
 * matter for two: its vouchers are held back and buy nothing until somebody else has approved it.
 */

export const ALONE_MOST_VOUCHERS = 20;
export const ALONE_MOST_PENCE = 1_000_00;

export type GenerateResult = { ok: true; batchId: string; isHeld: boolean } | { ok: false; reason: "dates" };

/** Makes a batch, and writes it down in the audit. Sums in other currencies count as if they were pounds. */
export function generateVouchers(wanted: VouchersWanted, staffId: string, now: Date): GenerateResult {
  const today = londonDay(now);
  const from = wanted.validFrom === "" || wanted.validFrom <= today ? today : wanted.validFrom;
  const until = wanted.expiresOn === "" ? addMonths(from, VALID_MONTHS) : wanted.expiresOn;
  if (until < today || until < from || until > addMonths(from, 5 * 12)) return { ok: false, reason: "dates" };
  const isHeld =
    !wanted.isTest && (wanted.count > ALONE_MOST_VOUCHERS || wanted.count * wanted.value > ALONE_MOST_PENCE);
  const validFrom = from === today ? now : new Date(endOfLondonDay(from).getTime() - 86_400_000 + 1);
  return db.transaction(
    (tx): GenerateResult => {
      const batchId = newId();
      const { count: many, value, note, currency, isTest } = wanted;
      tx.insert(voucherBatches)
        .values({ id: batchId, count: many, valuePence: value, note, madeByStaffId: staffId, createdAt: now })
        .run();
      const made = Array.from({ length: many }, () => issueVoucher(tx, voucherOf(wanted), now).voucherId);
      tx.update(vouchers)
        .set({
          ...{ batchId, currency, validFrom, expiresAt: endOfLondonDay(until) },
          status: isHeld ? "SUSPENDED" : "ACTIVE",
        })
        .where(inArray(vouchers.id, made))
        .run();
      recordAct(tx, {
        staffId,
        act: "vouchers.generate",
        object: { type: "voucher_batch", id: batchId },
        after: { count: many, valuePence: value, currency, isTest, isHeld, from, until },
        reason: note,
        now,
      });
      return { ok: true, batchId, isHeld };
    },
    { behavior: "immediate" },
  );
}

/** The codes of a batch as they may be shown: whole, or their last four signs. */
export function codesOfBatch(batchId: string, reveal: boolean): string[] {
  return db
    .select({ codeSealed: vouchers.codeSealed, lastFour: vouchers.lastFour })
    .from(vouchers)
    .where(eq(vouchers.batchId, batchId))
    .all()
    .map((voucher) => codeShown(voucher, reveal));
}

function voucherOf(wanted: VouchersWanted) {
  const orNull = (text: string) => (text === "" ? null : text);
  return {
    valuePence: wanted.value,
    choice: null,
    purchasedByAccountId: null,
    orderId: null,
    recipient: {
      name: orNull(wanted.recipientName),
      email: orNull(wanted.recipientEmail),
      message: orNull(wanted.giftMessage),
      sendOnDay: null,
    },
    isTest: wanted.isTest,
  };
}

export type ApproveResult = { ok: true } | { ok: false; reason: "not_waiting" | "own_batch" };

/** Lets a batch go that somebody else has made: its vouchers can be used from now on. */
export function approveBatch(batchId: string, staffId: string, now: Date): ApproveResult {
  return db.transaction(
    (tx): ApproveResult => {
      const batch = tx.select().from(voucherBatches).where(eq(voucherBatches.id, batchId)).get();
      if (batch?.madeByStaffId === staffId) return { ok: false, reason: "own_batch" };
      if (!batch || batch.approvedByStaffId !== null) return { ok: false, reason: "not_waiting" };
      const freed = tx
        .update(vouchers)
        .set({ status: "ACTIVE", updatedAt: now })
        .where(and(eq(vouchers.batchId, batchId), eq(vouchers.status, "SUSPENDED")))
        .run();
      if (freed.changes === 0) return { ok: false, reason: "not_waiting" };
      tx.update(voucherBatches)
        .set({ approvedByStaffId: staffId })
        .where(and(eq(voucherBatches.id, batchId), isNull(voucherBatches.approvedByStaffId)))
        .run();
      recordAct(tx, {
        ...{ staffId, act: "vouchers.approve", object: { type: "voucher_batch", id: batchId } },
        ...{ before: { status: "SUSPENDED" }, after: { status: "ACTIVE", count: freed.changes }, now },
      });
      return { ok: true };
    },
    { behavior: "immediate" },
  );
}

export interface Batch {
  id: string;
  count: number;
  valuePence: number;
  note: string;
  madeBy: string;
  madeByStaffId: string;
  createdAt: Date;
  /** How many of it are held back until a second person has looked. */
  held: number;
}

/** The newest batches, those that wait for a second person first. */
export function listBatches(most = 10): Batch[] {
  const batches = db
    .select({ batch: voucherBatches, madeBy: staff.name })
    .from(voucherBatches)
    .leftJoin(staff, eq(staff.id, voucherBatches.madeByStaffId))
    .orderBy(desc(voucherBatches.createdAt))
    .limit(most)
    .all();
  const ids = batches.map(({ batch }) => batch.id);
  const held = db
    .select({ batchId: vouchers.batchId, found: count() })
    .from(vouchers)
    .where(and(eq(vouchers.status, "SUSPENDED"), inArray(vouchers.batchId, ids)))
    .groupBy(vouchers.batchId)
    .all();
  return batches
    .map(({ batch, madeBy }) => ({
      ...{ id: batch.id, count: batch.count, valuePence: batch.valuePence, note: batch.note },
      ...{ madeBy: madeBy ?? "Staff", madeByStaffId: batch.madeByStaffId, createdAt: batch.createdAt },
      held: batch.approvedByStaffId ? 0 : (held.find(({ batchId }) => batchId === batch.id)?.found ?? 0),
    }))
    .sort((one, other) => Number(other.held > 0) - Number(one.held > 0));
}

/** The code of the first voucher of a batch of test vouchers, as it is written; undefined where there is none. */
export function firstCodeOfBatch(batchId: string): string | undefined {
  const voucher = db
    .select({ codeSealed: vouchers.codeSealed, lastFour: vouchers.lastFour })
    .from(vouchers)
    .where(and(eq(vouchers.batchId, batchId), eq(vouchers.isTest, true)))
    .get();
  return voucher && codeShown(voucher, true);
}
