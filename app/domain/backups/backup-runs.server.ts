import { db } from "#db/client.server";
import { backupRuns } from "#db/schema";

type NewRun = typeof backupRuns.$inferInsert;

/** A failure is a sentence for staff, never a whole trace. */
const LONGEST_FAILURE = 1_000;

/** Records a run; one of the same id again replaces what is known of it. */
export function recordRun(run: NewRun): void {
  const row = { ...run, failure: run.failure?.slice(0, LONGEST_FAILURE) ?? null };
  db.insert(backupRuns).values(row).onConflictDoUpdate({ target: backupRuns.id, set: row }).run();
}
