import { and, count, eq, gte, inArray, isNull, lt, ne, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { countingRows, prepareAll, prepareGet } from "#db/queries.server";
import { accounts, alarms, entries, loops, shipments, vouchers } from "#db/schema";
import type { Span } from "~/domain/kernel/time/periods";
import { isNotGuest } from "~/domain/people/accounts/guests.server";

/**
 * Figures of the day besides sales. People, years and vouchers exclude test data; pending work counts as its own list
 * does.
 */

const isReal = and(eq(accounts.isTest, false), isNotGuest);

const openedQuery = prepareGet((since: Date, until: Date) =>
  countingRows(accounts, and(isReal, gte(accounts.createdAt, since), lt(accounts.createdAt, until))),
);

const accountsQuery = prepareGet(() => countingRows(accounts, isReal));

const loopsQuery = prepareGet(() =>
  db
    .select({ found: count() })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(and(eq(loops.status, "ACTIVE"), eq(accounts.isTest, false))),
);

const entriesQuery = prepareAll(() =>
  db
    .select({ state: entries.moderation, found: count() })
    .from(entries)
    .where(and(inArray(entries.moderation, ["PENDING", "FLAGGED"]), IS_OF_LIVING_YEAR))
    .groupBy(entries.moderation),
);

const shipmentsQuery = prepareGet(() => countingRows(shipments, inArray(shipments.state, ["waiting", "printing"])));

const alarmsQuery = prepareGet(() => countingRows(alarms, isNull(alarms.resolvedAt)));

const vouchersQuery = prepareGet(() =>
  db
    .select({ share: sql<number | null>`avg(${vouchers.status} = 'REDEEMED')` })
    .from(vouchers)
    .where(and(ne(vouchers.status, "CANCELLED"), eq(vouchers.isTest, false))),
);

const openedIn = ({ since, until }: Pick<Span, "since" | "until">) => openedQuery(since, until)?.found ?? 0;

/**
 * Accounts opened today and by this time yesterday, all of them and the years as they are now. Of yesterday's accounts
 * those are counted that are still there.
 */
export function accountFigures(today: Span, yesterday: Span) {
  const all = accountsQuery()?.found ?? 0;
  return {
    newAccounts: openedIn(today),
    newBefore: openedIn(yesterday),
    accounts: all,
    accountsBefore: all - openedIn({ since: yesterday.until, until: today.until }),
    activeLoops: loopsQuery()?.found ?? 0,
  };
}

export function entriesToReview() {
  const review = entriesQuery();
  const of = (wanted: string) => review.find(({ state }) => state === wanted)?.found ?? 0;
  return { pending: of("PENDING"), flagged: of("FLAGGED") };
}

export const shipmentsToMake = () => shipmentsQuery()?.found ?? 0;
export const openAlarms = () => alarmsQuery()?.found ?? 0;
/** The redeemed share of vouchers that were not cancelled; null without any. */
export const voucherUsage = () => vouchersQuery()?.share ?? null;
