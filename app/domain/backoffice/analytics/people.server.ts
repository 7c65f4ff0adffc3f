import { and, count, gte, lt, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accounts, activeCounts, orders, sessions } from "#db/schema";
import { addDays, londonDay } from "~/domain/kernel/time/days";
import { startOfLondonDay } from "~/domain/kernel/time/instants";
import { type Compared, type Period, type Span, spanOf } from "~/domain/kernel/time/periods";

/** How many people buy and come back; never who. */

export interface Customers {
  /** Bought for the first time within the span. */
  fresh: number;
  /** Bought within it and had bought before. */
  returning: number;
}

/** Customers who paid for an order within the span, by account; orders of deleted accounts count for nobody. */
export function customersWithin({ since, until }: Span): Customers {
  const { bought = 0, fresh = 0 } = countBuyers(since, until) ?? {};
  return { fresh, returning: bought - fresh };
}

const countBuyers = prepareGet((since: Date, until: Date) => {
  const hasBought = sql`EXISTS (
    SELECT 1 FROM ${orders} AS earlier
    WHERE earlier.account_id = buyer AND earlier.paid_at < ${since} AND earlier.is_test = 0
  )`;
  return db.select({ bought: count(), fresh: sql<number>`coalesce(sum(NOT ${hasBought}), 0)` }).from(sql`(
      SELECT DISTINCT account_id AS buyer FROM ${orders}
      WHERE paid_at >= ${since} AND paid_at < ${until} AND account_id IS NOT NULL AND is_test = 0
    )`);
});

/** People who signed in within the span, or came back to it signed in. */
export function activeUsers({ since, until }: Span): number {
  return countActive(since, until)?.people ?? 0;
}

const countActive = prepareGet((from: Date, to: Date) => {
  const signedIn = sql`last_signed_in_at >= ${from} AND last_signed_in_at < ${to}`;
  // CROSS JOIN begins with the browsers that were seen, not with all accounts.
  return db.select({ people: sql<number>`people` }).from(sql`(
    SELECT (SELECT count(*) FROM ${accounts} WHERE +is_test = 0 AND ${signedIn})
      + (SELECT count(DISTINCT account_id) FROM ${sessions} CROSS JOIN ${accounts} ON accounts.id = account_id
        WHERE seen_at >= ${from} AND seen_at < ${to} AND +is_test = 0 AND (${signedIn}) IS NOT TRUE) AS people)`);
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
  const of = (period: Period) => activeUsers(spanOf(period, now));
  const counts = { day1: of("1d"), days7: of("7d"), days30: of("30d"), days90: of("90d") };
  db.insert(activeCounts)
    .values({ at: now, ...counts })
    .onConflictDoNothing()
    .run();
}

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

/** How many people bought, came back and were active. */
export type People = Customers & {
  /** Null where it was not counted at the time. */
  active: number | null;
};

/** People of this period, and of the one before it as they were counted then. */
export function peopleOver(period: Period, now: Date): Compared<People> {
  const span = spanOf(period, now);
  const past = spanOf(period, now, "before");
  return {
    now: { ...customersWithin(span), active: activeUsers(span) },
    before: { ...customersWithin(past), active: activeUsersNoted(period, past) },
  };
}
