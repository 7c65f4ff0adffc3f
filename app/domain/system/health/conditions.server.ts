import { and, eq, gt, isNotNull, isNull } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { alarms, scheduleRuns } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import type { AlarmKind } from "~/domain/kernel/alarms/alarm-kinds";
import { type NewAlarm, raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { formatShare, minutesInWords } from "~/domain/kernel/text/numbers";
import { daysBetween, londonDay } from "~/domain/kernel/time/days";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "~/domain/kernel/time/durations";
import { formatDay, formatLondonDay } from "~/domain/kernel/time/format-days";
import { refusedEmails, sendingStopped } from "~/domain/mail/outbox/circuit-breaker.server";
import { type BackupProblemKind, backupProblems } from "../backups/backup-limits";
import { backupStatus } from "../backups/backup-status.server";
import { clockProblem } from "./clock.server";
import { diskSpace } from "./disk.server";
import {
  ADDRESS_SILENT_MS,
  assessDisk,
  CERTIFICATE_DAYS,
  DIRECTORY_SECRET_DAYS,
  EMAIL_LATE_MS,
  ERROR_SHARE,
  ERRORS_AT_LEAST,
  MAIL_SILENT_MS,
  PRINTER_SILENT_MS,
  SERVICE_SILENT_MS,
  SILENT_MS,
  TASK_FAILING_MS,
  UNFULFILLED_MS,
  WEBHOOK_LATE_MS,
} from "./health-limits";
import { lastHeartbeat } from "./heartbeat.server";
import { ageInWords } from "./readiness.server";
import { type ServiceName, serviceCheck } from "./service-checks.server";
import { lateEmails, stoppedShipments, unfulfilledOrders, waitingWebhooks } from "./waiting-work.server";

/**
 * Conditions that are looked at every minute. Each raises an alarm while it holds and ends it when it no longer does.
 * The worker looks at all but two; each web process looks at its own errors, and the first one at the worker.
 */

interface Condition {
  kind: AlarmKind;
  /** Separates alarms of one kind. */
  about?: { type: string; id: string };
  message: string;
}

type Find = (now: Date) => Condition[] | Promise<Condition[]>;

const one = (kind: AlarmKind, message: string | null): Condition[] => (message ? [{ kind, message }] : []);

/** Each with the kinds it may raise, so that one that breaks ends none of its alarms. */
const OF_THE_WORKER: readonly { kinds: readonly AlarmKind[]; find: Find }[] = [
  // First in an email, because it explains others.
  { kinds: ["clock_wrong"], find: findWrongClock },
  { kinds: ["disk_filling", "disk_nearly_full"], find: findFullDisk },
  {
    kinds: ["emails_waiting"],
    find: (now) => {
      const { found, oldest } = lateEmails(now);
      if (!oldest) return [];
      const limit = EMAIL_LATE_MS / MINUTE_MS;
      const age = ageInWords(now.getTime() - oldest.getTime());
      return one("emails_waiting", `${found} waited for more than ${limit} minutes, the oldest for ${age}.`);
    },
  },
  {
    kinds: ["webhooks_waiting"],
    find: (now) => {
      const { found, oldest } = waitingWebhooks();
      const age = oldest ? now.getTime() - oldest.getTime() : 0;
      const isLate = age > WEBHOOK_LATE_MS;
      return one("webhooks_waiting", isLate ? `${found} wait, the oldest for ${ageInWords(age)}.` : null);
    },
  },
  {
    kinds: ["paid_unfulfilled"],
    find: (now) =>
      unfulfilledOrders(now).map((id) => ({
        kind: "paid_unfulfilled",
        about: { type: "order", id },
        message: `It was paid more than ${minutesInWords(UNFULFILLED_MS / MINUTE_MS)} ago and the buyer has nothing yet.`,
      })),
  },
  {
    kinds: ["storage_unreachable"],
    find: (now) => one("storage_unreachable", silence("storage", SERVICE_SILENT_MS, now)),
  },
  {
    kinds: ["payments_failing"],
    find: (now) => one("payments_failing", silence("payments", SERVICE_SILENT_MS, now)),
  },
  {
    kinds: ["printer_failing"],
    find: (now) => (settings.printer ? one("printer_failing", silence("printer", PRINTER_SILENT_MS, now)) : []),
  },
  {
    kinds: ["print_order_stopped"],
    find: () =>
      stoppedShipments().map((id) => ({
        kind: "print_order_stopped",
        about: { type: "shipment", id },
        message: "The printer isn’t printing it. The parcel’s page says why, in the printer’s words.",
      })),
  },
  { kinds: ["mail_failing"], find: (now) => one("mail_failing", silence("mail", MAIL_SILENT_MS, now)) },
  { kinds: ["mail_refused"], find: () => one("mail_refused", refusal()) },
  { kinds: ["mail_certificate"], find: (now) => one("mail_certificate", certificateProblem(now)) },
  {
    kinds: ["public_address"],
    find: (now) => one("public_address", silence("public-address", ADDRESS_SILENT_MS, now)),
  },
  {
    kinds: ["public_certificate"],
    find: (now) => one("public_certificate", certificateEnd("public-address", now)),
  },
  { kinds: ["directory_secret"], find: (now) => one("directory_secret", directorySecretProblem(now)) },
  {
    kinds: ["backup_missing", "replica_late", "nightly_late", "drill_late", "drill_failed"],
    find: findOldBackups,
  },
  { kinds: ["task_failing"], find: findFailingTasks },
  { kinds: ["web_silent"], find: findSilentWeb },
];

/** Looks at everything that the worker looks at. @throws when the database takes no writes. */
export async function watchFromWorker(now: Date): Promise<void> {
  const found: Condition[] = [];
  const unknown = new Set<AlarmKind>();
  for (const { kinds, find } of OF_THE_WORKER) {
    try {
      found.push(...(await find(now)));
    } catch (error) {
      for (const kind of kinds) unknown.add(kind);
      found.push(...one("task_failing", `A check of ${kinds[0]} broke: ${String(error).slice(0, 200)}`));
    }
  }
  keepAlarms("watch:", found, unknown, now);
  endStorageFailures(now);
}

/** Responses of the web process in its last minutes, and how many were server errors. */
export interface ResponseCounts {
  responses: number;
  errors: number;
}

/**
 * Looks at this web process's own errors and, from the first one, at the worker; `webProcess` counts from 1. Returns
 * whether the worker was found silent.
 */
export function watchFromWeb(counts: ResponseCounts, now: Date, webProcess = 1): { isWorkerSilent: boolean } {
  const at = lastHeartbeat();
  const age = at ? now.getTime() - at.getTime() : null;
  const isWorkerSilent = webProcess === 1 && (age === null || Math.abs(age) > SILENT_MS);
  const share = counts.responses === 0 ? 0 : counts.errors / counts.responses;
  const failsOften = counts.errors >= ERRORS_AT_LEAST && share > ERROR_SHARE;
  const since = age === null ? "It has never responded." : `Silent for ${ageInWords(Math.abs(age))}.`;
  const found = [
    ...one("worker_silent", isWorkerSilent ? since : null),
    ...one(
      "server_errors",
      failsOften ? `${counts.errors} of ${counts.responses} answers were errors, ${formatShare(share)}.` : null,
    ),
  ];
  keepAlarms(webProcess === 1 ? "watch-web:" : `watch-web-${webProcess}:`, found, new Set(), now);
  return { isWorkerSilent };
}

/** Raises the alarms of what was found, and ends the others with this prefix. */
function keepAlarms(prefix: string, found: readonly Condition[], unknown: ReadonlySet<AlarmKind>, now: Date): void {
  const wanted = found.map((condition): NewAlarm => {
    const { kind, message, about = { type: "system", id: kind } } = condition;
    const dedupeKey = about.id === kind ? `${prefix}${kind}` : `${prefix}${kind}:${about.id}`;
    return { kind, message, objectType: about.type, objectId: about.id, dedupeKey };
  });
  const open = db
    .select({ kind: alarms.kind, dedupeKey: alarms.dedupeKey })
    .from(alarms)
    .where(isNull(alarms.resolvedAt))
    .all()
    .filter(({ dedupeKey }) => dedupeKey.startsWith(prefix));
  if (wanted.length === 0 && open.length === 0) return;
  const unresolved = open.filter(({ kind }) => unknown.has(kind as AlarmKind)).map(({ dedupeKey }) => dedupeKey);
  write((tx) => {
    for (const alarm of wanted) raiseAlarm(tx, alarm, now);
    const stillTrue = [...wanted.map(({ dedupeKey }) => dedupeKey), ...unresolved];
    resolveEnded(tx, { beginning: prefix, stillTrue }, now);
  });
}

/** Storage that doesn't say its time has an alarm of its own. */
async function findWrongClock(now: Date): Promise<Condition[]> {
  return one("clock_wrong", await clockProblem(now).catch(() => null));
}

async function findFullDisk(): Promise<Condition[]> {
  const { level, message } = assessDisk(await diskSpace(settings.dataFolder));
  return level === "enough" ? [] : one(`disk_${level}`, message);
}

/** Why a service counts as failing: it was asked, and has not responded for this long. */
function silence(name: ServiceName, longestMs: number, now: Date): string | null {
  const check = serviceCheck(name);
  if (!check?.failedAt || !check.failure) return null;
  const since = check.okAt ?? check.failedAt;
  const age = now.getTime() - since.getTime();
  if (check.okAt && Math.abs(age) <= longestMs) return null;
  return check.okAt ? `Silent for ${ageInWords(Math.abs(age))}. ${check.failure}` : check.failure;
}

/** Why sending is stopped, as the relay's response text. */
function refusal(): string | null {
  const stopped = sendingStopped();
  return stopped && `${refusedEmails().found} refused, and all others wait. The relay says: ${stopped.reply}`;
}

function certificateProblem(now: Date): string | null {
  const check = serviceCheck("mail-certificate");
  return check?.failure ?? certificateEnd("mail-certificate", now);
}

/** That the certificate of this service ends within two weeks. */
function certificateEnd(name: ServiceName, now: Date): string | null {
  const check = serviceCheck(name);
  if (!check?.validUntil) return null;
  const days = (check.validUntil.getTime() - now.getTime()) / DAY_MS;
  return days > CERTIFICATE_DAYS ? null : `It ends on ${formatLondonDay(check.validUntil)}.`;
}

/** Null where no directory is set, or the day its secret ends is far off or not known. */
export function directorySecretProblem(now: Date): string | null {
  const endsOn = settings.entra?.secretEndsOn;
  if (!endsOn) return null;
  const days = daysBetween(londonDay(now), endsOn);
  if (days > DIRECTORY_SECRET_DAYS) return null;
  return `ENTRA_CLIENT_SECRET ${days < 0 ? "ended" : "ends"} on ${formatDay(endsOn)}.`;
}

/** A replica that is only a minute old is shown on pages; nobody is called for it. */
const BACKUP_KINDS: Readonly<Record<BackupProblemKind, AlarmKind | null>> = {
  not_configured: "backup_missing",
  replica_late: null,
  replica_alarm: "replica_late",
  nightly_late: "nightly_late",
  drill_late: "drill_late",
  drill_failed: "drill_failed",
};

function findOldBackups(now: Date): Condition[] {
  const status = backupStatus();
  return backupProblems(status, now).flatMap(({ kind, message }) => {
    const alarm = BACKUP_KINDS[kind];
    return alarm ? one(alarm, message) : [];
  });
}

/** Since when each task fails, as far as this worker knows. */
const failingSince = new Map<string, Date>();

function findFailingTasks(now: Date): Condition[] {
  const failed = db.select().from(scheduleRuns).where(isNotNull(scheduleRuns.failure)).all();
  const names = new Set(failed.map(({ name }) => name));
  for (const name of failingSince.keys()) if (!names.has(name)) failingSince.delete(name);
  return failed.flatMap(({ name, failure }) => {
    const known = failingSince.get(name) ?? now;
    const since = known > now ? now : known;
    failingSince.set(name, since);
    if (now.getTime() - since.getTime() < TASK_FAILING_MS) return [];
    return [{ kind: "task_failing" as const, about: { type: "task", id: name }, message: `${name}: ${failure}` }];
  });
}

const WEB_RESPONSE_MS = 5 * SECOND_MS;
let webFailures = 0;

/** Two misses in a row, because a deploy lasts some seconds. */
async function findSilentWeb(): Promise<Condition[]> {
  const why = await fetch(`http://127.0.0.1:${settings.port}/health`, {
    signal: AbortSignal.timeout(WEB_RESPONSE_MS),
  }).then(
    (response) => (response.ok ? null : `Its health page answers ${response.status}.`),
    (error: unknown) => `Its health page doesn’t answer (${error instanceof Error ? error.name : "error"}).`,
  );
  webFailures = why ? webFailures + 1 : 0;
  return one("web_silent", webFailures >= 2 ? why : null);
}

const STORAGE_QUIET_MS = 15 * MINUTE_MS;

/** Ends alarms of single files that failed, once the storage responds and a quarter of an hour brought no other. */
function endStorageFailures(now: Date): void {
  if (silence("storage", SERVICE_SILENT_MS, now)) return;
  const since = new Date(now.getTime() - STORAGE_QUIET_MS);
  const open = and(eq(alarms.kind, "storage_failed"), isNull(alarms.resolvedAt));
  const lately = db
    .select({ dedupeKey: alarms.dedupeKey })
    .from(alarms)
    .where(and(open, gt(alarms.lastSeenAt, since)))
    .all();
  const anyOpen = db.select({ id: alarms.id }).from(alarms).where(open).limit(1).get();
  if (!anyOpen) return;
  write((tx) => resolveEnded(tx, { beginning: "storage:", stillTrue: lately.map(({ dedupeKey }) => dedupeKey) }, now));
}
