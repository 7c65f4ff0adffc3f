import { readFileSync } from "node:fs";
import { rawConnection } from "#db/client.server";
import { storageFailure } from "#db/errors";
import { waitUntilWritable, withoutWaiting } from "#db/write-lock.server";
import { settings } from "~/adapters/settings.server";
import {
  DAY_MS,
  DAY_SECONDS,
  HOUR_MS,
  HOUR_SECONDS,
  MINUTE_MS,
  MINUTE_SECONDS,
  SECOND_MS,
} from "~/domain/kernel/time/durations";
import { type BackupProblem, backupProblems, NO_BACKUP_NEEDED } from "../backups/backup-limits";
import { backupStatus } from "../backups/backup-status.server";
import { diskSpace } from "./disk.server";
import { assessDisk, PRINTER_SILENT_MS, SERVICE_SILENT_MS, SILENT_MS, WEBHOOK_LATE_MS } from "./health-limits";
import { lastHeartbeat } from "./heartbeat.server";
import { noteService, type ServiceName, serviceCheck } from "./service-checks.server";
import { STORAGE_WORDS } from "./storage-messages.server";
import { lateEmails, type Waiting, waitingWebhooks } from "./waiting-work.server";

/**
 * Whether the product can do its work now, check by check. Everything is read from rows and from this machine, without
 * a call to any service.
 */

export const READINESS_CHECKS = [
  "database",
  "disk",
  "migrations",
  "worker",
  "replica",
  "nightly copy",
  "restore drill",
  "emails",
  "storage",
  "payments",
  "webhooks",
] as const;
export type ReadinessCheck = (typeof READINESS_CHECKS)[number];

export interface ReadinessFinding {
  name: ReadinessCheck;
  ok: boolean;
  /** A message for staff; no URL and no secret. */
  reason: string;
}

type Verdict = Omit<ReadinessFinding, "name">;
const well = (reason: string): Verdict => ({ ok: true, reason });
const failing = (reason: string): Verdict => ({ ok: false, reason });

const CHECKS: Readonly<Record<ReadinessCheck, (now: Date) => Verdict | Promise<Verdict>>> = {
  database: writeProbe,
  disk: async () => {
    const { level, message } = assessDisk(await diskSpace(settings.dataFolder));
    return level === "nearly_full" ? failing(message) : well(message);
  },
  migrations: () => {
    const pending = pendingMigrations();
    return pending.length === 0 ? well("All applied.") : failing(`Not applied: ${pending.join(", ")}.`);
  },
  worker: (now) => {
    const at = lastHeartbeat();
    if (!at) return failing("It has never run.");
    const age = now.getTime() - at.getTime();
    if (age < -SILENT_MS) return failing("It was last seen while this machine’s clock was ahead.");
    const sentence = `Last seen ${ageInWords(age)} ago.`;
    return age <= SILENT_MS ? well(sentence) : failing(sentence);
  },
  replica: (now) => backup(["not_configured", "replica_late", "replica_alarm"], now),
  "nightly copy": (now) => backup(["nightly_late"], now),
  "restore drill": (now) => backup(["drill_late", "drill_failed"], now),
  emails: (now) => waits(lateEmails(now), 0, "emails are late", now),
  storage: (now) => service("storage", now),
  payments: (now) => service("payments", now),
  webhooks: (now) => waits(waitingWebhooks(), WEBHOOK_LATE_MS, "provider messages are waiting", now),
};

/** Runs all checks now. Nothing is thrown: a check that breaks is failing. */
export async function checkReadiness(now: Date): Promise<ReadinessFinding[]> {
  return await Promise.all(
    READINESS_CHECKS.map(async (name) => {
      try {
        return { name, ...(await CHECKS[name](now)) };
      } catch (error) {
        const { code } = error as { code?: unknown };
        return { name, ...failing(`Couldn’t be checked (${typeof code === "string" ? code : "error"}).`) };
      }
    }),
  );
}

/** Anybody may ask, and each check is a write: results are reused for this many seconds. */
const REUSE_MS = 5 * SECOND_MS;

let recent: { at: number; findings: Promise<ReadinessFinding[]> } | undefined;

/** The findings, at most five seconds old. */
export async function recentReadiness(now: Date): Promise<ReadinessFinding[]> {
  if (!recent || Math.abs(now.getTime() - recent.at) > REUSE_MS)
    recent = { at: now.getTime(), findings: checkReadiness(now) };
  return await recent.findings;
}

/** Commits a row, because a write that is rolled back never reaches the disk. Waits without blocking the process. */
async function writeProbe(now: Date): Promise<Verdict> {
  if (!(await waitUntilWritable())) return failing("Another process holds the write lock.");
  try {
    withoutWaiting(() => noteService("database", { ok: true }, now));
    return well("A row was written.");
  } catch (error) {
    const reason = storageFailure(error);
    if (reason === null) throw error;
    return failing(STORAGE_WORDS[reason]);
  }
}

interface Journal {
  entries: { tag: string; when: number }[];
}
let journal: Journal | undefined;

/** Names of migrations of this release that the database does not have. */
export function pendingMigrations(): string[] {
  journal ??= JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")) as Journal;
  const applied = rawConnection().prepare("SELECT max(created_at) FROM __drizzle_migrations").pluck().get();
  return journal.entries.filter(({ when }) => when > Number(applied)).map(({ tag }) => tag);
}

function backup(kinds: readonly BackupProblem["kind"][], now: Date): Verdict {
  const status = backupStatus();
  const problems = backupProblems(status, now).filter(({ kind }) => kinds.includes(kind));
  if (problems.length === 0) return well(status.isConfigured ? "Fresh." : NO_BACKUP_NEEDED);
  return failing(problems.map(({ message }) => message).join(" "));
}

function service(name: ServiceName, now: Date, silentMs = SERVICE_SILENT_MS): Verdict {
  const found = serviceCheck(name);
  if (!found) return failing("Not asked yet.");
  const because = found.failure ? ` ${found.failure}` : "";
  if (!found.okAt) return failing(`It has never answered.${because}`);
  const age = now.getTime() - found.okAt.getTime();
  if (age < -silentMs) return failing(`It answered while this machine’s clock was ahead.${because}`);
  return age <= silentMs
    ? well(`Answered ${ageInWords(age)} ago.`)
    : failing(`Last answered ${ageInWords(age)} ago.${because}`);
}

/**
 * The printer as staff see it beside the checks. With its API away books wait with us and the product still
 * does its work, so it doesn’t count for readiness.
 */
export function printerFinding(now: Date): { name: string; ok: boolean; reason: string } {
  if (!settings.printer) return { name: "printer", ...well("Books are taken to a printer by hand.") };
  return { name: "printer", ...service("printer", now, PRINTER_SILENT_MS) };
}

function waits({ found, oldest }: Waiting, longestMs: number, what: string, now: Date): Verdict {
  const age = oldest ? now.getTime() - oldest.getTime() : 0;
  if (!oldest || age <= longestMs) return well("Nothing is late.");
  return failing(`${found} ${what}, the oldest for ${ageInWords(age)}.`);
}

/** "40 s", "12 min", "5 h" or "3 days". */
export function ageInWords(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / SECOND_MS));
  if (seconds < 2 * MINUTE_SECONDS) return `${seconds} s`;
  if (seconds < 2 * HOUR_SECONDS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (seconds < 2 * DAY_SECONDS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}
