import { formatBytes, formatNumber } from "~/domain/kernel/text/numbers";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { formatMoment } from "~/domain/kernel/time/format-days";
import {
  type BackupProblemKind,
  type BackupStatus,
  backupProblems,
  NO_BACKUP_NEEDED,
  replicaAgeMs,
} from "./backup-limits";

/** The backups in a line each, for staff: what was found last, or what is wrong. */
export function backupSummary(status: BackupStatus, now: Date): { name: string; ok: boolean; reason: string }[] {
  const problems = backupProblems(status, now);
  const line = (name: string, kinds: readonly BackupProblemKind[], known: string) => {
    const problem = problems.find(({ kind }) => kind === "not_configured" || kinds.includes(kind));
    const reason = problem?.message ?? (status.isConfigured ? known : NO_BACKUP_NEEDED);
    return { name, ok: problem === undefined, reason };
  };
  const { nightly, drill } = status;
  const seconds = Math.round((replicaAgeMs(status, now) ?? 0) / SECOND_MS);
  return [
    line("Last copy", ["replica_late", "replica_alarm"], `${seconds} seconds old`),
    line(
      "Nightly copy",
      ["nightly_late"],
      nightly?.at ? `${formatMoment(nightly.at)}, ${formatBytes(nightly.bytes)}` : "Not made yet",
    ),
    line(
      "Last drill",
      ["drill_late", "drill_failed"],
      drill
        ? `${formatMoment(drill.at)}, ${formatNumber(drill.rows)} rows in ${Math.round(drill.seconds)} s`
        : "Not run yet",
    ),
  ];
}
