import { heartbeat } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { configuredChannels } from "~/domain/system/alarms/channels.server";
import { notifyAlarms } from "~/domain/system/alarms/notices.server";
import { tellWithoutRows } from "~/domain/system/alarms/without-rows.server";
import type { Given } from "~/domain/system/checks/check";
import { canTell, checkReadiness } from "~/domain/system/checks/readiness.server";
import { watchFromWorker } from "~/domain/system/checks/watch.server";
import { followUnfulfilled } from "~/domain/system/health/unfulfilled-orders.server";

/** Work that waited while no worker ran is done first, or each start would raise alarms that end within the minute. */
const SETTLE_MS = MINUTE_MS;

/** The watch of one worker, which begins a minute after the worker. */
export function createWatch(): (now: Date) => Promise<void> {
  let startedAt: Date | null = null;
  const unfulfilled = followUnfulfilled();
  return async (now) => {
    if (startedAt === null || startedAt > now) startedAt = now;
    if (now.getTime() - startedAt.getTime() >= SETTLE_MS) await watch(now, { unfulfilled });
  };
}

/** Looks at everything that raises or ends an alarm. */
export async function watch(now: Date, given: Given = {}): Promise<void> {
  const findings = await checkReadiness(now);
  const isWritable = await tellWithoutRows(now, { findings });
  if (canTell(findings)) await sendHeartbeat();
  if (isWritable) await watchFromWorker(now, given);
}

/** For the outside watcher silence means that nobody else can report: the alarms report the failure of a service. */
async function sendHeartbeat(): Promise<void> {
  const result = await heartbeat?.send();
  if (result && !result.ok) logLine("warn", "heartbeat_not_taken", { message: result.message });
}

export async function tell(now: Date): Promise<void> {
  if (!(await tellWithoutRows(now, { atOnce: true }))) return;
  const { sent, failures } = await notifyAlarms(now, configuredChannels()).catch(async (error: unknown) => {
    // Met by this very look: the next one comes later, because this one failed.
    await tellWithoutRows(now, { atOnce: true });
    throw error;
  });
  if (sent > 0) logLine("info", "alarms_told", { sent });
  for (const failure of failures) logLine("error", "alarm_not_told", failure);
}
