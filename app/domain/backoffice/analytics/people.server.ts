import { and, gt, gte, lt, lte, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { accounts, activeCounts, orders, sessions } from "#db/schema";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { startOfLondonDay } from "~/domain/kernel/time/instants";
import { type Compared, PERIODS, type Period, type Span, spanOf } from "~/domain/kernel/time/periods";
import { countedBy } from "./counted-figures.server";
import { type Counting, countAtOnce, isWithin, slicesOf } from "./counting.server";

/** How many people buy and come back; never who. */

export interface Customers {
  /** Bought for the first time within the span. */
  fresh: number;
  /** Bought within it and had bought before. */
  returning: number;
}

type Spans<Name extends string> = Readonly<Record<Name, Pick<Span, "since" | "until">>>;

/** The spans as rows. */
const rowsOf = (spans: Spans<string>) =>
  JSON.stringify(
    Object.entries(spans).map(([name, { since, until }]) => ({ name, since: since.getTime(), until: until.getTime() })),
  );

const SPANS = (rows: unknown) => sql`
  spans(name, since, until) AS MATERIALIZED (
    SELECT value ->> 'name', value ->> 'since', value ->> 'until' FROM json_each(${rows})
  )`;

const eachOf = <Name extends string, Value>(spans: Spans<Name>, value: () => Value) =>
  Object.fromEntries(Object.keys(spans).map((name) => [name, value()])) as Record<Name, Value>;

/** Customers who paid for an order within each span, by account; orders of deleted accounts count for nobody. */
export function* countCustomers<Name extends string>(spans: Spans<Name>): Counting<Record<Name, Customers>> {
  const customers = eachOf(spans, () => ({ fresh: 0, returning: 0 }));
  const rows = rowsOf(spans);
  for (const slice of slicesOf(accounts)) {
    for (const { name, bought, fresh } of listBuyers(rows, ...slice)) {
      const counted = customers[name as Name];
      counted.fresh += fresh;
      counted.returning += bought - fresh;
    }
    yield;
  }
  return customers;
}

const listBuyers = prepareAll((spans: string, after: string, upTo: string) =>
  db.select({ name: sql<string>`name`, bought: sql<number>`bought`, fresh: sql<number>`fresh` }).from(sql`(
    WITH ${SPANS(spans)}, paid AS MATERIALIZED (
      SELECT account_id AS buyer, paid_at, min(paid_at) OVER (PARTITION BY account_id) AS first_paid_at FROM ${orders}
      WHERE ${isWithin(sql`account_id`, after, upTo)} AND +paid_at IS NOT NULL AND +is_test = 0
    ), buyers AS MATERIALIZED (
      SELECT name, buyer, first_paid_at >= since AS is_fresh
      FROM spans CROSS JOIN paid WHERE paid_at >= since AND paid_at < until GROUP BY name, buyer
    )
    SELECT name, count(*) AS bought, sum(is_fresh) AS fresh FROM buyers GROUP BY name)`),
);

/** People who signed in within each span, or came back to it signed in. */
export function* countActive<Name extends string>(spans: Spans<Name>): Counting<Record<Name, number>> {
  const active = eachOf(spans, () => 0);
  const rows = rowsOf(spans);
  for (const slice of slicesOf(accounts)) {
    for (const { name, people } of listActive(rows, ...slice)) active[name as Name] += people;
    yield;
  }
  return active;
}

const listActive = prepareAll((spans: string, after: string, upTo: string) =>
  // CROSS JOIN reads each account once, not once for each span.
  db.select({ name: sql<string>`name`, people: sql<number>`people` }).from(sql`(
    WITH ${SPANS(spans)}
    SELECT name, count(*) AS people FROM ${accounts} CROSS JOIN spans
    WHERE ${isWithin(accounts.id, after, upTo)} AND +is_test = 0
      AND ((last_signed_in_at >= since AND last_signed_in_at < until) IS TRUE OR EXISTS (
        SELECT 1 FROM ${sessions} WHERE ${sessions.accountId} = ${accounts.id} AND +seen_at >= since AND +seen_at < until))
    GROUP BY name)`),
);

const spansNow = (now: Date) =>
  Object.fromEntries(PERIODS.map((period) => [period, spanOf(period, now)])) as Record<Period, Span>;
const spansBefore = (now: Date) =>
  Object.fromEntries(PERIODS.map((period) => [period, spanOf(period, now, "before")])) as Record<Period, Span>;

/** Of each period and of the one before it. Who was active before is noted at the time (`activeUsersNoted`). */
interface PeopleCounts {
  customers: Compared<Record<Period, Customers>>;
  active: Record<Period, number>;
}

function* countPeople(now: Date): Counting<PeopleCounts> {
  return {
    customers: {
      now: yield* countCustomers(spansNow(now)),
      before: yield* countCustomers(spansBefore(now)),
    },
    active: yield* countActive(spansNow(now)),
  };
}

/** Counted by the worker; each hour's number of active users is noted as well. */
export const PEOPLE = countedBy("people", countPeople, ({ active }, now) => {
  if (!findNoted(new Date(now.getTime() - HOUR_MS), now)) insertActive(active, now);
});

const COLUMNS = {
  "1d": activeCounts.day1,
  "7d": activeCounts.days7,
  "30d": activeCounts.days30,
  "90d": activeCounts.days90,
} as const satisfies Record<Period, unknown>;

/**
 * Records how many people were active in each period up to now. Only the latest sign-in of a person is stored, so this
 * cannot be counted later; the numbers alone are stored.
 */
export function noteActiveUsers(now: Date): void {
  insertActive(countAtOnce(countActive(spansNow(now))), now);
}

function insertActive(active: Readonly<Record<Period, number>>, now: Date): void {
  const counts = { day1: active["1d"], days7: active["7d"], days30: active["30d"], days90: active["90d"] };
  db.insert(activeCounts)
    .values({ at: now, ...counts })
    .onConflictDoNothing()
    .run();
}

/** One that was noted while the clock was ahead doesn’t count. */
const findNoted = prepareGet((since: Date, now: Date) =>
  db
    .select({ at: activeCounts.at })
    .from(activeCounts)
    .where(and(gt(activeCounts.at, since), lte(activeCounts.at, now)))
    .limit(1),
);

/** The number recorded closest to the end of this past span, on its last day; null without a record. */
export function activeUsersNoted(period: Period, { until }: Span): number | null {
  const day = londonDay(new Date(until.getTime() - 1));
  const within = and(
    gte(activeCounts.at, startOfLondonDay(day)),
    lt(activeCounts.at, startOfLondonDay(addDays(day, 1))),
  );
  const noted = db
    .select({ found: COLUMNS[period] })
    .from(activeCounts)
    .where(within)
    .orderBy(sql`abs(${activeCounts.at} - ${until.getTime()})`)
    .limit(1)
    .get();
  return noted?.found ?? null;
}

/** How many people bought, came back and were active; null where it was not counted. */
export type People = Readonly<Record<"fresh" | "returning" | "active", number | null>>;

const NOT_COUNTED: People = { fresh: null, returning: null, active: null };

/** People of this period and of the one before it, up to the moment when they were counted; null before the first time. */
export function peopleOver(period: Period): Compared<People> & { at: Date | null } {
  const counted = PEOPLE.read();
  if (!counted) return { now: NOT_COUNTED, before: NOT_COUNTED, at: null };
  const { figures, at } = counted;
  const { customers, active } = figures;
  return {
    now: { ...customers.now[period], active: active[period] },
    before: { ...customers.before[period], active: activeUsersNoted(period, spanOf(period, at, "before")) },
    at,
  };
}
