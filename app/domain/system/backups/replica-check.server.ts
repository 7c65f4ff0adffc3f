import type { Replica } from "~/adapters/backups/contract";
import { recordRun } from "./backup-runs.server";
import { newest } from "./backup-status.server";

/** The one row about the replica. */
const REPLICA_ROW = "replica";

/**
 * Asks the bucket for the newest object of the replica and records the response. The row is itself a change that has to
 * be copied, so a shop in which nothing happens does not look like one whose copies are late.
 */
export async function checkReplica(replica: Replica, now: Date): Promise<void> {
  const began = performance.now();
  const known = newest("replica");
  const row = {
    id: REPLICA_ROW,
    kind: "replica" as const,
    at: now,
    newestAt: known?.newestAt ?? null,
    objectKey: known?.objectKey ?? null,
  };
  const elapsed = () => Math.round(performance.now() - began);
  try {
    const found = await replica.newest(row.objectKey);
    const failure = found ? null : "The bucket holds no replica at this path.";
    recordRun({
      ...row,
      durationMs: elapsed(),
      newestAt: found?.at ?? row.newestAt,
      objectKey: found?.key ?? row.objectKey,
      failure,
    });
  } catch (error) {
    const failure = `The bucket didn’t answer: ${error instanceof Error ? error.message : String(error)}`;
    recordRun({ ...row, durationMs: elapsed(), failure });
    throw error;
  }
}
