import { backups } from "~/adapters/adapters.server";
import { logLine } from "~/adapters/log/log.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { exchangeErasedList } from "~/domain/privacy/erasure/erased-accounts.server";
import { DRILL_EVERY_DAYS } from "~/domain/system/backups/backup-limits";
import { newest } from "~/domain/system/backups/backup-status.server";
import { holdDrill } from "~/domain/system/backups/drill.server";
import { makeNightlyCopy } from "~/domain/system/backups/nightly.server";
import { checkReplica } from "~/domain/system/backups/replica-check.server";

/** The backups' part of the schedule. Where nothing is copied, none of it does anything. */

export async function watchReplica(now: Date): Promise<void> {
  if (backups) await checkReplica(backups.replica, now);
}

export async function copyNightly(now: Date): Promise<void> {
  if (!backups) return;
  const { key, bytes } = await makeNightlyCopy(backups.nightly, now);
  logLine("info", "nightly_copy_made", { key, bytes });
  await exchangeErasedList(backups.nightly, now);
}

/** Holds the week's drill; asked every day, so that a failed one is repeated. @throws when it found something. */
export async function drillWeekly(now: Date): Promise<void> {
  const last = newest("drill", { isGood: true });
  if (!backups || (last && now.getTime() - last.at.getTime() < DRILL_EVERY_DAYS * DAY_MS)) return;
  const { ok, problems, rows, restoreSeconds } = await holdDrill(backups.replica, now);
  if (!ok) throw new Error(`The drill failed: ${problems.join(" ")}`);
  logLine("info", "drill_held", { rows, restoreSeconds });
}
