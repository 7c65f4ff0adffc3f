import { and, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { countingUpTo, memoize, prepareGet } from "#db/queries.server";
import { accounts, alarms, entries, loops, shipments, vouchers } from "#db/schema";
import { countedBy } from "~/domain/backoffice/analytics/counted-figures.server";
import { type Counting, isWithin, slicesOf } from "~/domain/backoffice/analytics/counting.server";
import { rate } from "~/domain/backoffice/analytics/rates";
import { type Span, spanOf } from "~/domain/kernel/time/periods";
import { isNotGuest } from "~/domain/people/accounts/guests.server";

/** Figures of the day besides sales. Accounts, years and vouchers exclude test data; pending work counts as its own list does. */

type Moments = Pick<Span, "since" | "until">;

export interface AccountFigures {
  newAccounts: number;
  newBefore: number;
  accounts: number;
  accountsBefore: number;
  activeLoops: number;
}

/**
 * Accounts opened today and by this time yesterday, all of them and the years as they are now. Of yesterday's accounts
 * those are counted that are still there.
 */
export function* countAccounts(today: Moments, yesterday: Moments): Counting<AccountFigures> {
  const sums = { opened: 0, openedBefore: 0, openedSince: 0, accounts: 0, activeLoops: 0 };
  for (const slice of slicesOf(accounts)) {
    const found = sumAccounts(today.since, today.until, yesterday.since, yesterday.until, ...slice);
    sums.opened += found?.opened ?? 0;
    sums.openedBefore += found?.openedBefore ?? 0;
    sums.openedSince += found?.openedSince ?? 0;
    sums.accounts += found?.accounts ?? 0;
    yield;
  }
  for (const slice of slicesOf(loops)) {
    sums.activeLoops += countActiveLoops(...slice)?.found ?? 0;
    yield;
  }
  return {
    newAccounts: sums.opened,
    newBefore: sums.openedBefore,
    accounts: sums.accounts,
    accountsBefore: sums.accounts - sums.openedSince,
    activeLoops: sums.activeLoops,
  };
}

/** The redeemed share of vouchers that were not cancelled; null without any. */
export function* countVoucherUsage(): Counting<number | null> {
  let [all, redeemed] = [0, 0];
  for (const slice of slicesOf(vouchers)) {
    const found = sumVouchers(...slice);
    all += found?.all ?? 0;
    redeemed += found?.redeemed ?? 0;
    yield;
  }
  return rate(redeemed, all);
}

function* countShop(now: Date): Counting<AccountFigures & { voucherUsage: number | null }> {
  return {
    ...(yield* countAccounts(spanOf("1d", now), spanOf("1d", now, "before"))),
    voucherUsage: yield* countVoucherUsage(),
  };
}

/** Counted by the worker. */
export const SHOP = countedBy("shop", countShop);

const sumOf = (which: SQL) => sql<number>`coalesce(sum(${which}), 0)`;

const sumAccounts = prepareGet(
  (since: Date, until: Date, sinceBefore: Date, untilBefore: Date, after: string, upTo: string) => {
    const at = accounts.createdAt;
    return db
      .select({
        accounts: count(),
        opened: sumOf(sql`${at} >= ${since} AND ${at} < ${until}`),
        openedBefore: sumOf(sql`${at} >= ${sinceBefore} AND ${at} < ${untilBefore}`),
        openedSince: sumOf(sql`${at} >= ${untilBefore} AND ${at} < ${until}`),
      })
      .from(accounts)
      .where(and(isWithin(accounts.id, after, upTo), sql`+${accounts.isTest} = 0`, isNotGuest));
  },
);

const countActiveLoops = prepareGet((after: string, upTo: string) =>
  db
    .select({ found: count() })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(and(isWithin(loops.id, after, upTo), sql`+${loops.status} = 'ACTIVE'`, sql`+${accounts.isTest} = 0`)),
);

const sumVouchers = prepareGet((after: string, upTo: string) =>
  db
    .select({ all: count(), redeemed: sumOf(sql`${vouchers.status} = 'REDEEMED'`) })
    .from(vouchers)
    .where(
      and(isWithin(vouchers.id, after, upTo), sql`+${vouchers.status} <> 'CANCELLED'`, sql`+${vouchers.isTest} = 0`),
    ),
);

/** What waits is counted no further than to see that there is more than this. */
export const MOST_WAITING = 1_000;
const MOST_COUNTED = MOST_WAITING + 1;

export function entriesToReview() {
  const of = (state: "PENDING" | "FLAGGED") => countEntriesToReview(state)()?.found ?? 0;
  return { pending: of("PENDING"), flagged: of("FLAGGED") };
}

const countEntriesToReview = memoize((state: "PENDING" | "FLAGGED") =>
  prepareGet(() => countingUpTo(MOST_COUNTED, entries, and(eq(entries.moderation, state), IS_OF_LIVING_YEAR))),
);

export const shipmentsToMake = () => countShipmentsToMake()?.found ?? 0;

const countShipmentsToMake = prepareGet(() =>
  countingUpTo(MOST_COUNTED, shipments, inArray(shipments.state, ["waiting", "printing"])),
);
export const openAlarms = () => countOpenAlarms()?.found ?? 0;

const countOpenAlarms = prepareGet(() => countingUpTo(MOST_COUNTED, alarms, isNull(alarms.resolvedAt)));
