import { sql } from "drizzle-orm";
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { accounts } from "./accounts";
import { belongsTo, day, decision, flag, id, instant, oneOf, outlives, pence, refersTo, timestamps } from "./columns";
import { entries } from "./loops";
import { orders } from "./orders";

export const STAFF_ROLES = ["super_admin", "support", "moderator", "production", "marketing", "analyst"] as const;

export const staff = sqliteTable(
  "staff",
  {
    id: id(),
    email: text("email").notNull(),
    name: text("name").notNull(),
    role: text("role", { enum: STAFF_ROLES }).notNull(),
    passwordHash: text("password_hash"),
    /** The shared secret of the second factor, encrypted with a key that is not in the database. */
    totpSealed: text("totp_sealed"),
    totpLastStep: integer("totp_last_step"),
    entraTenantId: text("entra_tenant_id"),
    entraObjectId: text("entra_object_id"),
    isActive: flag("is_active").notNull().default(true),
    isDemo: flag("is_demo").notNull().default(false),
    createdAt: instant("created_at").notNull(),
    lastSignedInAt: instant("last_signed_in_at"),
  },
  (table) => [
    uniqueIndex("staff_email_unique").on(sql`lower(${table.email})`),
    uniqueIndex("staff_entra").on(table.entraTenantId, table.entraObjectId),
    check("staff_role_word", oneOf("role", STAFF_ROLES)),
  ],
);

