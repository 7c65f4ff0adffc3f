import { and, count, desc, eq, gt, inArray } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll, prepareGet, prepareRun } from "#db/queries.server";
import { attempts } from "#db/schema";
import { SECOND_MS } from "../time/durations";
import { LIMITS, type LimitName } from "./limits";

/**
 * Counts one try, or `weight` of them at once, and says whether they are still within the limit. Counting and checking
 * are one transaction: of many at once exactly `most` are let through.
 */
export function countAttempt(limit: LimitName, subject: string, now: Date, weight = 1): boolean {
  return countTogether([{ limit, subject, weight }], now);
}

interface Try {
  limit: LimitName;
  subject: string;
  weight?: number;
}

/** Counts one try against several limits: against all of them, or against none where one has been reached. */
export function countTogether(tries: readonly Try[], now: Date): boolean {
  return write((tx) => {
    if (!tries.every((one) => isWithin(one, now))) return false;
    for (const { limit, subject, weight = 1 } of tries) {
      tx.insert(attempts)
        .values(Array.from({ length: weight }, () => ({ limit, subject, at: now })))
        .run();
    }
    return true;
  });
}

const of = (limit: LimitName, subject: string) => and(eq(attempts.limit, limit), eq(attempts.subject, subject));

function isWithin({ limit, subject, weight = 1 }: Try, now: Date): boolean {
  const { most, seconds } = LIMITS[limit];
  const since = new Date(now.getTime() - seconds * SECOND_MS);
  const found = countAttempts(limit, subject, since);
  return (found?.tries ?? 0) + weight <= most;
}

const countAttempts = prepareGet((limit: LimitName, subject: string, since: Date) =>
  db
    .select({ tries: count() })
    .from(attempts)
    .where(and(of(limit, subject), gt(attempts.at, since))),
);

/** In how many seconds a subject that has used up a limit may try again; 0 where it may now. */
export function secondsUntilFree(limit: LimitName, subject: string, now: Date): number {
  const { most, seconds } = LIMITS[limit];
  const since = new Date(now.getTime() - seconds * SECOND_MS);
  const counted = listAttempts(limit, subject, since, most);
  const oldest = counted[most - 1];
  return oldest ? Math.ceil((oldest.at.getTime() - since.getTime()) / SECOND_MS) : 0;
}

const listAttempts = prepareAll((limit: LimitName, subject: string, since: Date, most: number) =>
  db
    .select({ at: attempts.at })
    .from(attempts)
    .where(and(eq(attempts.limit, limit), eq(attempts.subject, subject), gt(attempts.at, since)))
    .orderBy(desc(attempts.at))
    .limit(most),
);

/** Forgets the tries of a subject: they turned out to be the rightful owner's. Gives how many there were. */
export function forgetAttempts(limit: LimitName, subject: string): number {
  return deleteAttempts(limit, subject).changes;
}

const deleteAttempts = prepareRun((limit: LimitName, subject: string) =>
  db.delete(attempts).where(and(eq(attempts.limit, limit), eq(attempts.subject, subject))),
);

/** Takes back one try, or one of this weight, that was counted at this instant: it did no harm. */
export function uncountAttempt(limit: LimitName, subject: string, now: Date, weight = 1): void {
  const counted = db
    .select({ id: attempts.id })
    .from(attempts)
    .where(and(eq(attempts.limit, limit), eq(attempts.subject, subject), eq(attempts.at, now)))
    .limit(weight);
  db.delete(attempts).where(inArray(attempts.id, counted)).run();
}
