import { and, asc, eq, gt, inArray, isNotNull, isNull, lte } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { db, type Transaction, write } from "#db/client.server";
import { alarmNotices, alarms } from "#db/schema";
import type { AlertResult } from "~/adapters/alerts/contract";
import { PAGES } from "../checks/checks.server";
import {
  GIVEN_UP_MS,
  NOTICE_LEASE_MS,
  NOTICES_PER_MESSAGE,
  noticeRetryAt,
  QUIET_MS,
  reminderDue,
} from "./notice-rules";
import type { NoticeEvent, ToldAlarm } from "./notice-text";
import { type ChannelName, type Channels, send } from "./telling.server";

/**
 * Notifying people of alarms: once when one opens, again while it stays open, once when it ends, by each channel. Each
 * notice is a row, so that a restart forgets nothing and two processes send nothing twice. The emails do not pass the
 * outbox, which may be what fails.
 */

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

/** Alarms whose opening was reported and that are resolved now. What was never reported needs no end. */
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
        eq(alarmNotices.event, "opened"),
        isNotNull(alarmNotices.sentAt),
        isNotNull(alarms.resolvedAt),
        isNull(ended.id),
      ),
    )
    .all()
    .map((row) => ({ ...row, event: "ended" as const, number: 0 }));
}

interface Claimed {
  notice: Notice;
  alarm: Alarm;
}

/** Takes the due notices with a lease. Drops those of an opening or a reminder that the alarm's end has overtaken. */
function claimNotices(channel: ChannelName, now: Date): Claimed[] {
  if (dueNotices(db, channel, now).length === 0) return [];
  return write((tx) => {
    const due = dueNotices(tx, channel, now);
    const isOver = ({ notice, alarm }: Claimed) =>
      notice.event !== "ended" && (alarm.resolvedAt !== null || notice.opening !== alarm.openings);
    for (const { notice } of due.filter(isOver)) tx.delete(alarmNotices).where(eq(alarmNotices.id, notice.id)).run();
    const claimed = due.filter((one) => !isOver(one));
    const nextTryAt = new Date(now.getTime() + NOTICE_LEASE_MS);
    for (const { notice } of claimed) {
      notice.tries += 1;
      tx.update(alarmNotices).set({ nextTryAt, tries: notice.tries }).where(eq(alarmNotices.id, notice.id)).run();
    }
    return claimed;
  });
}

function dueNotices(reader: Pick<Transaction, "select">, channel: ChannelName, now: Date): Claimed[] {
  return reader
    .select({ notice: alarmNotices, alarm: alarms })
    .from(alarmNotices)
    .innerJoin(alarms, eq(alarms.id, alarmNotices.alarmId))
    .where(
      and(
        isNull(alarmNotices.sentAt),
        lte(alarmNotices.nextTryAt, now),
        eq(alarmNotices.channel, channel),
        gt(alarmNotices.createdAt, new Date(now.getTime() - GIVEN_UP_MS)),
      ),
    )
    .orderBy(asc(alarmNotices.createdAt))
    .limit(NOTICES_PER_MESSAGE)
    .all();
}

function closeNotices(claimed: readonly Claimed[], result: AlertResult, now: Date): void {
  write((tx) => {
    if (result.ok) {
      const ids = claimed.map(({ notice }) => notice.id);
      tx.update(alarmNotices).set({ sentAt: now, failure: null }).where(inArray(alarmNotices.id, ids)).run();
      return;
    }
    for (const { notice } of claimed)
      tx.update(alarmNotices)
        .set({ failure: result.message.slice(0, 300), nextTryAt: noticeRetryAt(notice.tries, now) })
        .where(eq(alarmNotices.id, notice.id))
        .run();
  });
}
