import { write } from "#db/client.server";
import { logLine } from "~/adapters/log/log.server";
import { type NewAlarm, raiseAlarm, resolveEnded } from "~/domain/kernel/alarms/alarms.server";
import { LIMITS, waitInWords } from "~/domain/kernel/limits/limits";
import { countAttempt } from "~/domain/kernel/limits/limits.server";

/**
 * Guessing at many accounts, a few attempts at each, stays below every account's limit. Failed sign-ins are therefore
 * also counted together, customers' and staff's; more than 200 in a quarter of an hour raise an alarm for staff and a
 * log line. Nobody is blocked by it.
 */

const EVERYBODY = "everybody";

/** Counts a failed sign-in of any account; raises the alarm at most once in a quarter of an hour. */
export function recordFailedSignIn(now: Date): void {
  if (countAttempt("sign_in_failures", EVERYBODY, now)) return;
  if (!countAttempt("sign_in_alarm", EVERYBODY, now)) return;
  const { most, seconds } = LIMITS.sign_in_failures;
  write((tx) => raiseAlarm(tx, alarmOf(now), now));
  logLine("warn", "sign-in-alarm", { moreThan: most, seconds });
}

/** One alarm a day, however long the guessing continues. */
function alarmOf(now: Date): NewAlarm {
  return {
    kind: "sign_ins_failing",
    objectType: "sign-in",
    objectId: EVERYBODY,
    message: `More than ${LIMITS.sign_in_failures.most} sign-ins failed within ${waitInWords("sign_in_failures")}.`,
    dedupeKey: `sign-ins-failing:${now.toISOString().slice(0, 10)}`,
  };
}

/** Raises an alarm while the staff's directory refuses our own secret, and ends it once it accepts one. */
export function noteDirectorySecret(isAccepted: boolean, now: Date): void {
  const dedupeKey = "directory-refuses-us";
  const alarm: NewAlarm = {
    kind: "directory_secret",
    objectType: "system",
    objectId: "directory",
    message: "Nobody can sign in with Entra ID: it refuses ENTRA_CLIENT_SECRET.",
    dedupeKey,
  };
  write((tx) => {
    if (isAccepted) resolveEnded(tx, { beginning: dedupeKey, stillTrue: [] }, now);
    else raiseAlarm(tx, alarm, now);
  });
}
