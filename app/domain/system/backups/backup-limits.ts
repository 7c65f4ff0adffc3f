import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";

/** The numbers of the backups, and what they say about a status. `litestream.yml` has the same retention. */

/** How often the bucket is asked for the newest object of the replica. Each check costs one request. */
export const REPLICA_CHECK_SECONDS = 15;
/** Litestream copies every second and each check is a write, so an older replica has missed several. */
export const REPLICA_LATE_SECONDS = 60;
/** From here an outage of the bucket costs more than a short one, so somebody is notified. */
export const REPLICA_ALARM_MINUTES = 5;
/** The replica restores to any of the last days, at the resolution of its levels. */
export const REPLICA_DAYS = 7;
/** A nightly copy is made once a day; two hours for a slow one. */
export const NIGHTLY_LATE_HOURS = 26;
/** With the replica's days this stays under `BACKUP_DAYS`, which the privacy page promises. */
export const NIGHTLY_DAYS = 30;
/** A backup that was never restored is a hope. The schedule asks once a day, some minutes later or earlier. */
export const DRILL_EVERY_DAYS = 6.5;
/** A week, and a day for a retry. */
export const DRILL_LATE_DAYS = 8;

/** A copy, a check or a drill of the whole database, each in a process that ends with the night at the latest. */
export const LONGEST_DATABASE_MINUTES = 180;
/** Comparing indexes takes some 9 seconds a gigabyte while the memory holds the database; of one of 17 gigabytes it took ten minutes. */
const LARGEST_CHECKED_WHOLE = 4e9;

/** How much of a copy is checked: every page, foreign key and invariant; or whether indexes match their tables as well. */
export type CheckDepth = "pages" | "whole";

/** Copies of a large database are checked whole by the weekly drill alone. `bytes` is the size of its file. */
export const depthFor = (bytes: number): CheckDepth => (bytes > LARGEST_CHECKED_WHOLE ? "pages" : "whole");

/** What is known of the backups; every instant is one of the past. */
export interface BackupStatus {
  /** Whether a bucket for the replica is set. */
  isConfigured: boolean;
  /** Whether there must be one: in production, unless its owner declared that the shop does without. */
  isRequired: boolean;
  /** The last question to the bucket: `newestAt` is when it received the replica's newest object. Null: never asked. */
  replica: { newestAt: Date | null; failure: string | null } | null;
  /** The last nightly copy that was made, and why a later try failed. Null: never tried. */
  nightly: { at: Date | null; bytes: number; failure: string | null } | null;
  /** The last drill; `okAt` is the last that went well, `rows` how many rows were restored. Null: never held. */
  drill: {
    at: Date;
    ok: boolean;
    okAt: Date | null;
    failure: string | null;
    rows: number;
    seconds: number;
  } | null;
}

export type BackupProblemKind =
  | "not_configured"
  | "replica_late"
  | "replica_alarm"
  | "nightly_late"
  | "drill_late"
  | "drill_failed";

export interface BackupProblem {
  kind: BackupProblemKind;
  /** A message for staff. */
  message: string;
}

export const NO_BACKUP_NEEDED = "No backups are made here, and none are needed.";

/** What is wrong with the backups, as of `now`. A shop's first minute has problems, until the worker made its first run. */
export function backupProblems(status: BackupStatus, now: Date): BackupProblem[] {
  if (!status.isConfigured)
    return status.isRequired
      ? [{ kind: "not_configured", message: "No backup is configured, so nothing is copied." }]
      : [];
  const problems: BackupProblem[] = [];
  const replicaAge = replicaAgeMs(status, now);
  const why = status.replica?.failure ? ` ${status.replica.failure}` : "";
  if (replicaAge === null || replicaAge > REPLICA_ALARM_MINUTES * MINUTE_MS)
    problems.push({
      kind: "replica_alarm",
      message: `The replica is more than ${REPLICA_ALARM_MINUTES} minutes old, or missing.${why}`,
    });
  else if (replicaAge > REPLICA_LATE_SECONDS * SECOND_MS)
    problems.push({
      kind: "replica_late",
      message: `The replica is more than ${REPLICA_LATE_SECONDS} seconds old.${why}`,
    });
  if (isLate(status.nightly?.at, NIGHTLY_LATE_HOURS * HOUR_MS, now))
    problems.push({
      kind: "nightly_late",
      message:
        `No nightly copy was made in the last ${NIGHTLY_LATE_HOURS} hours. ${status.nightly?.failure ?? ""}`.trim(),
    });
  if (status.drill?.ok === false)
    problems.push({
      kind: "drill_failed",
      message: `The last drill failed. ${status.drill.failure ?? ""}`.trim(),
    });
  else if (isLate(status.drill?.okAt, DRILL_LATE_DAYS * DAY_MS, now))
    problems.push({
      kind: "drill_late",
      message: `No test restore in the last ${DRILL_LATE_DAYS} days.`,
    });
  return problems;
}

/** A time in the future counts as never. */
function isLate(at: Date | null | undefined, longestMs: number, now: Date): boolean {
  return !at || at > now || now.getTime() - at.getTime() > longestMs;
}

/** How old the newest object of the replica is, in milliseconds; null when none was ever seen. */
export function replicaAgeMs({ replica }: BackupStatus, now: Date): number | null {
  return replica?.newestAt ? Math.max(0, now.getTime() - replica.newestAt.getTime()) : null;
}
