import { minutesInWords, numberInWords } from "~/domain/kernel/text/numbers";
import {
  type BackupProblemKind,
  backupProblems,
  DRILL_LATE_DAYS,
  NO_BACKUP_NEEDED,
  REPLICA_ALARM_MINUTES,
} from "../backups/backup-limits";
import { backupStatus } from "../backups/backup-status.server";
import { type Assessment, type Check, check, DOCTOR_COMMAND, failing, well } from "./check";

/** Whether the database could be restored: the replica, the nightly copy and the test restores. */
export const COPIES: readonly Check[] = [
  check({
    readers: { ready: "replica" },
    urgency: "low",
    alarms: {
      backup_missing: {
        title: "Nothing is backed up",
        means: "No backup bucket is set. If we lose the disk, we lose everything.",
        steps: ["Set the five LITESTREAM settings, as scripts/README.md says, and restart."],
        command: DOCTOR_COMMAND,
        ends: "itself",
      },
      replica_late: {
        title: "The backup is behind",
        means: `The newest copy in the bucket is more than ${minutesInWords(REPLICA_ALARM_MINUTES)} old. Anything newer has no backup.`,
        steps: [
          "Look for Litestream’s lines in the log: a refused key, a full bucket, or a name that can’t be found.",
          "If Litestream isn’t running, restart the app. With AWS_CA_BUNDLE set it refuses to start: unset it.",
          "Make copies by hand until it works again.",
        ],
        command: "npm run backup",
        ends: "itself",
      },
    },
    // A replica that is only a minute old is shown on pages; nobody is called for it.
    assess: (now) =>
      assessCopies({ not_configured: "backup_missing", replica_late: null, replica_alarm: "replica_late" }, now),
  }),
  check({
    readers: { ready: "nightly copy" },
    urgency: "low",
    alarms: {
      nightly_late: {
        title: "The nightly copy is missing",
        means: "The second, independent backup hasn’t been made for more than a day.",
        steps: ["The message says why it failed.", "Make one by hand and check that it succeeds."],
        command: "npm run backup",
        ends: "itself",
      },
    },
    assess: (now) => assessCopies({ nightly_late: "nightly_late" }, now),
  }),
  check({
    readers: { ready: "restore drill" },
    urgency: "low",
    alarms: {
      drill_failed: {
        title: "The restore drill failed",
        means: "A test restore of the backup failed. Act as if there were no backup.",
        steps: [
          "Make a copy by hand straight away and store it elsewhere.",
          "Run the drill again and read the result.",
          "Don’t delete the volume and don’t deploy until a drill succeeds.",
        ],
        command: "npm run backup && npm run drill",
        ends: "itself",
      },
      drill_late: {
        title: "No recent restore drill",
        means: `The last successful drill is more than ${numberInWords(DRILL_LATE_DAYS)} days old, so we don’t know whether a restore works.`,
        steps: ["Run one by hand.", "If the weekly task isn’t running, check the scheduler on the System page."],
        command: "npm run drill",
        ends: "itself",
      },
    },
    assess: (now) => assessCopies({ drill_late: "drill_late", drill_failed: "drill_failed" }, now),
  }),
];

/** These problems of the backups, each with the alarm that it raises. */
function assessCopies<const Kind extends string>(
  alarms: Readonly<Partial<Record<BackupProblemKind, Kind | null>>>,
  now: Date,
): Assessment<Kind> {
  const status = backupStatus();
  const problems = backupProblems(status, now).filter(({ kind }) => kind in alarms);
  if (problems.length === 0) return well(status.isConfigured ? "Fresh." : NO_BACKUP_NEEDED);
  const raises = problems.flatMap(({ kind, message }) => {
    const alarm = alarms[kind];
    return alarm ? [{ kind: alarm, message }] : [];
  });
  return { ...failing(problems.map(({ message }) => message).join(" ")), raises };
}
