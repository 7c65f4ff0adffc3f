import { and, desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, keepAll } from "#db/queries.server";
import { auditEvents, staff } from "#db/schema";

export interface AuditEventDone {
  sequence: number;
  action: string;
  by: string;
  reason: string | null;
  at: Date;
}

const MOST_SHOWN = 50;

/** Audit rows never change, so former type names still occur in them. */
const FORMER_TYPES: Readonly<Record<string, readonly string[]>> = {
  email: ["letter"],
  shipment: ["parcel"],
  invariant: ["law"],
};

const auditEventsOnQuery = keepAll((objectType: string[], id: string) =>
  db
    .select({
      sequence: auditEvents.sequence,
      action: auditEvents.action,
      by: staff.name,
      reason: auditEvents.reason,
      at: auditEvents.at,
    })
    .from(auditEvents)
    .leftJoin(staff, eq(staff.id, auditEvents.staffId))
    .where(and(isIn(auditEvents.objectType, objectType), eq(auditEvents.objectId, id)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.sequence))
    .limit(MOST_SHOWN),
);

/** Staff actions on one object: the latest fifty, newest first. */
export function auditEventsOn(type: string, id: string): AuditEventDone[] {
  return auditEventsOnQuery([type, ...(FORMER_TYPES[type] ?? [])], id).map((action) => ({
    ...action,
    by: action.by ?? "A script",
  }));
}
