import { sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { accounts, drafts, emails, entries, loopCredits, loops, orders, vouchers } from "#db/schema";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { IS_NOT_CANCELLED } from "~/domain/diary/loops/cancelled-loops.server";
import { IS_FINISHED } from "~/domain/diary/loops/finished-weeks.server";
import { DAYS_A_WEEK, WEEKS } from "~/domain/diary/rules/calendar";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { formatMonth } from "~/domain/kernel/time/format-days";
import { startOfLondonDay } from "~/domain/kernel/time/instants";
import { countedBy } from "./counted-figures.server";
import { type Counting, isWithin, slicesOf } from "./counting.server";
import {
  ASLEEP_DAYS,
  BEHIND_WEEKS,
  type Finishing,
  type Grouping,
  PACES,
  type Pace,
  type PaceLine,
  REMINDED_DAYS,
  type ReminderLine,
} from "./finishing";

/**
 * How the begun years are doing, and what they wrote after their latest weekly email. Counted by SQLite, so that memory does
 * not grow with their number. Cancelled years and those of tests are left out.
 */
export function* countYears(now: Date): Counting<Finishing> {
  const today = londonDay(now);
  const asleepDay = addDays(today, -ASLEEP_DAYS);
  const [asleepSince, remindedBefore] = [startOfLondonDay(asleepDay), new Date(now.getTime() - REMINDED_DAYS * DAY_MS)];
  const paces = new Map<string, PaceRow>();
  const reminders = new Map<boolean, ReminderLine>();
  for (const slice of slicesOf(loops)) {
    for (const row of listPaces(today, asleepDay, asleepSince, ...slice)) {
      const key = [row.by, row.name, row.pace].join(" ");
      paces.set(key, { ...row, found: row.found + (paces.get(key)?.found ?? 0) });
    }
    for (const row of listReminders(today, remindedBefore, ...slice)) {
      const isOn = row.isOn === 1;
      const { years, wrote, weeks } = reminders.get(isOn) ?? { years: 0, wrote: 0, weeks: 0 };
      reminders.set(isOn, { isOn, years: years + row.years, wrote: wrote + row.wrote, weeks: weeks + row.weeks });
    }
    yield;
  }
  return {
    ...pacesOf([...paces.values()]),
    reminders: [true, false].flatMap((isOn) => reminders.get(isOn) ?? []),
  };
}

/** Counted by the worker. */
export const FINISHING = countedBy("finishing", countYears);

function pacesOf(found: readonly PaceRow[]): Omit<Finishing, "reminders"> {
  const of = (by: Grouping) => linesOf(by, found);
  return {
    groups: { all: of("all"), kind: of("kind"), month: of("month"), source: of("source") },
    stops: Array.from({ length: WEEKS + 1 }, (_, week) =>
      found.reduce((sum, row) => sum + (row.by === "stop" && Number(row.name) === week ? row.found : 0), 0),
    ),
  };
}

type PaceRow = ReturnType<typeof listPaces>[number];

/** The lines of one grouping, the newest month and the largest kind first. */
function linesOf(by: Grouping, found: readonly PaceRow[]): PaceLine[] {
  const lines = new Map<string, Record<Pace, number>>();
  for (const { name, pace, found: years } of found.filter((row) => row.by === by)) {
    const paces = lines.get(name) ?? (Object.fromEntries(PACES.map((one) => [one, 0])) as Record<Pace, number>);
    paces[pace] += years;
    lines.set(name, paces);
  }
  const named = [...lines].map(([key, paces]) => ({
    key,
    name: nameOf(by, key),
    years: PACES.reduce((sum, pace) => sum + paces[pace], 0),
    paces,
  }));
  return named
    .sort((one, other) =>
      by === "month" ? other.key.localeCompare(one.key) : other.years - one.years || one.key.localeCompare(other.key),
    )
    .map(({ key: _, ...line }) => line);
}

function nameOf(by: Grouping, key: string): string {
  if (by === "month") return formatMonth(key);
  const [theme = "", type = ""] = key.split("/");
  return findLoopType(theme, type)?.displayName ?? key;
}

/**
 * Begun years that count, each with its owner and what it was begun with. CROSS JOIN begins with the years, of which a slice
 * is read, not with all accounts.
 */
const COUNTED = sql`
  ${loops}
  CROSS JOIN ${accounts} ON ${accounts.id} = ${loops.accountId}
  LEFT JOIN ${loopCredits} ON ${loopCredits.loopId} = ${loops.id}
  LEFT JOIN ${orders} ON ${orders.id} = ${loopCredits.orderId}
  LEFT JOIN ${vouchers} ON ${vouchers.id} = ${loopCredits.voucherId}
  WHERE ${accounts.isTest} = 0 AND coalesce(${orders.isTest}, ${vouchers.isTest}, 0) = 0 AND ${IS_NOT_CANCELLED}`;

/** Pauses of a year, in SQL: `value ->> 'fromDay'` and `value ->> 'weeks'`. */
const PAUSES = sql`json_each(${loops.pauses}) AS pauses`;
const PAUSED_DAYS = sql`(pauses.value ->> 'weeks') * ${sql.raw(String(DAYS_A_WEEK))}`;
const daysTo = (today: unknown, from: unknown) => sql`CAST(julianday(${today}) - julianday(${from}) AS INTEGER)`;

/** Weeks of a year that have passed on a day, as `currentWeek` and `isYearOver` count them. */
const passedOn = (today: unknown) => sql`
  min(${sql.raw(String(WEEKS))}, max(0, (${daysTo(today, loops.startDay)} - (
    SELECT coalesce(sum(min(${PAUSED_DAYS}, max(0, ${daysTo(today, sql`pauses.value ->> 'fromDay'`)}))), 0)
    FROM ${PAUSES}) - 1) / ${sql.raw(String(DAYS_A_WEEK))}))`;

const LAST_SAVED = sql`max(
  ${loops.createdAt},
  coalesce((SELECT max(${entries.updatedAt}) FROM ${entries} WHERE ${entries.loopId} = ${loops.id}), 0),
  coalesce((SELECT max(${drafts.updatedAt}) FROM ${drafts} WHERE ${drafts.loopId} = ${loops.id}), 0))`;

const listPaces = prepareAll((today: string, asleepDay: string, asleepSince: Date, after: string, upTo: string) => {
  const ofThisYear = sql`${entries.loopId} = ${loops.id} AND ${IS_FINISHED}`;
  return db
    .select({
      by: sql<Grouping | "stop">`by`,
      name: sql<string>`name`,
      pace: sql<Pace>`pace`,
      found: sql<number>`found`,
    })
    .from(sql`(
      WITH counted AS (
        SELECT ${loops.status} AS status, ${loops.startDay} AS start_day,
          ${loops.theme} || '/' || ${loops.type} AS kind,
          CASE WHEN ${loopCredits.voucherId} IS NULL THEN 'Own' ELSE 'Gift' END AS source,
          ${passedOn(today)} AS passed,
          ${LAST_SAVED} < ${asleepSince} AND ${loops.startDay} <= ${asleepDay} AND NOT EXISTS (
            SELECT 1 FROM ${PAUSES}
            WHERE ${daysTo(asleepDay, sql`pauses.value ->> 'fromDay'`)} < ${PAUSED_DAYS}) AS is_asleep,
          (SELECT count(*) FROM ${entries} WHERE ${ofThisYear}) AS written,
          (SELECT coalesce(max(${entries.week}), 0) FROM ${entries} WHERE ${ofThisYear}) AS last_week,
          ${loops.id} AS id
        FROM ${COUNTED} AND ${isWithin(loops.id, after, upTo)}
      ), years AS MATERIALIZED (
        SELECT kind, source, substr(start_day, 1, 7) AS month, last_week, CASE
          WHEN status NOT IN ('ACTIVE', 'COMPLETED') THEN 'printed'
          WHEN status = 'COMPLETED' OR written = ${sql.raw(String(WEEKS))} THEN 'finished'
          WHEN start_day > ${today} THEN 'waiting'
          WHEN is_asleep THEN 'asleep'
          WHEN passed - (
            SELECT count(*) FROM ${entries}
            WHERE ${entries.loopId} = counted.id AND ${entries.week} <= passed AND ${IS_FINISHED}
          ) >= ${sql.raw(String(BEHIND_WEEKS))} THEN 'behind'
          ELSE 'on_time' END AS pace
        FROM counted
      )
      SELECT 'all' AS by, 'All years' AS name, pace, count(*) AS found FROM years GROUP BY pace
      UNION ALL SELECT 'kind', kind, pace, count(*) FROM years GROUP BY kind, pace
      UNION ALL SELECT 'month', month, pace, count(*) FROM years GROUP BY month, pace
      UNION ALL SELECT 'source', source, pace, count(*) FROM years GROUP BY source, pace
      UNION ALL SELECT 'stop', last_week, pace, count(*) FROM years WHERE pace = 'asleep' GROUP BY last_week
    )`);
});

/**
 * Of the years that are being written: weeks written within REMINDED_DAYS of the latest weekly email that is as old, or,
 * where its owner has switched the emails off, in the last ones. MATERIALIZED, else SQLite looks for an email again at
 * every week that it compares with it.
 */
const listReminders = prepareAll((today: string, before: Date, after: string, upTo: string) => {
  const latest = sql`(
    SELECT max(${emails.sentAt}) FROM ${emails} INDEXED BY emails_weekly
    WHERE ${emails.kind} = 'weekly' AND ${emails.state} = 'sent' AND ${emails.sentAt} <= ${before}
      AND ${emails.dedupeKey} > 'weekly:' || ${loops.id} || ':' AND ${emails.dedupeKey} < 'weekly:' || ${loops.id} || ';')`;
  return db
    .select({
      isOn: sql<number>`is_on`,
      years: sql<number>`count(*)`,
      wrote: sql<number>`sum(weeks > 0)`,
      weeks: sql<number>`sum(weeks)`,
    })
    .from(sql`(
      WITH latest AS MATERIALIZED (
        SELECT ${loops.id} AS id, ${latest} AS sent_at,
          ${loops.emailsPausedAt} IS NULL AND ${accounts.notifyByEmail} = 1 AS is_on
        FROM ${COUNTED} AND ${isWithin(loops.id, after, upTo)} AND +${loops.status} = 'ACTIVE' AND ${loops.startDay} <= ${today}
          AND ${passedOn(today)} < ${sql.raw(String(WEEKS))}
      ), asked AS MATERIALIZED (
        SELECT id, is_on, CASE WHEN is_on THEN sent_at ELSE ${before} END AS since FROM latest
      ), written AS MATERIALIZED (
        SELECT is_on, (
          SELECT count(*) FROM ${entries} WHERE ${entries.loopId} = asked.id AND ${IS_FINISHED}
            AND ${entries.createdAt} > since AND ${entries.createdAt} <= since + ${sql.raw(String(REMINDED_DAYS * DAY_MS))}
        ) AS weeks FROM asked WHERE since IS NOT NULL
      )
      SELECT * FROM written
    )`)
    .groupBy(sql`is_on`);
});
