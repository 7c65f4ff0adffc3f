import { type SQLWrapper, sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { day, flag, id, instant, oneOf, outlives } from "./columns";

export const EMAIL_STATES = ["waiting", "sent", "dead", "cancelled"] as const;

/** The lanes of the outbox, from the most to the least urgent. */
export const EMAIL_LANES = ["codes", "orders", "weekly", "reminders"] as const;

/** The part of an address after the @, in the words of the index. */
export const domainOf = (address: SQLWrapper) => sql<string>`lower(substr(${address}, instr(${address}, '@') + 1))`;

/** What undo brings back; `sentAt` in milliseconds. */
export interface GiftBefore {
  recipientName: string | null;
  recipientEmail: string | null;
  sentAt: number | null;
}

/** The outbox: an email is a row written in the same transaction as its cause; the worker sends it. */
export const emails = sqliteTable(
  "emails",
  {
    id: id(),
    kind: text("kind").notNull(),
    /** Its kind's lane. Of emails that ended before there were lanes it says nothing. */
    lane: text("lane", { enum: EMAIL_LANES }).notNull().default("reminders"),
    accountId: outlives("account_id", () => accounts.id),
    toName: text("to_name").notNull(),
    toEmail: text("to_email").notNull(),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    isTransactional: flag("is_transactional").notNull().default(true),
    /** One key never makes two emails. */
    dedupeKey: text("dedupe_key").notNull(),
    messageId: text("message_id").notNull(),
    state: text("state", { enum: EMAIL_STATES }).notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    /** The email's `Date:`, the same at every try. */
    firstTriedAt: instant("first_tried_at"),
    nextTryAt: instant("next_try_at").notNull(),
    /** Set while a process is sending it. */
    takenUntil: instant("taken_until"),
    /** When all of it but its end had been sent, in the last try that came so far. */
    handedOverAt: instant("handed_over_at"),
    /** How often its process died while it was being sent. */
    deaths: integer("deaths").notNull().default(0),
    failure: text("failure"),
    /** What the relay said when it took it, by which its provider finds it again. */
    relayReply: text("relay_reply"),
    /** When its address was refused, for as long as that may be the relay's fault. */
    refusedAt: instant("refused_at"),
    createdAt: instant("created_at").notNull(),
    sentAt: instant("sent_at"),
    /** Its text was deleted some time after it was sent. */
    isEmptied: flag("is_emptied").notNull().default(false),
    /** The email that this one repeats. */
    resendOf: text("resend_of"),
    /** The staff member who had it sent, and may take it back until it leaves. */
    sentByStaffId: text("sent_by_staff_id"),
    /** Of a gift that staff have had sent: who it was for and when it was sent before. Emptied when it has left. */
    giftBefore: text("gift_before", { mode: "json" }).$type<GiftBefore>(),
  },
  (table) => [
    index("emails_held")
      .on(table.sentByStaffId, table.nextTryAt)
      .where(sql`state = 'waiting' AND sent_by_staff_id IS NOT NULL`),
    index("emails_by_staff").on(table.sentByStaffId, table.createdAt).where(sql`sent_by_staff_id IS NOT NULL`),
    uniqueIndex("emails_dedupe_key").on(table.dedupeKey),
    // A lane's next email is chosen, and what waits is counted, from this alone.
    index("emails_waiting")
      .on(table.lane, table.nextTryAt, domainOf(table.toEmail), table.createdAt)
      .where(sql`state = 'waiting'`),
    // What was sent lately, and what is emptied some time after that.
    index("emails_sent").on(table.sentAt, table.lane).where(sql`state = 'sent' AND is_emptied = 0`),
    // What was refused and waits, and what failed for good, without the many that wait for the first time.
    index("emails_failed").on(table.state, table.createdAt).where(sql`failure IS NOT NULL`),
    index("emails_refused").on(table.refusedAt).where(sql`state = 'dead' AND refused_at IS NOT NULL`),
    index("emails_account").on(table.accountId, table.createdAt),
    index("emails_to").on(table.toEmail, table.createdAt),
    index("emails_created").on(table.createdAt),
    index("emails_kind").on(table.kind, table.createdAt),
    // When the weekly emails of a year were sent: their key names the year.
    index("emails_weekly").on(table.dedupeKey, table.sentAt).where(sql`kind = 'weekly' AND state = 'sent'`),
    index("emails_state").on(table.state, table.createdAt),
    index("emails_resend").on(table.resendOf, table.createdAt),
    check("emails_state", oneOf("state", EMAIL_STATES)),
  ],
);

/** What slows or stops a lane; a lane without a row is neither. */
export const emailLanes = sqliteTable("email_lanes", {
  lane: text("lane", { enum: EMAIL_LANES }).primaryKey(),
  pausedAt: instant("paused_at"),
  pausedByStaffId: text("paused_by_staff_id"),
  pauseReason: text("pause_reason"),
  /** How often its pace was halved when the relay last asked for less, and when that was. */
  halvings: integer("halvings").notNull().default(0),
  slowedAt: instant("slowed_at"),
  /** The relay's words. */
  reply: text("reply"),
});

/** Our own addresses, and on how many days weekly emails or reminders left from each: a new one is warmed up. */
export const sendingAddresses = sqliteTable("sending_addresses", {
  address: text("address").primaryKey(),
  days: integer("days").notNull(),
  lastDay: day("last_day").notNull(),
});

/** Hashed addresses that unsubscribed; kept when an account is deleted. */
export const suppressions = sqliteTable("suppressions", {
  emailHash: text("email_hash").primaryKey(),
  reason: text("reason").notNull(),
  at: instant("at").notNull(),
});

export const JOB_STATES = ["waiting", "running", "done", "dead"] as const;

/** Whether a job prepares a photo, in the words of the index. */
export const IS_PHOTO_JOB = sql.raw("(kind = 'prepare-photo')");

/** The job queue. A job whose process died is claimed once more, and set aside the second time. */
export const jobs = sqliteTable(
  "jobs",
  {
    id: id(),
    kind: text("kind").notNull(),
    subjectId: text("subject_id").notNull(),
    payload: text("payload").notNull().default("{}"),
    state: text("state", { enum: JOB_STATES }).notNull().default("waiting"),
    tries: integer("tries").notNull().default(0),
    runAfter: instant("run_after").notNull(),
    /** Somebody looks at a page that waits for it. */
    isAwaited: flag("is_awaited").notNull().default(false),
    takenUntil: instant("taken_until"),
    /** How often its process died while it held the job. */
    deaths: integer("deaths").notNull().default(0),
    failure: text("failure"),
    createdAt: instant("created_at").notNull(),
    finishedAt: instant("finished_at"),
  },
  (table) => [
    index("jobs_unfinished").on(table.kind, table.subjectId).where(sql`state <> 'done'`),
    index("jobs_dead").on(table.kind, table.subjectId).where(sql`state = 'dead'`),
    // The next job is found first in this, of photos and of all others, however many wait.
    index("jobs_next")
      .on(IS_PHOTO_JOB, sql`is_awaited DESC`, table.runAfter)
      .where(sql`state IN ('waiting', 'running')`),
    // For those that are at work, which are few, to be counted without the many that wait.
    index("jobs_running").on(table.takenUntil).where(sql`state = 'running'`),
    uniqueIndex("jobs_one_waiting").on(table.kind, table.subjectId).where(sql`state = 'waiting'`),
    check("jobs_state", oneOf("state", JOB_STATES)),
  ],
);

/** The last run of each scheduled task, so that a worker that was down catches up once, not many times. */
export const scheduleRuns = sqliteTable("schedule_runs", {
  name: text("name").primaryKey(),
  startedAt: instant("started_at").notNull(),
  finishedAt: instant("finished_at"),
  failure: text("failure"),
});

/** Visitors' steps towards an order, without their identity: a random key that lasts a session. */
export const funnelEvents = sqliteTable(
  "funnel_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    visit: text("visit").notNull(),
    stage: text("stage").notNull(),
    journey: text("journey"),
    theme: text("theme"),
    type: text("type"),
    isTest: flag("is_test").notNull().default(false),
    at: instant("at").notNull(),
  },
  (table) => [
    uniqueIndex("funnel_events_once").on(table.visit, table.stage),
    index("funnel_events_at").on(table.at, table.stage),
    index("funnel_events_stage").on(table.stage, table.at),
  ],
);

export const enquiries = sqliteTable(
  "enquiries",
  {
    id: id(),
    name: text("name").notNull(),
    email: text("email").notNull(),
    message: text("message").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [index("enquiries_at").on(table.at)],
);
