import { and, desc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { auditEvents, staff } from "#db/schema";

export interface ActDone {
  sequence: number;
  act: string;
  by: string;
  reason: string | null;
  at: Date;
}

const MOST_SHOWN = 50;

/** What the staff did to one thing, the newest first; the fifty last. */
export function actsOn(type: string, id: string): ActDone[] {
  return db
    .select({
      sequence: auditEvents.sequence,
      act: auditEvents.act,
      by: staff.name,
      reason: auditEvents.reason,
      at: auditEvents.at,
    })
    .from(auditEvents)
    .leftJoin(staff, eq(staff.id, auditEvents.staffId))
    .where(and(eq(auditEvents.objectType, type), eq(auditEvents.objectId, id)))
    .orderBy(desc(auditEvents.at), desc(auditEvents.sequence))
    .limit(MOST_SHOWN)
    .all()
    .map((act) => ({ ...act, by: act.by ?? "A script" }));
}
