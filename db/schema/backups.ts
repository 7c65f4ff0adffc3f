import { check, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { id, instant, oneOf } from "./columns";

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
