import { write } from "#db/client.server";
import { logLine } from "~/adapters/log/log.server";
import { StorageUnavailableError } from "~/adapters/storage/contract";
import { type NewAlarm, raiseAlarm } from "./alarms.server";

/**
 * Failures of photo and book storage are never silent: each is logged, and all with one cause share one alarm for
 * staff. Neither names a file or a person.
 */

export type StorageAttempt = "store" | "read" | "remove";

const SENTENCES: Readonly<Record<StorageAttempt, string>> = {
  store: "A photo couldn’t be saved.",
  read: "A saved photo couldn’t be read.",
  remove: "A saved photo couldn’t be removed.",
};

/**
 * Logs why storage failed and raises an alarm. Never throws: if the database fails too, because it shares the full
 * disk, that is logged as well.
 */
export function noteStorageFailure(error: unknown, attempt: StorageAttempt, now: Date): void {
  const cause = causeOf(error);
  logLine("error", "storage-failed", { attempt, cause });
  const alarm: NewAlarm = {
    kind: "storage_failed",
    objectType: "storage",
    objectId: attempt,
    message: `${SENTENCES[attempt]} Storage says: ${cause}.`,
    dedupeKey: `storage:${attempt}:${cause}`,
  };
  try {
    write((tx) => raiseAlarm(tx, alarm, now));
  } catch (unwritten) {
    logLine("error", "alarm-not-written", { cause: causeOf(unwritten) });
  }
}

/** The SDK's name for an error response without a code, as of a proxy. */
const UNNAMED = "Unknown";

/** Such as "ENOSPC" or "SlowDown 503": the error's name, if it has one, and an S3 server's status, never its message. */
function causeOf(thrown: unknown): string {
  const error = thrown instanceof StorageUnavailableError ? thrown.cause : thrown;
  if (!(error instanceof Error)) return "unknown";
  const { code, $metadata } = error as { code?: unknown; $metadata?: { httpStatusCode?: number } };
  const name = typeof code === "string" ? code : error.name;
  const status = $metadata?.httpStatusCode;
  if (status === undefined) return name;
  return name === UNNAMED ? String(status) : `${name} ${status}`;
}
