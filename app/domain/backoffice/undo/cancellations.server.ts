import { and, eq, gte, ne } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { disputes, refunds, vouchers } from "#db/schema";
import type { HeldThing, UndoResult } from "~/domain/kernel/undo/held";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { excessOfRestoring } from "~/domain/shop/discounts/approval-limits.server";
import { notifyRecipient } from "~/domain/shop/vouchers/gift-changes.server";
import { valueIn, voucherActNumbered, voucherActsToUndo } from "./voucher-acts.server";

/**
 * Vouchers that a staff member has cancelled in the last ten minutes, one or those of a partner order, and taking that
 * back. The audit is what knows of them. A cancelled voucher is refused from the first second, so nothing is sent late.
 */

const OF_CANCELLING = {
  act: "vouchers.cancel",
  undone: "vouchers.restore",
  kind: "cancellation",
  prefix: "cancelled",
} as const;

/** What this person cancelled and can take back, the oldest first. */
export function cancellationsToUndo(staffId: string, now: Date): HeldThing[] {
  return voucherActsToUndo(OF_CANCELLING, staffId, now);
}

/** Makes valid again what was cancelled: the voucher as it was, or those of the partner order that were. */
export function undoCancellation(sequence: number, staffId: string, now: Date): UndoResult {
  return write((tx): UndoResult => {
    const found = voucherActNumbered(OF_CANCELLING, sequence, staffId, now);
    if (!found) return { ok: false, reason: "too_late" };
    const { objectType: type, objectId: id, at, before } = found;
    const restored = type === "voucher" ? restoreOne(tx, { id, before, at }, now) : restoreBatch(tx, id, at, now);
    if (restored === "refunded" || restored === "limit") return { ok: false, reason: restored };
    if (restored === 0) return { ok: false, reason: "too_late" };
    const states = { before: { status: "CANCELLED" }, after: { count: restored } };
    recordAuditEvent(tx, { staffId, action: "vouchers.restore", object: { type, id }, ...states, now });
    return { ok: true };
  });
}

interface Cancelled {
  id: string;
  before: string | null;
  at: Date;
}

/**
 * One of an order is suspended while a bank objects, whatever it was before, and its recipient is notified of what
 * changed meanwhile; any other comes back as it was.
 */
function restoreOne(tx: Transaction, { id, before, at }: Cancelled, now: Date): number | "refunded" | "limit" {
  const voucher = findOrderOfVoucher(id);
  if (voucher?.orderId && (findRefundAfter(voucher.orderId, at) || findDispute(voucher.orderId, "lost")))
    return "refunded";
  const wasHeld = statusIn(before) === "SUSPENDED";
  const isHeld = voucher?.orderId ? findDispute(voucher.orderId, "open") !== undefined : wasHeld;
  const isIt = and(eq(vouchers.id, id), eq(vouchers.status, "CANCELLED"));
  if (excessOfRestoring(tx, isIt, now)) return "limit";
  const [restored] = tx
    .update(vouchers)
    .set({ status: isHeld ? "SUSPENDED" : "ACTIVE", updatedAt: now })
    .where(isIt)
    .returning()
    .all();
  if (!restored) return 0;
  notifyRecipient(tx, { ...restored, status: wasHeld ? "SUSPENDED" : "ACTIVE" }, now);
  return 1;
}

/** Those that were cancelled one by one before stay cancelled. */
function restoreBatch(tx: Transaction, batchId: string, at: Date, now: Date): number | "limit" {
  const isTheirs = and(
    ...[eq(vouchers.batchId, batchId), eq(vouchers.status, "CANCELLED"), eq(vouchers.updatedAt, at)],
  );
  if (excessOfRestoring(tx, isTheirs, now)) return "limit";
  return tx.update(vouchers).set({ status: "ACTIVE", updatedAt: now }).where(isTheirs).run().changes;
}

const findOrderOfVoucher = prepareGet((id: string) =>
  db.select({ orderId: vouchers.orderId }).from(vouchers).where(eq(vouchers.id, id)),
);

const findRefundAfter = prepareGet((orderId: string, after: Date) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), gte(refunds.createdAt, after), ne(refunds.status, "failed"))),
);

const findDispute = prepareGet((orderId: string, stage: "open" | "lost") =>
  db
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(eq(disputes.orderId, orderId), eq(disputes.stage, stage))),
);

const statusIn = (before: string | null) => valueIn(before, "status");
