import { type Emptied, emptyWriteAheadLog } from "~/domain/erasure/write-ahead-log.server";
import { DAY_MS } from "~/domain/time/durations";
import { logLine } from "./log";

/** Since when the log could not be emptied, and when that was last said. */
let kept: { since: Date; saidAt: Date } | null = null;

/** Empties the log of the database's last writes of what was deleted: photos, addresses, versions, whole accounts. */
export function emptyLog(now: Date): void {
  tellOfLog(emptyWriteAheadLog(), now);
}

/**
 * Says that the log could not be emptied, once a day: the next run tries again. A reader who stays for a day has been
 * forgotten by somebody, unless it is Litestream, which is never done.
 */
export function tellOfLog(emptied: Emptied, now: Date): void {
  if (emptied.ok) {
    if (kept) logLine("info", "log_emptied", { keptSince: kept.since });
    kept = null;
    return;
  }
  if (kept && now.getTime() - kept.saidAt.getTime() < DAY_MS) return;
  const { bytes, isCopied } = emptied;
  const isStuck = kept !== null && !isCopied;
  kept = { since: kept?.since ?? now, saidAt: now };
  logLine(isStuck ? "error" : "warn", "log_not_emptied", { since: kept.since, bytes, isCopied });
}
