import { db } from "#db/client.server";
import { backupRuns } from "#db/schema";

type NewRun = typeof backupRuns.$inferInsert;

/** A failure is a message for staff, never a whole trace. */
const LONGEST_FAILURE = 1_000;

/** Records a run; one of the same id again replaces what is known of it. */
export function recordRun(run: NewRun): void {
  const row = { ...run, failure: run.failure?.slice(0, LONGEST_FAILURE) ?? null };
  db.insert(backupRuns).values(row).onConflictDoUpdate({ target: backupRuns.id, set: row }).run();
}

/**
 * Records a run that failed. Where no row can be written, as on a full disk, its own reason is reported all the same.
 */
export function recordFailure(run: NewRun, error: unknown): void {
  try {
    recordRun({ ...run, failure: error instanceof Error ? error.message : String(error) });
  } catch (unrecorded) {
    console.error(`That this failed can’t be recorded: ${String(unrecorded)}`);
  }
}
