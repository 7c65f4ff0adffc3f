import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { auditEvents } from "#db/schema";

/** The audit events about something. */
export function auditEventsOn(objectId: string) {
  return db.select().from(auditEvents).where(eq(auditEvents.objectId, objectId)).all();
}
