import { asc, eq } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { voucherBatches, vouchers } from "#db/schema";
import { decide } from "~/domain/people/staff/approvals.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { codeShown } from "./admin-vouchers.server";
import type { Voucher } from "./pending-voucher.server";

/**
 * The sealed export of a partner order: its whole codes, in one file, to be handed to the partner. It is opened once, for
 * a reason; opening it again is asked for, and a second person decides.
 */

export type OpenCodeExportResult =
  | { ok: true; lines: { code: string; status: Voucher["status"]; expiresAt: Date }[] }
  | { ok: false; reason: "not_found" | "not_made" | "opened" };

/** Opens the seal: the codes of all vouchers that can be redeemed. Recorded with the reason. */
export function openCodeExport(batchId: string, reason: string, staffId: string, now: Date): OpenCodeExportResult {
  return changeCodeExport<OpenCodeExportResult>(batchId, (tx, batch) => {
    if (batch.codeExportOpenedAt !== null) return { ok: false, reason: "opened" };
    const rows = tx
      .select()
      .from(vouchers)
      .where(eq(vouchers.batchId, batchId))
      .orderBy(asc(vouchers.id))
      .all()
      .filter(({ status }) => status === "ACTIVE");
    set(tx, batchId, { codeExportOpenedAt: now, codeExportOpenedByStaffId: staffId, codeExportReason: reason });
    const after = { rows: rows.length };
    record(tx, batchId, { staffId, action: "vouchers.open_seal", reason, after, now });
    const lines = rows.map((voucher) => ({
      code: codeShown(voucher, true),
      status: voucher.status,
      expiresAt: voucher.expiresAt,
    }));
    return { ok: true, lines };
  });
}

type AskCodeExportResult =
  | { ok: true }
  | { ok: false; reason: "not_found" | "not_made" | "not_opened" | "already_asked" };

export function askToOpenCodeExport(batchId: string, reason: string, staffId: string, now: Date) {
  return changeCodeExport<AskCodeExportResult>(batchId, (tx, batch) => {
    if (batch.codeExportOpenedAt === null) return { ok: false, reason: "not_opened" };
    if (batch.codeExportAskedAt !== null) return { ok: false, reason: "already_asked" };
    set(tx, batchId, { codeExportAskedAt: now, codeExportAskedByStaffId: staffId, codeExportAskedReason: reason });
    record(tx, batchId, { staffId, action: "vouchers.ask_seal", reason, now });
    return { ok: true };
  });
}

/** Allows what a colleague asked for: the seal can be opened again, once. */
export function allowCodeExport(batchId: string, staffId: string, now: Date) {
  return decide({ staffId, now, approves: true }, findAsked(batchId), (tx): { ok: true } => {
    const closed = { codeExportOpenedAt: null, codeExportOpenedByStaffId: null, codeExportReason: null };
    set(tx, batchId, { ...NOT_ASKED, ...closed });
    record(tx, batchId, { staffId, action: "vouchers.allow_seal", now });
    return { ok: true };
  });
}

export function refuseCodeExport(batchId: string, reason: string, staffId: string, now: Date) {
  return decide({ staffId, now, approves: false }, findAsked(batchId), (tx): { ok: true } => {
    set(tx, batchId, NOT_ASKED);
    record(tx, batchId, { staffId, action: "vouchers.refuse_seal", reason, now });
    return { ok: true };
  });
}

const NOT_ASKED = { codeExportAskedAt: null, codeExportAskedByStaffId: null, codeExportAskedReason: null };

const findAsked = (batchId: string) => (tx: Transaction) => {
  const batch = madeBatch(tx, batchId);
  if (typeof batch === "string") return batch;
  return batch.codeExportAskedAt ? { waiting: batch, askedBy: batch.codeExportAskedByStaffId ?? "" } : "not_asked";
};

type BatchRow = typeof voucherBatches.$inferSelect;

function changeCodeExport<Result>(
  batchId: string,
  change: (tx: Transaction, batch: BatchRow) => Result,
): Result | { ok: false; reason: "not_found" | "not_made" } {
  return write((tx) => {
    const batch = madeBatch(tx, batchId);
    return typeof batch === "string" ? { ok: false as const, reason: batch } : change(tx, batch);
  });
}

function madeBatch(tx: Transaction, batchId: string): BatchRow | "not_found" | "not_made" {
  const batch = tx.select().from(voucherBatches).where(eq(voucherBatches.id, batchId)).get();
  if (!batch) return "not_found";
  return batch.state === "made" ? batch : "not_made";
}

function set(tx: Transaction, batchId: string, to: Partial<BatchRow>): void {
  tx.update(voucherBatches).set(to).where(eq(voucherBatches.id, batchId)).run();
}

function record(
  tx: Transaction,
  batchId: string,
  done: { staffId: string; action: string; reason?: string; after?: unknown; now: Date },
): void {
  recordAuditEvent(tx, { ...done, object: { type: "voucher_batch", id: batchId } });
}
