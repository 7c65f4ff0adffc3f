import { and, eq, isNull } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { alarms } from "#db/schema";
import { raiseAlarmOfCheck, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { SERVICE_SILENT_MS } from "../health/health-limits";
import type { Assessment, Check, Given, ResponseCounts } from "./check";
import { CHECKS } from "./checks.server";
import { assessService } from "./service-silence.server";

/**
 * The alarms of the checks, looked at every minute: each is raised while its condition holds and ended when it no longer
 * does. The worker raises all but those of the web processes.
 */

const URGENCIES = ["high", undefined, "low"] as const;
const BY_URGENCY = URGENCIES.flatMap((urgency) => CHECKS.filter((check) => check.urgency === urgency));

/** Looks at everything that the worker looks at. @throws when the database takes no writes. */
export async function watchFromWorker(now: Date, given: Given = {}): Promise<void> {
  const checks = BY_URGENCY.filter(({ raisedBy }) => raisedBy === undefined);
  await keepAlarms("watch:", checks, given, now);
  endStorageFailures(now);
}

/** Looks at this web process's own errors and, from the first one, at the worker; `webProcess` counts from 1. */
export async function watchFromWeb(responses: ResponseCounts, now: Date, webProcess = 1): Promise<void> {
  const isFirst = webProcess === 1;
  const checks = CHECKS.filter(({ raisedBy }) => raisedBy === "web" || (isFirst && raisedBy === "first web process"));
  await keepAlarms(isFirst ? "watch-web:" : `watch-web-${webProcess}:`, checks, { responses }, now);
}

/** Raises the alarms of what is found, and ends the others with this prefix; a check that breaks ends none of its own. */
async function keepAlarms(prefix: string, checks: readonly Check[], given: Given, now: Date): Promise<void> {
  const found: { kind: string; message: string; about?: Assessment["about"] }[] = [];
  const broken = new Set<string>();
  for (const { alarm, assess } of checks) {
    if (!alarm) continue;
    const { kind } = alarm;
    try {
      for (const one of [await assess(now, given)].flat()) {
        const message = one.alarm === undefined && one.state === "failing" ? one.message : one.alarm;
        if (message) found.push({ kind, message, about: one.about });
      }
    } catch (error) {
      // The page of this alarm is about the worker's tasks; what breaks in a web process is logged there.
      if (given.responses) throw error;
      const message = `A check of ${kind} broke: ${String(error).slice(0, 200)}`;
      // One alarm, whatever breaks beside it.
      if (broken.size === 0) found.push({ kind: "task_failing", message });
      broken.add(kind);
    }
  }
  const open = db
    .select({ kind: alarms.kind, dedupeKey: alarms.dedupeKey })
    .from(alarms)
    .where(isNull(alarms.resolvedAt))
    .all()
    .filter(({ dedupeKey }) => dedupeKey.startsWith(prefix));
  if (found.length === 0 && open.length === 0) return;
  const stillTrue = open.filter(({ kind }) => broken.has(kind)).map(({ dedupeKey }) => dedupeKey);
  write((tx) => {
    for (const { kind, message, about } of found) {
      const dedupeKey = `${prefix}${kind}${about ? `:${about.id}` : ""}`;
      stillTrue.push(dedupeKey);
      const { type, id } = about ?? { type: "system", id: kind };
      raiseAlarmOfCheck(tx, { kind, message, objectType: type, objectId: id, dedupeKey }, now);
    }
    resolveEnded(tx, { beginning: prefix, stillTrue }, now);
  });
}

const STORAGE_QUIET_MS = 15 * MINUTE_MS;

/** Ends alarms of single files that failed, once the storage responds and a quarter of an hour brought no other. */
function endStorageFailures(now: Date): void {
  if (assessService("storage", SERVICE_SILENT_MS, now).alarm) return;
  const since = new Date(now.getTime() - STORAGE_QUIET_MS);
  const open = db
    .select({ dedupeKey: alarms.dedupeKey, lastSeenAt: alarms.lastSeenAt })
    .from(alarms)
    .where(and(eq(alarms.kind, "storage_failed"), isNull(alarms.resolvedAt)))
    .all();
  if (open.length === 0) return;
  const stillTrue = open.filter(({ lastSeenAt }) => lastSeenAt > since).map(({ dedupeKey }) => dedupeKey);
  write((tx) => resolveEnded(tx, { beginning: "storage:", stillTrue }, now));
}
