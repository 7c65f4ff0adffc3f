import { and, asc, eq, gt, isNotNull, isNull, lte, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, write } from "#db/client.server";
import { alarmNotices, alarms } from "#db/schema";
import type { AlertResult } from "~/adapters/alerts/contract";
import { doubledRetryAt } from "~/domain/kernel/jobs/back-off";
import { leasedQueue } from "~/domain/kernel/jobs/lease.server";
import { HOUR_MS, MINUTE_MS, MINUTE_SECONDS } from "~/domain/kernel/time/durations";
import { PAGES } from "../checks/checks.server";
import type { NoticeEvent, ToldAlarm } from "./notice-text";
import { type ChannelName, type Channels, send } from "./telling.server";

/**
 * Notifying people of alarms: once when one opens, again while it stays open, once when it ends, by each channel. Each
 * notice is a row, so that a restart forgets nothing and two processes send nothing twice. The emails do not pass the
 * outbox, which may be what fails.
 */

const FIRST_REMINDER_MS = 6 * HOUR_MS;
const FURTHER_REMINDERS_MS = 24 * HOUR_MS;

/** An alarm that comes and goes is reported once in this time; if it lasts, it is reported at its end. */
const QUIET_MS = 30 * MINUTE_MS;

/** A channel that was silent for a day gets only what is new. */
const GIVEN_UP_MS = 24 * HOUR_MS;

/** One message carries this many alarms; the rest follow in the next. */
const NOTICES_PER_MESSAGE = 20;

/** Longer than either channel takes, so that two processes never send the same notice at once. */
const NOTICE_LEASE_SECONDS = 2 * MINUTE_SECONDS;

export interface TellReport {
  sent: number;
  /** Why a channel took nothing, by its name; no address and no secret. */
  failures: { channel: ChannelName; message: string }[];
}

/** Tells what is due. Never throws for what a channel does. */
export async function notifyAlarms(now: Date, channels: Channels): Promise<TellReport> {
  const report: TellReport = { sent: 0, failures: [] };
  for (const channel of ["email", "webhook"] as const) {
    if (!channels[channel]) continue;
    planNotices(channel, now);
    const claimed = claimNotices(channel, now);
    const [first] = claimed;
    if (!first) continue;
    const told = claimed.map(({ alarm, notice }) => asTold(alarm, notice.event));
    // Its date is the same at every try, like its identifier.
    const result = await send(channels, channel, told, first.notice.id, first.notice.createdAt);
    if (result.ok) report.sent += claimed.length;
    else report.failures.push({ channel, message: result.message });
    closeNotices(claimed, result, now);
  }
  return report;
}

type Alarm = typeof alarms.$inferSelect;
type Notice = typeof alarmNotices.$inferSelect;

const asTold = (alarm: Alarm, event: NoticeEvent): ToldAlarm => ({
  kind: alarm.kind,
  message: alarm.message,
  event,
  since: alarm.openedAt,
  page: PAGES.get(alarm.kind),
});

/** Writes the rows of notices that are due and not yet written. Takes the write lock only if there is something. */
function planNotices(channel: ChannelName, now: Date): void {
  const planned = [...openingsToTell(channel, now), ...endingsToTell(channel)];
  if (planned.length === 0) return;
  write((tx) => {
    for (const notice of planned)
      tx.insert(alarmNotices)
        .values({ ...notice, channel, createdAt: now, nextTryAt: now })
        .onConflictDoNothing()
        .run();
  });
}

type Planned = Pick<Notice, "alarmId" | "event" | "opening" | "number">;

