import { and, count, desc, eq, gt } from "drizzle-orm";
import { db } from "#db/client.server";
import { attempts } from "#db/schema";
import { type NewAlarm, raiseAlarm } from "../alarms/alarms.server";
import { LIMITS, waitInWords } from "../limits/limits";
import { countAttempt } from "../limits/limits.server";
import { SECOND_MS } from "../time/durations";

/**
 * Guessing at many accounts at once, a few tries at each, stays below every limit of one account. So the sign-ins
 * that fail are counted all together too, customers' and staff's; more than 200 in a quarter of an hour raise an
 * alarm that waits for staff, and a line in the log. Nobody is turned away by it.
 */

const EVERYBODY = "everybody";

/** Notes a sign-in that failed, whosever it was; raises the alarm at most once in a quarter of an hour. */
export function noteFailedSignIn(now: Date): void {
  if (countAttempt("sign_in_failures", EVERYBODY, now)) return;
  if (!countAttempt("sign_in_alarm", EVERYBODY, now)) return;
  const { most, seconds } = LIMITS.sign_in_failures;
  db.transaction((tx) => raiseAlarm(tx, alarmOf(now), now), { behavior: "immediate" });
  console.error(
    JSON.stringify({
      time: now.toISOString(),
      level: "warn",
      event: "sign-in-alarm",
      moreThan: most,
      seconds,
    }),
  );
}

/** One alarm a day, however long the guessing goes on. */
function alarmOf(now: Date): NewAlarm {
  return {
    kind: "sign_ins_failing",
    objectType: "sign-in",
    objectId: EVERYBODY,
    message: `More than ${LIMITS.sign_in_failures.most} sign-ins failed within ${waitInWords("sign_in_failures")}.`,
    dedupeKey: `sign-ins-failing:${now.toISOString().slice(0, 10)}`,
  };
}

export interface SignInFigures {
  /** Sign-ins that failed in the last quarter of an hour; counted up to the number that raises the alarm. */
  failures: number;
  isAlarming: boolean;
  /** When the alarm was last raised, within the 30 days that counters are kept. */
  lastAlarmAt: Date | null;
}

/** How many sign-ins fail at present, for whoever watches over the house. */
export function readSignInFigures(now: Date): SignInFigures {
  const { most, seconds } = LIMITS.sign_in_failures;
  const since = new Date(now.getTime() - seconds * SECOND_MS);
  const failures =
    db
      .select({ found: count() })
      .from(attempts)
      .where(
        and(eq(attempts.limit, "sign_in_failures"), eq(attempts.subject, EVERYBODY), gt(attempts.at, since)),
      )
      .get()?.found ?? 0;
  const last = db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.limit, "sign_in_alarm"), eq(attempts.subject, EVERYBODY)))
    .orderBy(desc(attempts.at))
    .limit(1)
    .get();
  return { failures, isAlarming: failures >= most, lastAlarmAt: last?.at ?? null };
}
