import { sql } from "drizzle-orm";
import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { decision, id, instant, oneOf } from "./columns";

export const BACKUP_KINDS = ["replica", "nightly", "drill"] as const;

/** A nightly copy or a drill, one row a run. The replica has one row: the last question to its bucket. */
export const backupRuns = sqliteTable(
  "backup_runs",
  {
    id: id(),
    kind: text("kind", { enum: BACKUP_KINDS }).notNull(),
    at: instant("at").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** When the bucket received the newest object of what was looked at. */
    newestAt: instant("newest_at"),
    /** That object's key, or the nightly copy's. */
    objectKey: text("object_key"),
    bytes: integer("bytes"),
    rowsRestored: integer("rows_restored"),
    /** Null when it went well. */
    failure: text("failure"),
  },
  (table) => [
    index("backup_runs_newest").on(table.kind, table.at),
    check("backup_runs_kind", oneOf("kind", BACKUP_KINDS)),
  ],
);

export const RESTORE_REQUEST_STATES = [
  ...(["checking", "refused", "waiting", "approved"] as const),
  ...(["done", "declined", "withdrawn"] as const),
] as const;

/** What a copy brings back of one account. */
export interface RestoreReport {
  /** How many rows come back, by table. */
  rows: Readonly<Record<string, number>>;
  /** How many rows that outlived the deletion name what came back again, by "table.column". */
  links: Readonly<Record<string, number>>;
  /** Rows that cannot come back, each with the reason. */
  conflicts: readonly { table: string; id: string; why: string }[];
  /** Stored files that the rows name and storage does not have. */
  missingFiles: readonly string[];
}

/** What was deleted by accident is to come back from a copy: one of the staff asks, the worker looks, another decides. */
export const restoreRequests = sqliteTable(
  "restore_requests",
  {
    id: id(),
    /** The id or email address that was typed. */
    account: text("account").notNull(),
    /** Only this loop; null for everything. */
    loopId: text("loop_id"),
    /** As of when; null is the newest nightly copy. */
    moment: instant("moment"),
    reason: text("reason").notNull(),
    state: text("state", { enum: RESTORE_REQUEST_STATES }).notNull().default("checking"),
    ...decision(),
    /** The account that the copy has, and the copy: it is brought back from the one that was checked. */
    accountId: text("account_id"),
    copyName: text("copy_name"),
    copyAt: instant("copy_at"),
    report: text("report", { mode: "json" }).$type<RestoreReport>(),
    /** Why it cannot come back. */
    refusal: text("refusal"),
    doneAt: instant("done_at"),
  },
  (table) => [
    index("restore_requests_waiting").on(table.createdAt).where(sql`state = 'waiting'`),
    check("restore_requests_state_word", oneOf("state", RESTORE_REQUEST_STATES)),
    check(
      "restore_requests_two",
      sql`${table.decidedByStaffId} IS NULL OR ${table.decidedByStaffId} <> ${table.requestedByStaffId}`,
    ),
  ],
);
