import { databaseFile, write } from "#db/client.server";
import type { BrokenInvariant } from "#db/invariants.server";
import { raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { findBrokenIn } from "../backups/databases.server";

/** Checks the invariants of the database and raises alarms for violations. */

/** An alarm names this many rows; the rest are counted. */
const NAMED_ROWS = 10;

/**
 * Raises an alarm for every violated invariant and resolves those that hold again. Every order is read, in a process beside
 * this one, so that codes go on leaving. Returns the violated ones.
 */
export async function checkInvariants(now: Date): Promise<BrokenInvariant[]> {
  const broken = await findBrokenIn(databaseFile, now);
  write((tx) => {
    for (const { invariant, says, rows } of broken) {
      const named = rows.slice(0, NAMED_ROWS).map(({ kind, id }) => `${kind} ${id}`);
      const more = rows.length > NAMED_ROWS ? ` and ${rows.length - NAMED_ROWS} more` : "";
      const message = `Broken: ${says}. ${named.join(", ")}${more}.`;
      raiseAlarm(
        tx,
        {
          kind: "invariant_violated",
          objectType: "invariant",
          objectId: invariant,
          message,
          dedupeKey: `invariant:${invariant}`,
        },
        now,
      );
    }
    resolveEnded(
      tx,
      { beginning: "invariant:", stillTrue: broken.map(({ invariant }) => `invariant:${invariant}`) },
      now,
    );
  });
  return broken;
}
