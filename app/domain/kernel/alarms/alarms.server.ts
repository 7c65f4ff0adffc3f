import { and, asc, eq, isNull, like, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { alarms } from "#db/schema";
import type { AlarmKind } from "./alarm-kinds";

/**
 * Alarms record events that must not happen. An alarm is a row, written in the transaction that found the problem where
 * possible, and stays open until staff resolve it; one dedupe key makes one row, however often the problem is found. It
 * names the event and the object, never a card, a secret or a customer's own text.
 */

export type Alarm = typeof alarms.$inferSelect;

export interface NewAlarm extends Pick<Alarm, "objectType" | "objectId" | "message"> {
  /** Staff see alarms by kind, and each kind has a page that says what to do. */
  kind: AlarmKind;
  /** Identifies the problem: a repeat raises the counter, and reopens the alarm if it was resolved. */
  dedupeKey: string;
}

/** Raises an alarm. Returns true when it is new or open again. */
export function raiseAlarm(tx: Pick<Transaction, "insert" | "select">, alarm: NewAlarm, now: Date): boolean {
  return raiseAlarmOfCheck(tx, alarm, now);
}

/** Raises an alarm whose kind and page a check declares. */
export function raiseAlarmOfCheck(
  tx: Pick<Transaction, "insert" | "select">,
  alarm: Omit<NewAlarm, "kind"> & Pick<Alarm, "kind">,
  now: Date,
): boolean {
  const before = tx.select().from(alarms).where(eq(alarms.dedupeKey, alarm.dedupeKey)).get();
  tx.insert(alarms)
    .values({ ...alarm, raisedAt: now, openedAt: now, lastSeenAt: now })
    .onConflictDoUpdate({
      target: alarms.dedupeKey,
      set: {
        message: alarm.message,
        times: sql`${alarms.times} + 1`,
        openings: sql`${alarms.openings} + (${alarms.resolvedAt} IS NOT NULL)`,
        openedAt: sql`CASE WHEN ${alarms.resolvedAt} IS NULL THEN ${alarms.openedAt} ELSE ${now.getTime()} END`,
        lastSeenAt: now,
        resolvedAt: null,
        resolvedByStaffId: null,
        resolvedReason: null,
      },
    })
    .run();
  return !before || before.resolvedAt !== null;
}

/** The alarms that are not resolved, oldest first. */
export function openAlarms(limit = 100): Alarm[] {
  return listOpenAlarms(limit);
}

const listOpenAlarms = prepareAll((limit: number) =>
  db.select().from(alarms).where(isNull(alarms.resolvedAt)).orderBy(asc(alarms.raisedAt)).limit(limit),
);

/** Resolves an alarm, with the staff member's reason. Returns false when it was not open. */
export function resolveAlarm(
  tx: Pick<Transaction, "update">,
  resolved: { alarmId: string; staffId: string; reason: string },
  now: Date,
): boolean {
  return (
    tx
      .update(alarms)
      .set({ resolvedAt: now, resolvedByStaffId: resolved.staffId, resolvedReason: resolved.reason })
      .where(and(eq(alarms.id, resolved.alarmId), isNull(alarms.resolvedAt)))
      .run().changes === 1
  );
}

/** Resolves open alarms whose dedupe key has this prefix and is not among those still true. */
export function resolveEnded(
  tx: Pick<Transaction, "update">,
  occasions: { beginning: string; stillTrue: readonly string[]; reason?: string },
  now: Date,
): number {
  return tx
    .update(alarms)
    .set({ resolvedAt: now, resolvedReason: occasions.reason ?? "It’s working again." })
    .where(
      and(
        isNull(alarms.resolvedAt),
        like(alarms.dedupeKey, `${occasions.beginning}%`),
        notInArray(alarms.dedupeKey, [...occasions.stillTrue]),
      ),
    )
    .run().changes;
}
