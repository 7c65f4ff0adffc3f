import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { memoize, prepareAll } from "#db/queries.server";
import { alarms, staff } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { type Alarm, openAlarms, resolveAlarm } from "~/domain/kernel/alarms/alarms.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";

/** Alarms for staff: the open ones, the latest resolved ones, and resolving one with a reason. */

const MOST_RESOLVED = 20;
const MOST_OPEN = 100;

export const ALARM_SORTS = sortsOf({ raised: alarms.raisedAt }, { usual: "raised", id: alarms.id });

/** The open alarms, usually the oldest first, and those resolved last. */
export function alarmsToShow(sort: SortOf<typeof ALARM_SORTS> = "") {
  return { open: listOpenBy(sort)(), resolved: listResolved() };
}

const listResolved = prepareAll(() =>
  db
    .select({ alarm: alarms, by: staff.name })
    .from(alarms)
    .leftJoin(staff, eq(staff.id, alarms.resolvedByStaffId))
    .where(isNotNull(alarms.resolvedAt))
    .orderBy(desc(alarms.resolvedAt))
    .limit(MOST_RESOLVED),
);

const listOpenBy = memoize((sort: SortOf<typeof ALARM_SORTS>) =>
  prepareAll(() =>
    db
      .select()
      .from(alarms)
      .where(isNull(alarms.resolvedAt))
      .orderBy(...ALARM_SORTS.orderBy(sort))
      .limit(MOST_OPEN),
  ),
);

/** An open alarm. */
export function openAlarm(alarmId: string): Alarm | undefined {
  return openAlarms(MOST_OPEN).find(({ id }) => id === alarmId);
}

export type ResolveResult = { ok: true } | { ok: false; reason: "not_found" };

/** Resolves an alarm and records who did and why. An alarm that is not open is not found. */
export function resolveAlarmAsStaff(
  input: { alarmId: string; reason: string },
  staffId: string,
  now: Date,
): ResolveResult {
  return write((tx): ResolveResult => {
    const alarm = tx
      .select({ kind: alarms.kind, objectType: alarms.objectType, objectId: alarms.objectId })
      .from(alarms)
      .where(and(eq(alarms.id, input.alarmId)))
      .get();
    if (!alarm || !resolveAlarm(tx, { ...input, staffId }, now)) return { ok: false, reason: "not_found" };
    recordAuditEvent(tx, {
      staffId,
      action: "alarms.resolve",
      object: { type: "alarm", id: input.alarmId },
      before: alarm,
      reason: input.reason,
      now,
    });
    return { ok: true };
  });
}
