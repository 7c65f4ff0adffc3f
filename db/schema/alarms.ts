import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";

/** An event that must not happen; stays open until staff resolve it. */
export const alarms = sqliteTable(
  "alarms",
  {
    id: id(),
    kind: text("kind").notNull(),
    /** The type of the object concerned, such as "order"; its id follows. */
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    /** What happened, for staff; no card, no secret and no customer's own words. */
    message: text("message").notNull(),
    /** One problem is one row, however often it is found. */
    dedupeKey: text("dedupe_key").notNull(),
    times: integer("times").notNull().default(1),
    raisedAt: instant("raised_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    resolvedAt: instant("resolved_at"),
    /** Null when it was resolved automatically. */
    resolvedByStaffId: text("resolved_by_staff_id"),
    resolvedReason: text("resolved_reason"),
  },
  (table) => [
    uniqueIndex("alarms_dedupe_key").on(table.dedupeKey),
    index("alarms_open").on(table.raisedAt).where(sql`resolved_at IS NULL`),
    index("alarms_object").on(table.objectType, table.objectId),
  ],
);
