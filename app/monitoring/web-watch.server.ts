import { storageFailure } from "#db/errors";
import { endOnceWritable } from "#db/read-only.server";
import { logLine, messageOf } from "~/adapters/log/log.server";
import { settings } from "~/adapters/settings.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { configuredChannels, keepInMemory } from "~/domain/system/alarms/channels.server";
import { notifyAlarms } from "~/domain/system/alarms/notices.server";
import { tellWithoutRows } from "~/domain/system/alarms/without-rows.server";
import type { ResponseCounts } from "~/domain/system/checks/check";
import { watchFromWeb } from "~/domain/system/checks/watch.server";
import { isWorkerSilent } from "~/domain/system/health/heartbeat.server";

/**
 * Each web process watches its own errors, and the first one the worker: it tells of a silent one itself, where rows
 * cannot be written without them.
 */

/** A worker needs some seconds to start. */
const FIRST_LOOK_MS = MINUTE_MS;

/** Looks every minute from now on. */
export function startWebWatch(counts: (now: Date) => ResponseCounts): void {
  endOnceWritable();
  const look = () => {
    const now = new Date();
    lookOnce(counts(now), now).catch((error: unknown) =>
      logLine("error", "watch_failed", { message: messageOf(error) }),
    );
  };
  setTimeout(() => {
    look();
    setInterval(look, MINUTE_MS).unref();
  }, FIRST_LOOK_MS).unref();
}

/** One look at the worker and at our own errors. */
export async function lookOnce(counts: ResponseCounts, now: Date, channels = configuredChannels()): Promise<void> {
  try {
    await watchFromWeb(counts, now, settings.webProcess);
    await keepInMemory("worker_silent", null, now, channels);
    if (settings.webProcess === 1 && isWorkerSilent(now)) await notifyAlarms(now, channels);
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    if (settings.webProcess > 1) return;
    const isSilent = isWorkerSilent(now);
    if (isSilent) await tellWithoutRows(now, { atOnce: true, channels });
    await keepInMemory("worker_silent", isSilent ? "And the database takes no writes." : null, now, channels);
  }
}
