import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { voucherBatches, vouchers } from "#db/schema";
import { addMonths, londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import { LONGEST_EXTENSION_YEARS } from "~/domain/kernel/time/voucher-validity";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { reviving } from "../discounts/approval-limits.server";
import type { Extension } from "./forms";

/**
 * Changes to all vouchers of a partner order that nobody has redeemed, in one transaction each, so that a voucher
 * redeemed meanwhile is either changed before or left alone. The audit has one event with their number.
 */

export type BatchChange =
  | { ok: true; changed: number }
  | { ok: false; reason: "not_found" | "none" | "not_later" | "too_late" | "limit" };

/** Who changes a partner order; `ownOnly`: for them, those of others do not exist. */
export interface BatchChanger {
  staffId: string;
  ownOnly: boolean;
}

/**
 * Extends the active and expired vouchers of a batch to the end of a later day in London; the expired ones within what
 * their extender may give away.
 */
export function extendBatch(batchId: string, extension: Extension, by: BatchChanger, now: Date): BatchChange {
  const today = londonDay(now);
  const { expiresOn, reason } = extension;
  if (expiresOn <= today) return { ok: false, reason: "not_later" };
  if (expiresOn > addMonths(today, 12 * LONGEST_EXTENSION_YEARS)) return { ok: false, reason: "too_late" };
  return changeBatch(batchId, by, (tx) => {
    const expiresAt = endOfLondonDay(expiresOn);
    const isOpen = and(eq(vouchers.batchId, batchId), inArray(vouchers.status, ["ACTIVE", "EXPIRED"]));
    const revived = reviving(tx, { staffId: by.staffId, those: eq(vouchers.batchId, batchId) }, now);
    if (revived.excess) return { ok: false, reason: "limit" };
    const { changes } = tx
      .update(vouchers)
      .set({ status: "ACTIVE", expiresAt, extendedFrom: sql`${vouchers.expiresAt}`, updatedAt: now })
      .where(and(isOpen, lt(vouchers.expiresAt, expiresAt)))
      .run();
    if (changes === 0) return { ok: false, reason: "none" };
    const again = revived.many > 0 ? { revived: revived.many } : {};
    const after = { expiresOn, count: changes, ...again };
    record(tx, batchId, { staffId: by.staffId, action: "vouchers.extend", reason, after, now });
    return { ok: true, changed: changes };
  });
}

/** Cancels every voucher of a batch that can still be used. Those redeemed are never touched. */
export function cancelBatch(batchId: string, reason: string, by: BatchChanger, now: Date): BatchChange {
  return changeBatch(batchId, by, (tx) => {
    const { changes } = tx
      .update(vouchers)
      .set({ status: "CANCELLED", updatedAt: now })
      .where(and(eq(vouchers.batchId, batchId), eq(vouchers.status, "ACTIVE")))
      .run();
    if (changes === 0) return { ok: false, reason: "none" };
    const after = { status: "CANCELLED", count: changes };
    record(tx, batchId, { staffId: by.staffId, action: "vouchers.cancel", reason, after, now });
    return { ok: true, changed: changes };
  });
}

/** Only what is made is changed: what waits is declined or withdrawn, what is being made is stopped. */
function changeBatch(
  batchId: string,
  { staffId, ownOnly }: BatchChanger,
  change: (tx: Transaction) => BatchChange,
): BatchChange {
  return write((tx): BatchChange => {
    const batch = tx
      .select({ state: voucherBatches.state })
      .from(voucherBatches)
      .where(and(eq(voucherBatches.id, batchId), ownOnly ? eq(voucherBatches.madeByStaffId, staffId) : undefined))
      .get();
    if (!batch) return { ok: false, reason: "not_found" };
    return batch.state === "made" ? change(tx) : { ok: false, reason: "none" };
  });
}

function record(
  tx: Transaction,
  batchId: string,
  done: { staffId: string; action: string; reason: string; after: unknown; now: Date },
): void {
  recordAuditEvent(tx, { ...done, object: { type: "voucher_batch", id: batchId } });
}
