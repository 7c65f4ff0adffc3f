import { and, desc, eq, isNull } from "drizzle-orm";
import { db } from "#db/client.server";
import { memoize, prepareGet } from "#db/queries.server";
import { type BACKUP_KINDS, backupRuns } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import type { BackupStatus } from "./backup-limits";

/**
 * What the worker found out about the backups, from its rows alone: the network is not asked. `backupProblems` says what
 * of it is wrong.
 */
export function backupStatus(): BackupStatus {
  const replica = newest("replica");
  const nightly = newest("nightly");
  const copy = newest("nightly", { isGood: true });
  const drill = newest("drill");
  return {
    isConfigured: settings.backups !== null,
    isRequired: settings.environment === "production" && !settings.allowNoBackup,
    replica: replica && { newestAt: replica.newestAt, failure: replica.failure },
    nightly: nightly && { at: copy?.at ?? null, bytes: copy?.bytes ?? 0, failure: nightly.failure },
    drill: drill && {
      at: drill.at,
      ok: drill.failure === null,
      okAt: newest("drill", { isGood: true })?.at ?? null,
      failure: drill.failure,
      rows: drill.rowsRestored ?? 0,
      seconds: drill.durationMs / SECOND_MS,
    },
  };
}

export type BackupRun = typeof backupRuns.$inferSelect;

/** The newest run of a kind, or the newest that went well. */
export function newest(kind: (typeof BACKUP_KINDS)[number], { isGood = false } = {}): BackupRun | null {
  return findNewest(isGood)(kind) ?? null;
}

const findNewest = memoize((isGood: boolean) =>
  prepareGet((kind: BackupRun["kind"]) =>
    db
      .select()
      .from(backupRuns)
      .where(and(eq(backupRuns.kind, kind), isGood ? isNull(backupRuns.failure) : undefined))
      .orderBy(desc(backupRuns.at))
      .limit(1),
  ),
);
