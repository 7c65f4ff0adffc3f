import { and, desc, eq, inArray } from "drizzle-orm";
import { db } from "#db/client.server";
import { auditEvents, staff } from "#db/schema";

export interface AuditEventDone {
  sequence: number;
  action: string;
  by: string;
  reason: string | null;
  at: Date;
}

const MOST_SHOWN = 50;

/** Rows are never changed, so what was written under an earlier name keeps it. */
const FORMER_TYPES: Readonly<Record<string, readonly string[]>> = {
  email: ["letter"],
  shipment: ["parcel"],
  invariant: ["law"],
};

/** What the staff did to one thing, the newest first; the fifty last. */
export function auditEventsOn(type: string, id: string): AuditEventDone[] {
  return db
    .select({
      sequence: auditEvents.sequence,
      action: auditEvents.action,
      by: staff.name,
      reason: auditEvents.reason,
      at: auditEvents.at,
    })
    .from(auditEvents)
    .leftJoin(staff, eq(staff.id, auditEvents.staffId))
    .where(
      and(
        inArray(auditEvents.objectType, [type, ...(FORMER_TYPES[type] ?? [])]),
        eq(auditEvents.objectId, id),
      ),
    )
    .orderBy(desc(auditEvents.at), desc(auditEvents.sequence))
    .limit(MOST_SHOWN)
    .all()
    .map((action) => ({ ...action, by: action.by ?? "A script" }));
}
