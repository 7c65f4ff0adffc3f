import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { id, instant, oneOf } from "./columns";

/** An event that must not happen; stays open until staff resolve it. */
export const alarms = sqliteTable(
  "alarms",
  {
    id: id(),
    kind: text("kind").notNull(),
    /** The type of the object concerned, such as "order"; its id follows. */
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    /** What happened, for staff; no card, no secret and no customer's own text. */
    message: text("message").notNull(),
    /** One problem is one row, however often it is found. */
    dedupeKey: text("dedupe_key").notNull(),
    times: integer("times").notNull().default(1),
    /** How often it was opened: once, and once more each time it came back after being resolved. */
    openings: integer("openings").notNull().default(1),
    /** When it was last opened; `raisedAt` is the first time. */
    openedAt: instant("opened_at").notNull().default(sql`0`),
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

export const NOTICE_CHANNELS = ["email", "webhook"] as const;
export const NOTICE_EVENTS = ["opened", "reminder", "ended"] as const;

/** The notices of an alarm, by channel; one row each, so that nothing is sent twice. */
export const alarmNotices = sqliteTable(
  "alarm_notices",
  {
    id: id(),
    alarmId: text("alarm_id")
      .notNull()
      .references(() => alarms.id, { onDelete: "cascade" }),
    channel: text("channel", { enum: NOTICE_CHANNELS }).notNull(),
    event: text("event", { enum: NOTICE_EVENTS }).notNull(),
    /** The opening of the alarm that it tells of, and for a reminder its number. */
    opening: integer("opening").notNull(),
    number: integer("number").notNull().default(0),
    createdAt: instant("created_at").notNull(),
    tries: integer("tries").notNull().default(0),
    nextTryAt: instant("next_try_at").notNull(),
    sentAt: instant("sent_at"),
    failure: text("failure"),
  },
  (table) => [
    uniqueIndex("alarm_notices_once").on(table.alarmId, table.channel, table.opening, table.event, table.number),
    index("alarm_notices_due").on(table.nextTryAt).where(sql`sent_at IS NULL`),
    check("alarm_notices_channel", oneOf("channel", NOTICE_CHANNELS)),
    check("alarm_notices_event", oneOf("event", NOTICE_EVENTS)),
  ],
);

/** What a process last found out about something outside: when it last went well, when it last failed, and why. */
export const serviceChecks = sqliteTable("service_checks", {
  name: text("name").primaryKey(),
  okAt: instant("ok_at"),
  failedAt: instant("failed_at"),
  failure: text("failure"),
  /** How often in a row it failed, where that is counted. */
  failures: integer("failures").notNull().default(0),
  /** Until when what was found is valid: a certificate's last moment. */
  validUntil: instant("valid_until"),
});