export const staffSessions = sqliteTable(
  "staff_sessions",
  {
    keyHash: text("key_hash").primaryKey(),
    staffId: belongsTo("staff_id", () => staff.id),
    createdAt: instant("created_at").notNull(),
    seenAt: instant("seen_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [index("staff_sessions_staff").on(table.staffId)],
);

/**
 * Who did what to which object, with the values before and after, and why. Append-only; each row hashes the one before.
 */
export const auditEvents = sqliteTable(
  "audit_events",
  {
    sequence: integer("sequence").primaryKey({ autoIncrement: true }),
    staffId: text("staff_id"),
    action: text("action").notNull(),
    objectType: text("object_type").notNull(),
    objectId: text("object_id").notNull(),
    before: text("before"),
    after: text("after"),
    reason: text("reason"),
    at: instant("at").notNull(),
    previousHash: text("previous_hash").notNull(),
    hash: text("hash").notNull(),
  },
  (table) => [
    index("audit_events_object").on(table.objectType, table.objectId, table.at),
    index("audit_events_staff").on(table.staffId, table.at),
    index("audit_events_at").on(table.at),
  ],
);

/** Each time a staff member opened a private entry; its owner can see this list. */
export const entryViews = sqliteTable(
  "entry_views",
  {
    id: id(),
    entryId: belongsTo("entry_id", () => entries.id),
    staffId: refersTo("staff_id", () => staff.id),
    reason: text("reason").notNull(),
    at: instant("at").notNull(),
  },
  (table) => [index("entry_views_entry").on(table.entryId, table.at)],
);

export const impersonations = sqliteTable(
  "impersonations",
  {
    id: id(),
    staffId: refersTo("staff_id", () => staff.id),
    accountId: outlives("account_id", () => accounts.id),
    reason: text("reason").notNull(),
    keyHash: text("key_hash").notNull(),
    startedAt: instant("started_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("impersonations_key").on(table.keyHash),
    index("impersonations_started").on(table.startedAt),
    index("impersonations_account").on(table.accountId, table.startedAt),
  ],
);

export const accountNotes = sqliteTable(
  "account_notes",
  {
    id: id(),
    accountId: belongsTo("account_id", () => accounts.id),
    /** The order it is about; null for a note about the account as a whole. */
    orderId: outlives("order_id", () => orders.id),
    staffId: refersTo("staff_id", () => staff.id),
    note: text("note").notNull(),
    at: instant("at").notNull(),
    /** Who follows it up on `dueDay`; both are null for a note that only informs. */
    ownerStaffId: text("owner_staff_id").references(() => staff.id),
    dueDay: day("due_day"),
    doneAt: instant("done_at"),
  },
  (table) => [
    index("account_notes_account").on(table.accountId, table.at),
    index("account_notes_order").on(table.orderId).where(sql`order_id IS NOT NULL`),
    index("account_notes_due").on(table.ownerStaffId, table.dueDay).where(sql`due_day IS NOT NULL AND done_at IS NULL`),
  ],
);

export const APPROVAL_LIMIT_REQUEST_STATES = ["waiting", "approved", "declined", "withdrawn"] as const;

/** What one person of a role is to be able to give away alone: one super_admin asks, another one approves. */
export const approvalLimitRequests = sqliteTable(
  "exposure_requests",
  {
    id: id(),
    role: text("role", { enum: STAFF_ROLES }).notNull(),
    dayPence: pence("day_pence").notNull(),
    recipientPence: pence("recipient_pence").notNull(),
    reason: text("reason").notNull(),
    state: text("state", { enum: APPROVAL_LIMIT_REQUEST_STATES }).notNull().default("waiting"),
    ...decision(),
  },
  (table) => [
    uniqueIndex("exposure_requests_one_waiting").on(table.role).where(sql`state = 'waiting'`),
    check("exposure_requests_role_word", oneOf("role", STAFF_ROLES)),
    check("exposure_requests_state_word", oneOf("state", APPROVAL_LIMIT_REQUEST_STATES)),
    check("exposure_requests_sums", sql`${table.dayPence} >= 0 AND ${table.recipientPence} >= 0`),
    check(
      "exposure_requests_decided",
      sql`(${table.state} IN ('approved', 'declined')) = (${table.decidedByStaffId} IS NOT NULL)`,
    ),
    check(
      "exposure_requests_two",
      sql`${table.decidedByStaffId} IS NULL OR ${table.decidedByStaffId} <> ${table.requestedByStaffId}`,
    ),
  ],
);

/** The kinds of work that wait for staff; each is read from a table of its own. */
export const WORK_KINDS = [
  "dispute",
  "refund",
  "reprint",
  "vouchers",
  "seal",
  "discount",
  "exposure",
  "super_admin",
  "restore",
  "email",
  "shipment",
  "week",
  "alarm",
] as const;

/** Who has taken a piece of waiting work, until when it is put off, and whether it was closed without further action. */
export const workItems = sqliteTable(
  "work_items",
  {
    kind: text("kind", { enum: WORK_KINDS }).notNull(),
    /** The row of the kind's own table. */
    subjectId: text("subject_id").notNull(),
    ownerStaffId: text("owner_staff_id").references(() => staff.id),
    putOffUntil: day("put_off_until"),
    closedAt: instant("closed_at"),
    updatedAt: instant("updated_at").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.subjectId] }),
    check("work_items_kind_word", oneOf("kind", WORK_KINDS)),
  ],
);

/** Filters and order of a list, saved under a name by a staff member for themselves or for everybody. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: id(),
    list: text("list").notNull(),
    name: text("name").notNull(),
    /** What the address of the list asks for, without a page. */
    query: text("query").notNull(),
    staffId: refersTo("staff_id", () => staff.id),
    isShared: flag("is_shared").notNull().default(false),
    ...timestamps(),
  },
  (table) => [
    uniqueIndex("saved_views_name").on(table.list, table.staffId, sql`lower(${table.name})`),
    index("saved_views_shared").on(table.list).where(sql`is_shared = 1`),
  ],
);

export const checkRuns = sqliteTable(
  "check_runs",
  {
    id: id(),
    suite: text("suite").notNull(),
    name: text("name").notNull(),
    kind: text("kind", { enum: ["user", "payment", "voucher", "content", "system"] }).notNull(),
    status: text("status", { enum: ["passed", "failed", "running"] }).notNull(),
    durationMs: integer("duration_ms"),
    message: text("message").notNull().default(""),
    details: text("details"),
    ranByStaffId: text("ran_by_staff_id"),
    at: instant("at").notNull(),
  },
  (table) => [index("check_runs_at").on(table.at)],
);
