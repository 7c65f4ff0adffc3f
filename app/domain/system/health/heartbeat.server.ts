import { closeSync, mkdirSync, openSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { settings } from "~/adapters/settings.server";
import { SILENT_MS } from "./health-limits";

/**
 * The worker's sign of life: the time of an empty file. Not a row, because the worker is to be seen alive also while
 * the database is locked and its disk full.
 */

const folder = join(settings.dataFolder, "run");
const file = join(folder, "worker.alive");

/** Gives a sign of life. @throws when the file cannot be made, as on a disk that was full from the start. */
export function recordHeartbeat(now: Date): void {
  mkdirSync(folder, { recursive: true });
  closeSync(openSync(file, "a"));
  utimesSync(file, now, now);
}

/** The last sign of life; null when there was never one. */
export function lastHeartbeat(): Date | null {
  return statSync(file, { throwIfNoEntry: false })?.mtime ?? null;
}

/** Whether there was none lately; one of the future was given while the clock was ahead. */
export function isWorkerSilent(now: Date): boolean {
  const at = lastHeartbeat();
  return !at || Math.abs(now.getTime() - at.getTime()) > SILENT_MS;
}