function openingsToTell(channel: ChannelName, now: Date): Planned[] {
  const rows = db
    .select({ alarm: alarms, notice: alarmNotices })
    .from(alarms)
    .leftJoin(alarmNotices, and(eq(alarmNotices.alarmId, alarms.id), eq(alarmNotices.channel, channel)))
    .where(isNull(alarms.resolvedAt))
    .orderBy(asc(alarms.openedAt))
    .all();
  const open = new Map<string, { alarm: Alarm; notices: Notice[] }>();
  for (const { alarm, notice } of rows) {
    const entry = open.get(alarm.id) ?? { alarm, notices: [] };
    if (notice) entry.notices.push(notice);
    open.set(alarm.id, entry);
  }
  return [...open.values()].flatMap(({ alarm, notices }): Planned[] => {
    const ofThis = notices.filter(({ opening }) => opening === alarm.openings);
    const base = { alarmId: alarm.id, opening: alarm.openings };
    const opened = ofThis.find(({ event }) => event === "opened");
    if (!opened) {
      const toldAt = Math.max(0, ...notices.map(({ sentAt }) => sentAt?.getTime() ?? 0));
      return now.getTime() - toldAt < QUIET_MS ? [] : [{ ...base, event: "opened" as const, number: 0 }];
    }
    const number = reminderDue(opened.createdAt, now);
    const isTold = ofThis.some((notice) => notice.event === "reminder" && notice.number >= number);
    return number === 0 || isTold ? [] : [{ ...base, event: "reminder" as const, number }];
  });
}

/** The number of the reminder that is due for an alarm reported then: 1 after six hours, then one a day; 0 for none. */
function reminderDue(toldAt: Date, now: Date): number {
  const open = now.getTime() - toldAt.getTime();
  return open < FIRST_REMINDER_MS ? 0 : 1 + Math.floor((open - FIRST_REMINDER_MS) / FURTHER_REMINDERS_MS);
}

/** Alarms of which an opening or a reminder was reported and that are resolved now. What never was needs no end. */
function endingsToTell(channel: ChannelName): Planned[] {
  const ended = alias(alarmNotices, "ended");
  return db
    .select({ alarmId: alarms.id, opening: alarmNotices.opening })
    .from(alarmNotices)
    .innerJoin(alarms, and(eq(alarms.id, alarmNotices.alarmId), eq(alarms.openings, alarmNotices.opening)))
    .leftJoin(
      ended,
      and(
        eq(ended.alarmId, alarmNotices.alarmId),
        eq(ended.channel, channel),
        eq(ended.opening, alarmNotices.opening),
        eq(ended.event, "ended"),
      ),
    )
    .where(
      and(
        eq(alarmNotices.channel, channel),
        isNotNull(alarmNotices.sentAt),
        isNotNull(alarms.resolvedAt),
        isNull(ended.id),
      ),
    )
    .all()
    .map((row) => ({ ...row, event: "ended" as const, number: 0 }));
}

/** The oldest due notice first; none of a day ago. */
const noticeQueue = leasedQueue(alarmNotices, {
  isOpen: sql`${alarmNotices.sentAt} IS NULL`,
  isDue: (now) =>
    and(lte(alarmNotices.nextTryAt, now), gt(alarmNotices.createdAt, new Date(now.getTime() - GIVEN_UP_MS))),
  order: [asc(alarmNotices.createdAt)],
  leaseSeconds: NOTICE_LEASE_SECONDS,
  believesLate: true,
});

interface Claimed {
  notice: Notice;
  alarm: Alarm;
}

/** Claims the due notices. Drops those of an opening or a reminder that the alarm's end has overtaken. */
function claimNotices(channel: ChannelName, now: Date): Claimed[] {
  const told = new Map<string, Alarm>();
  const claimed = noticeQueue.claimAll(now, NOTICES_PER_MESSAGE, {
    where: eq(alarmNotices.channel, channel),
    admit(tx, { id, alarmId, event, opening }) {
      const alarm = tx.select().from(alarms).where(eq(alarms.id, alarmId)).get();
      if (alarm && (event === "ended" || (alarm.resolvedAt === null && opening === alarm.openings))) {
        told.set(alarmId, alarm);
        return {};
      }
      tx.delete(alarmNotices).where(eq(alarmNotices.id, id)).run();
      return null;
    },
  });
  return claimed.flatMap((notice) => {
    const alarm = told.get(notice.alarmId);
    return alarm ? [{ notice, alarm }] : [];
  });
}

function closeNotices(claimed: readonly Claimed[], result: AlertResult, now: Date): void {
  write((tx) => {
    for (const { notice } of claimed) {
      if (result.ok) noticeQueue.settle(tx, notice, { sentAt: now, failure: null });
      else
        noticeQueue.retry(tx, notice, doubledRetryAt(MINUTE_SECONDS, notice.tries, now), result.message.slice(0, 300));
    }
  });
}
