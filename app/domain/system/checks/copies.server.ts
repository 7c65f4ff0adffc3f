import { settings } from "~/adapters/settings.server";
import { minutesInWords, numberInWords } from "~/domain/kernel/text/numbers";
import {
  type BackupProblemKind,
  backupProblems,
  DRILL_LATE_DAYS,
  NO_BACKUP_NEEDED,
  REPLICA_ALARM_MINUTES,
} from "../backups/backup-limits";
import { backupStatus } from "../backups/backup-status.server";
import { type Assessment, type Check, DOCTOR_COMMAND, failing, failingIf, well } from "./check";

/** Whether the database could be restored: the replica, the nightly copy and the test restores. */

const isUsed = () => settings.backups !== null;

export const COPIES: readonly Check[] = [
  {
    urgency: "low",
    alarm: {
      kind: "backup_missing",
      title: "Nothing is backed up",
      means: "No backup bucket is set. If we lose the disk, we lose everything.",
      steps: ["Set the five LITESTREAM settings, as scripts/README.md says, and restart."],
      command: DOCTOR_COMMAND,
    },
    assess: (now) => failingIf(messagesOf(["not_configured"], now)),
  },
  {
    readers: { ready: "replica", doctor: "Backup: replica" },
    urgency: "low",
    alarm: {
      kind: "replica_late",
      title: "The backup is behind",
      means: `The newest copy in the bucket is more than ${minutesInWords(REPLICA_ALARM_MINUTES)} old. Anything newer has no backup.`,
      steps: [
        "Look for Litestream’s lines in the log: a refused key, a full bucket, or a name that can’t be found.",
        "If Litestream isn’t running, restart the app. With AWS_CA_BUNDLE set it refuses to start: unset it.",
        "Make copies by hand until it works again.",
      ],
      command: "npm run backup",
    },
    toDo: "Look for Litestream’s lines in the log.",
    isUsed,
    // A replica that is only a minute old is shown on pages; nobody is called for it.
    assess: (now) => ({
      ...assessCopies(["not_configured", "replica_late", "replica_alarm"], now),
      alarm: messagesOf(["replica_alarm"], now),
    }),
  },
  {
    readers: { ready: "nightly copy", doctor: "Backup: nightly copy" },
    urgency: "low",
    alarm: {
      kind: "nightly_late",
      title: "The nightly copy is missing",
      means: "The second, independent backup hasn’t been made for more than a day.",
      steps: ["The message says why it failed.", "Make one by hand and check that it succeeds."],
      command: "npm run backup",
    },
    toDo: "Make one now: npm run backup.",
    isUsed,
    assess: (now) => assessCopies(["nightly_late"], now),
  },
  {
    urgency: "low",
    alarm: {
      kind: "drill_failed",
      title: "The restore drill failed",
      means: "A test restore of the backup failed. Act as if there were no backup.",
      steps: [
        "Make a copy by hand straight away and store it elsewhere.",
        "Run the drill again and read the result.",
        "Don’t delete the volume and don’t deploy until a drill succeeds.",
      ],
      command: "npm run backup && npm run drill",
    },
    assess: (now) => failingIf(messagesOf(["drill_failed"], now)),
  },
  {
    readers: { ready: "restore drill", doctor: "Backup: drill" },
    urgency: "low",
    alarm: {
      kind: "drill_late",
      title: "No recent restore drill",
      means: `The last successful drill is more than ${numberInWords(DRILL_LATE_DAYS)} days old, so we don’t know whether a restore works.`,
      steps: ["Run one by hand.", "If the weekly task isn’t running, check the scheduler on the System page."],
      command: "npm run drill",
    },
    toDo: "Run one now: npm run drill.",
    isUsed,
    assess: (now) => ({ ...assessCopies(["drill_late", "drill_failed"], now), alarm: messagesOf(["drill_late"], now) }),
  },
];

function assessCopies(kinds: readonly BackupProblemKind[], now: Date): Assessment {
  const message = messagesOf(kinds, now);
  return message ? failing(message) : well(isUsed() ? "Fresh." : NO_BACKUP_NEEDED);
}

/** What of these kinds is wrong with the backups; null for nothing. */
function messagesOf(kinds: readonly BackupProblemKind[], now: Date): string | null {
  const problems = backupProblems(backupStatus(), now).filter(({ kind }) => kinds.includes(kind));
  return problems.map(({ message }) => message).join(" ") || null;
}
