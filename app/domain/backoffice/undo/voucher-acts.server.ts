import { and, asc, eq, gt, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { memoize, prepareAll } from "#db/queries.server";
import { auditEvents, vouchers } from "#db/schema";
import { UNDO_MINUTES } from "~/domain/diary/loops/completion";
import { formatFigureOf } from "~/domain/kernel/text/numbers";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import type { HeldThing } from "~/domain/kernel/undo/held";

/** What a staff member has done to vouchers in the last ten minutes and not taken back. The audit is what knows of it. */

const UNDO_MS = UNDO_MINUTES * MINUTE_MS;

/** An act and what takes it back, as the audit names them; each is one object, by which its query is prepared. */
export interface VoucherAct {
  readonly act: "vouchers.cancel" | "vouchers.extend";
  readonly undone: "vouchers.restore" | "vouchers.shorten";
  readonly kind: Extract<HeldThing["kind"], "cancellation" | "extension">;
  /** What the ids of such things in the tray begin with. */
  readonly prefix: "cancelled" | "extended";
}

function recentActs(of: VoucherAct, staffId: string, now: Date) {
  return listActsSince(of)(staffId, new Date(now.getTime() - UNDO_MS));
}

const listActsSince = memoize(({ act, undone }: VoucherAct) =>
  prepareAll((staffId: string, after: Date) =>
    db
      .select({ event: auditEvents, lastFour: vouchers.lastFour })
      .from(auditEvents)
      .leftJoin(vouchers, eq(vouchers.id, auditEvents.objectId))
      .where(
        and(
          eq(auditEvents.staffId, staffId),
          gt(auditEvents.at, after),
          eq(auditEvents.action, act),
          sql`NOT EXISTS (
            SELECT 1 FROM audit_events AS later
            WHERE later.object_type = ${auditEvents.objectType} AND later.object_id = ${auditEvents.objectId}
              AND later.sequence > ${auditEvents.sequence}
              AND later.action IN (${act}, ${undone}))`,
        ),
      )
      .orderBy(asc(auditEvents.at)),
  ),
);

/** What this person did and can take back, the oldest first. */
export function voucherActsToUndo(of: VoucherAct, staffId: string, now: Date): HeldThing[] {
  return recentActs(of, staffId, now).map(({ event, lastFour }) => ({
    id: `${of.prefix}:${event.sequence}`,
    kind: of.kind,
    title: formatVouchers(lastFour, event.after),
    sentAt: event.at,
    leavesAt: new Date(event.at.getTime() + UNDO_MS),
  }));
}

/** The audit event of such an act, by its number; undefined if it can’t be taken back, or is somebody else’s. */
export function voucherActNumbered(of: VoucherAct, sequence: number, staffId: string, now: Date) {
  return recentActs(of, staffId, now).find(({ event }) => event.sequence === sequence)?.event;
}

export const valueIn = (json: string | null, name: string): unknown =>
  json === null ? undefined : (JSON.parse(json) as Record<string, unknown>)[name];

/** "Voucher ending in V2JF", "12 vouchers of a partner order" */
function formatVouchers(lastFour: string | null, after: string | null): string {
  if (lastFour) return `Voucher ending in ${lastFour}`;
  return `${formatFigureOf(Number(valueIn(after, "count")), "voucher", "vouchers")} of a partner order`;
}
