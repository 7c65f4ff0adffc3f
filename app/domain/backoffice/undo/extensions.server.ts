import { and, eq, isNotNull, sql } from "drizzle-orm";
import { type Transaction, write } from "#db/client.server";
import { vouchers } from "#db/schema";
import { endOfLondonDay } from "~/domain/kernel/time/instants";
import type { HeldThing, UndoResult } from "~/domain/kernel/undo/held";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { valueIn, voucherActNumbered, voucherActsToUndo } from "./voucher-acts.server";

/**
 * Vouchers that a staff member has extended in the last ten minutes, one or those of a partner order, and taking that
 * back: each ends when it did before. What was redeemed, cancelled or extended again meanwhile stays as it is.
 */

const OF_EXTENDING = {
  act: "vouchers.extend",
  undone: "vouchers.shorten",
  kind: "extension",
  prefix: "extended",
} as const;

/** What this person extended and can take back, the oldest first. */
export function extensionsToUndo(staffId: string, now: Date): HeldThing[] {
  return voucherActsToUndo(OF_EXTENDING, staffId, now);
}

/** Ends vouchers when they did before; those that had expired have expired again. */
export function undoExtension(sequence: number, staffId: string, now: Date): UndoResult {
  return write((tx): UndoResult => {
    const found = voucherActNumbered(OF_EXTENDING, sequence, staffId, now);
    if (!found) return { ok: false, reason: "too_late" };
    const { objectType: type, objectId: id, after } = found;
    const isIt = type === "voucher" ? eq(vouchers.id, id) : eq(vouchers.batchId, id);
    const count = shorten(tx, and(isIt, eq(vouchers.expiresAt, endOfLondonDay(dayIn(after)))), now);
    if (count === 0) return { ok: false, reason: "too_late" };
    recordAuditEvent(tx, {
      ...{ staffId, action: "vouchers.shorten", object: { type, id }, now },
      before: { expiresOn: dayIn(after) },
      after: { count },
    });
    return { ok: true };
  });
}

function shorten(tx: Transaction, those: ReturnType<typeof and>, now: Date): number {
  return tx
    .update(vouchers)
    .set({
      expiresAt: sql`${vouchers.extendedFrom}`,
      extendedFrom: null,
      status: sql`CASE WHEN ${vouchers.extendedFrom} < ${now.getTime()} THEN 'EXPIRED' ELSE 'ACTIVE' END`,
      updatedAt: now,
    })
    .where(and(those, eq(vouchers.status, "ACTIVE"), isNotNull(vouchers.extendedFrom)))
    .run().changes;
}

const dayIn = (after: string | null) => String(valueIn(after, "expiresOn"));
