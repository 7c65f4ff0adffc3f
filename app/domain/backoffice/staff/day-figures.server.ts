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

const openedIn = ({ since, until }: Pick<Span, "since" | "until">) => countOpened(since, until)?.found ?? 0;

const countOpened = prepareGet((since: Date, until: Date) =>
  countingRows(accounts, and(isReal, gte(accounts.createdAt, since), lt(accounts.createdAt, until))),
);

/**
 * Accounts opened today and by this time yesterday, all of them and the years as they are now. Of yesterday's accounts
 * those are counted that are still there.
 */
export function accountFigures(today: Span, yesterday: Span) {
  const all = countAccounts()?.found ?? 0;
  return {
    newAccounts: openedIn(today),
    newBefore: openedIn(yesterday),
    accounts: all,
    accountsBefore: all - openedIn({ since: yesterday.until, until: today.until }),
    activeLoops: countActiveLoops()?.found ?? 0,
  };
}

const countAccounts = prepareGet(() => countingRows(accounts, isReal));

const countActiveLoops = prepareGet(() =>
  db
    .select({ found: count() })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(and(eq(loops.status, "ACTIVE"), eq(accounts.isTest, false))),
);

export function entriesToReview() {
  const review = countEntriesToReview();
  const of = (wanted: string) => review.find(({ state }) => state === wanted)?.found ?? 0;
  return { pending: of("PENDING"), flagged: of("FLAGGED") };
}

const countEntriesToReview = prepareAll(() =>
  db
    .select({ state: entries.moderation, found: count() })
    .from(entries)
    .where(and(inArray(entries.moderation, ["PENDING", "FLAGGED"]), IS_OF_LIVING_YEAR))
    .groupBy(entries.moderation),
);

export const shipmentsToMake = () => countShipmentsToMake()?.found ?? 0;

const countShipmentsToMake = prepareGet(() =>
  countingRows(shipments, inArray(shipments.state, ["waiting", "printing"])),
);
export const openAlarms = () => countOpenAlarms()?.found ?? 0;

const countOpenAlarms = prepareGet(() => countingRows(alarms, isNull(alarms.resolvedAt)));
/** The redeemed share of vouchers that were not cancelled; null without any. */
export const voucherUsage = () => findRedeemedShare()?.share ?? null;

const findRedeemedShare = prepareGet(() =>
  db
    .select({ share: sql<number | null>`avg(${vouchers.status} = 'REDEEMED')` })
    .from(vouchers)
    .where(and(ne(vouchers.status, "CANCELLED"), eq(vouchers.isTest, false))),
);
