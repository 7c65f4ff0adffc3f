import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { databaseFile } from "#db/client.server";
import { newId } from "#db/identifiers";
import type { Replica } from "~/adapters/backups/contract";
import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { recordFailure, recordRun } from "./backup-runs.server";
import { checkDatabase, countRowsIn, databaseBytes, requireSpace } from "./databases.server";
import { comparedRows } from "./row-counts";

/**
 * A drill: the newest state is restored from the bucket into a scratch folder and checked there. Its own row, written
 * at the start, must be in it, and its rows must be those of the running shop but for what came since.
 */

export interface DrillReport {
  ok: boolean;
  problems: readonly string[];
  rows: number;
  restoreSeconds: number;
  checkSeconds: number;
  /** How long after the drill's own row was written the bucket had it; null when it never came. */
  copiedAfterSeconds: number | null;
}

/** How long the drill waits for its own row to be copied. */
const LONGEST_WAIT_MS = 30 * SECOND_MS;
const PAUSE_MS = SECOND_MS;

/** Holds a drill and records it. Only failures of the machine itself are thrown; they are recorded too. */
export async function holdDrill(replica: Replica, now: Date): Promise<DrillReport> {
  const began = performance.now();
  const folder = join(settings.dataFolder, "work", "drill");
  const drill = { id: newId(), kind: "drill" as const, at: now };
  const elapsed = () => Math.round(performance.now() - began);
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const note = () => recordRun({ ...drill, durationMs: elapsed(), failure: "The drill didn’t finish." });
    await requireSpace(folder, databaseBytes(databaseFile));
    note();
    const before = await countRowsIn(databaseFile);
    const copiedAfterSeconds = await untilCopied(replica, now, note);
    const restoring = performance.now();
    const file = join(folder, "loop.db");
    const isRestored = await replica.restore(file, null);
    const checking = performance.now();
    const found = isRestored
      ? await checkDatabase(file, now, "whole")
      : { problems: ["The bucket holds no replica."], rows: {} };
    const after = await countRowsIn(databaseFile);
    const problems = [...found.problems];
    if (isRestored && problems.length === 0) problems.push(...comparedRows(before, found.rows, after));
    if (copiedAfterSeconds === null) problems.push(`Nothing was copied within ${LONGEST_WAIT_MS / SECOND_MS} seconds.`);
    const rows = Object.values(found.rows).reduce((sum, one) => sum + one, 0);
    recordRun({
      ...drill,
      durationMs: elapsed(),
      rowsRestored: rows,
      failure: problems.length > 0 ? problems.join(" ") : null,
    });
    return {
      ok: problems.length === 0,
      problems,
      rows,
      restoreSeconds: (checking - restoring) / SECOND_MS,
      checkSeconds: (performance.now() - checking) / SECOND_MS,
      copiedAfterSeconds,
    };
  } catch (error) {
    recordFailure({ ...drill, durationMs: elapsed() }, error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Waits until the bucket has received two objects after `moment`: the first may have been read before it, the second was
 * not. `note` is a write, so that there is something to copy. The bucket's clock counts whole seconds.
 */
async function untilCopied(replica: Replica, moment: Date, note: () => void): Promise<number | null> {
  const began = performance.now();
  let known: string | null = null;
  let first: string | null = null;
  while (performance.now() - began < LONGEST_WAIT_MS) {
    const found = await replica.newest(known);
    const elapsed = (performance.now() - began) / SECOND_MS;
    if (found && found.at.getTime() > moment.getTime() + SECOND_MS) {
      if (first !== null && first !== found.key) return elapsed;
      first = found.key;
    }
    known = found?.key ?? null;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    note();
  }
  return null;
}
