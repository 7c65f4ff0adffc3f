import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant } from "./columns";

/** Something that must not happen and did: it waits until somebody of the staff has looked at it. */
export const alarms = sqliteTable(
  "alarms",
  {
    id: id(),
    kind: text("kind").notNull(),
    /** What it is about, such as "order" and its id. */
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    /** What happened, for staff; no card, no secret and no words of a customer's. */
    message: text("message").notNull(),
    /** The same occasion is one row, however often it is noticed. */
    dedupeKey: text("dedupe_key").notNull(),
    times: integer("times").notNull().default(1),
    raisedAt: instant("raised_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    resolvedAt: instant("resolved_at"),
    /** Null where it settled itself. */
    resolvedByStaffId: text("resolved_by_staff_id"),
    resolvedReason: text("resolved_reason"),
  },
  (table) => [
    uniqueIndex("alarms_dedupe_key").on(table.dedupeKey),
    index("alarms_open").on(table.raisedAt).where(sql`resolved_at IS NULL`),
    index("alarms_object").on(table.objectType, table.objectId),
  ],
);
