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

const KINDS: readonly { id: string; name: string; problems: readonly BackupProblemKind[] }[] = [
  { id: "replica", name: "Last copy", problems: ["not_configured", "replica_late", "replica_alarm"] },
  { id: "nightly", name: "Nightly copy", problems: ["not_configured", "nightly_late"] },
  { id: "drill", name: "Last drill", problems: ["not_configured", "drill_late", "drill_failed"] },
];

export function backupSummary(status: BackupStatus, now: Date) {
  const found = new Map(backupProblems(status, now).map(({ kind, message }) => [kind, message]));
  return KINDS.map(({ id, name, problems }) => {
    const problem = problems.map((kind) => found.get(kind)).find(Boolean);
    return { id, name, isGood: problem === undefined, found: problem ?? whatIsKnown(id, status, now) };
  });
}

function whatIsKnown(id: string, status: BackupStatus, now: Date): string {
  const { nightly, drill } = status;
  if (!status.isConfigured) return NO_BACKUP_NEEDED;
  if (id === "replica") return `${Math.round((replicaAgeMs(status, now) ?? 0) / SECOND_MS)} seconds old`;
  if (id === "nightly")
    return nightly?.at ? `${formatMoment(nightly.at)}, ${formatBytes(nightly.bytes)}` : "Not made yet";
  return drill
    ? `${formatMoment(drill.at)}, ${formatNumber(drill.rows)} rows in ${Math.round(drill.seconds)} s`
    : "Not run yet";
}
