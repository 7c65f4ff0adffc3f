import { logLine } from "~/adapters/log/log.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { type Emptied, emptyWriteAheadLog } from "~/domain/privacy/erasure/write-ahead-log.server";

/** Since when the log could not be emptied, and when that was last logged. */
let unemptied: { since: Date; loggedAt: Date } | null = null;

/** Empties the database's write-ahead log of deleted data: photos, addresses, versions, whole accounts. */
export function emptyLog(now: Date): void {
  reportLog(emptyWriteAheadLog(), now);
}

/**
 * Logs once a day that the log could not be emptied; the next run retries. A reader that stays open for a day is a
 * mistake, unless it is Litestream, which always stays.
 */
export function reportLog(emptied: Emptied, now: Date): void {
  if (emptied.ok) {
    if (unemptied) logLine("info", "log_emptied", { keptSince: unemptied.since });
    unemptied = null;
    return;
  }
  if (unemptied && now.getTime() - unemptied.loggedAt.getTime() < DAY_MS) return;
  const { bytes, isCopied } = emptied;
  const isStuck = unemptied !== null && !isCopied;
  unemptied = { since: unemptied?.since ?? now, loggedAt: now };
  logLine(isStuck ? "error" : "warn", "log_not_emptied", { since: unemptied.since, bytes, isCopied });
}
