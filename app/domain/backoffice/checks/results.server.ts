import { desc, eq, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { columns } from "#db/queries.server";
import { checkRuns, staff } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";

/** Results of checks: each run of a suite or tool, one row a check. */

export type CheckKind = "user" | "payment" | "voucher" | "content" | "system";

export interface Found {
  name: string;
  isPassed: boolean;
  durationMs: number;
  message: string;
  /** More than fits on a line: what was made, or where a check failed. */
  details?: string;
}

const MOST_SHOWN = 40;

/**
 * Stores the results of one run and records who asked for it, unless the event of what it made says so already
 * (`isRecorded`): one click is one audit event.
 */
export function storeResults(
  run: { suite: string; kind: CheckKind; found: readonly Found[]; isRecorded?: boolean },
  staffId: string,
  now: Date,
): void {
  write((tx) => {
    for (const { name, isPassed, durationMs, message, details } of run.found) {
      const status = isPassed ? ("passed" as const) : ("failed" as const);
      const found = { name, status, durationMs, message, details };
      tx.insert(checkRuns)
        .values({ suite: run.suite, kind: run.kind, ...found, ranByStaffId: staffId, at: now })
        .run();
    }
    if (run.isRecorded) return;
    recordAuditEvent(tx, {
      staffId,
      action: "checks.run",
      object: { type: "checks", id: run.suite },
      now,
      after: { checks: run.found.length, failed: run.found.filter(({ isPassed }) => !isPassed).length },
    });
  });
}

/** The newest results, of one suite or tool or of all. */
export function recentResults(suite?: string) {
  return db
    .select({
      ...columns(checkRuns, "id", "suite", "name", "kind", "status", "durationMs", "message", "details", "at"),
      by: staff.name,
    })
    .from(checkRuns)
    .leftJoin(staff, eq(staff.id, checkRuns.ranByStaffId))
    .where(suite === undefined ? undefined : eq(checkRuns.suite, suite))
    .orderBy(desc(checkRuns.at), sql`${checkRuns}.rowid`)
    .limit(MOST_SHOWN)
    .all();
}

/** How the last run of each suite ended, by its name. */
export function lastRuns() {
  const rows = db.all<{ suite: string; passed: number; failed: number; at: number }>(sql`
    SELECT suite, at, sum(status = 'passed') AS passed, sum(status = 'failed') AS failed
    FROM ${checkRuns} AS run
    WHERE at = (SELECT max(at) FROM ${checkRuns} AS newer WHERE newer.suite = run.suite)
    GROUP BY suite, at`);
  return new Map(rows.map(({ suite, passed, failed, at }) => [suite, { passed, failed, at: new Date(at) }]));
}
