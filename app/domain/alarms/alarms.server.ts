import { and, asc, eq, isNull, like, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { alarms } from "#db/schema";

/**
 * Something that must not happen and did. An alarm is a row, written where possible in the transaction that
 * noticed it, and waits until somebody of the staff has looked at it; the same occasion is one row, however often
 * it is noticed. It tells what happened and to what, never a card, a secret or a customer's own words.
 */

export type Alarm = typeof alarms.$inferSelect;

export interface NewAlarm {
  /** Such as "paid_twice"; staff see alarms by kind. */
  kind: string;
  objectType: string;
  objectId: string;
  message: string;
  /** Names the occasion: noticed again it counts one more, and opens again if it was settled. */
  dedupeKey: string;
}

/** Writes an alarm down. Gives true where it is new, or open again. */
export function raiseAlarm(tx: Pick<Transaction, "insert" | "select">, alarm: NewAlarm, now: Date): boolean {
  const before = tx.select().from(alarms).where(eq(alarms.dedupeKey, alarm.dedupeKey)).get();
  tx.insert(alarms)
    .values({ ...alarm, raisedAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: alarms.dedupeKey,
      set: {
        message: alarm.message,
        times: sql`${alarms.times} + 1`,
        lastSeenAt: now,
        resolvedAt: null,
        resolvedByStaffId: null,
        resolvedReason: null,
      },
    })
    .run();
  return !before || before.resolvedAt !== null;
}

/** What nobody has settled yet, the oldest first. */
export function openAlarms(limit = 100): Alarm[] {
  return db
    .select()
    .from(alarms)
    .where(isNull(alarms.resolvedAt))
    .orderBy(asc(alarms.raisedAt))
    .limit(limit)
    .all();
}

/** Lays an alarm aside, with the reason of the member of staff who did. False where it was not open. */
export function resolveAlarm(
  tx: Pick<Transaction, "update">,
  settled: { alarmId: string; staffId: string; reason: string },
  now: Date,
): boolean {
  return (
    tx
      .update(alarms)
      .set({ resolvedAt: now, resolvedByStaffId: settled.staffId, resolvedReason: settled.reason })
      .where(and(eq(alarms.id, settled.alarmId), isNull(alarms.resolvedAt)))
      .run().changes === 1
  );
}

/** Lays aside open alarms whose occasion begins so and is none of those that still hold. */
export function resolveEnded(
  tx: Pick<Transaction, "update">,
  occasions: { beginning: string; stillTrue: readonly string[] },
  now: Date,
): number {
  return tx
    .update(alarms)
    .set({ resolvedAt: now, resolvedReason: "It is right again." })
    .where(
      and(
        isNull(alarms.resolvedAt),
        like(alarms.dedupeKey, `${occasions.beginning}%`),
        notInArray(alarms.dedupeKey, [...occasions.stillTrue]),
      ),
    )
    .run().changes;
}
