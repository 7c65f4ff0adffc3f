import { and, eq, gt, isNull } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { alarms } from "#db/schema";
import { raiseAlarmOfCheck, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { SERVICE_SILENT_MS } from "../health/health-limits";
import type { Check, Condition, Given, ResponseCounts } from "./check";
import { CHECKS } from "./checks.server";
import { assessService } from "./service.server";

/**
 * The alarms of the checks, looked at every minute: each is raised while its condition holds and ended when it no longer
 * does. The worker raises all but those of the web processes.
 */

const URGENCIES = ["high", undefined, "low"] as const;
const BY_URGENCY = URGENCIES.flatMap((urgency) => CHECKS.filter((check) => check.urgency === urgency));

/** Looks at everything that the worker looks at. @throws when the database takes no writes. */
export async function watchFromWorker(now: Date): Promise<void> {
  const checks = BY_URGENCY.filter(({ raisedBy }) => raisedBy === undefined);
  await keepAlarms("watch:", checks, {}, now);
  endStorageFailures(now);
}

/**
 * Looks at this web process's own errors and, from the first one, at the worker; `webProcess` counts from 1. Returns
 * whether the worker was found silent.
 */
export async function watchFromWeb(
  responses: ResponseCounts,
  now: Date,
  webProcess = 1,
): Promise<{ isWorkerSilent: boolean }> {
  const isFirst = webProcess === 1;
  const checks = CHECKS.filter(({ raisedBy }) => raisedBy === "web" || (isFirst && raisedBy === "first web process"));
  const found = await keepAlarms(isFirst ? "watch-web:" : `watch-web-${webProcess}:`, checks, { responses }, now);
  return { isWorkerSilent: found.some(({ kind }) => kind === "worker_silent") };
}

/** Raises the alarms of what is found, and ends the others with this prefix; a check that breaks ends none of its own. */
async function keepAlarms(prefix: string, checks: readonly Check[], given: Given, now: Date): Promise<Condition[]> {
  const found: Condition[] = [];
  const unknown = new Set<string>();
  for (const { alarms: pages = {}, assess } of checks) {
    const kinds = Object.keys(pages);
    try {
      for (const { raises = [] } of [await assess(now, given)].flat()) found.push(...raises);
    } catch (error) {
      const message = `A check of ${kinds[0]} broke: ${String(error).slice(0, 200)}`;
      // One alarm, whatever breaks beside it.
      if (unknown.size === 0) found.push({ kind: "task_failing", message });
      for (const kind of kinds) unknown.add(kind);
    }
  }
  const keyOf = ({ kind, about }: Condition) => `${prefix}${kind}${about ? `:${about.id}` : ""}`;
  const open = db
    .select({ kind: alarms.kind, dedupeKey: alarms.dedupeKey })
    .from(alarms)
    .where(isNull(alarms.resolvedAt))
    .all()
    .filter(({ dedupeKey }) => dedupeKey.startsWith(prefix));
  if (found.length === 0 && open.length === 0) return found;
  const unresolved = open.filter(({ kind }) => unknown.has(kind)).map(({ dedupeKey }) => dedupeKey);
  write((tx) => {
    for (const condition of found) {
      const { kind, message, about = { type: "system", id: kind } } = condition;
      const alarm = { kind, message, objectType: about.type, objectId: about.id, dedupeKey: keyOf(condition) };
      raiseAlarmOfCheck(tx, alarm, now);
    }
    resolveEnded(tx, { beginning: prefix, stillTrue: [...found.map(keyOf), ...unresolved] }, now);
  });
  return found;
}

const STORAGE_QUIET_MS = 15 * MINUTE_MS;

/** Ends alarms of single files that failed, once the storage responds and a quarter of an hour brought no other. */
function endStorageFailures(now: Date): void {
  const storage = assessService("storage", { kind: "storage_unreachable", silentMs: SERVICE_SILENT_MS, now });
  if (storage.raises?.length) return;
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
