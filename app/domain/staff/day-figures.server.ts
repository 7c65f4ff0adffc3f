import { and, count, eq, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { IS_OF_LIVING_YEAR } from "#db/living-years.server";
import { countingRows, keepAll, keepGet } from "#db/queries.server";
import { accounts, alarms, entries, loops, shipments, vouchers } from "#db/schema";
import { isNotGuest } from "../accounts/guests.server";

/**
 * Figures of the day besides sales. People, years and vouchers exclude test data; pending work counts as its own list
 * does.
 */

export interface DayFigures {
  newAccounts: number;
  accounts: number;
  activeLoops: number;
  pendingEntries: number;
  flaggedEntries: number;
  printQueue: number;
  openAlarms: number;
  /** The redeemed share of vouchers that were not cancelled; null without any. */
  voucherUsage: number | null;
}

const isReal = and(eq(accounts.isTest, false), isNotGuest);

const openedQuery = keepGet((since: Date) =>
  countingRows(accounts, and(isReal, gte(accounts.createdAt, since))),
);

const accountsQuery = keepGet(() => countingRows(accounts, isReal));

const loopsQuery = keepGet(() =>
  db
    .select({ found: count() })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(and(eq(loops.status, "ACTIVE"), eq(accounts.isTest, false))),
);

const entriesQuery = keepAll(() =>
  db
    .select({ state: entries.moderation, found: count() })
    .from(entries)
    .where(and(inArray(entries.moderation, ["PENDING", "FLAGGED"]), IS_OF_LIVING_YEAR))
    .groupBy(entries.moderation),
);

const shipmentsQuery = keepGet(() =>
  countingRows(shipments, inArray(shipments.state, ["waiting", "printing"])),
);

const alarmsQuery = keepGet(() => countingRows(alarms, isNull(alarms.resolvedAt)));

const vouchersQuery = keepGet(() =>
  db
    .select({ share: sql<number | null>`avg(${vouchers.status} = 'REDEEMED')` })
    .from(vouchers)
    .where(and(ne(vouchers.status, "CANCELLED"), eq(vouchers.isTest, false))),
);

/** Accounts opened since the given instant, the start of a day in London; everything else as it is now. */
export function dayFigures(since: Date): DayFigures {
  const opened = openedQuery(since);
  const all = accountsQuery();
  const writing = loopsQuery();
  const review = entriesQuery();
  const printing = shipmentsQuery();
  const alarmed = alarmsQuery();
  const used = vouchersQuery();
  return {
    newAccounts: opened?.found ?? 0,
    accounts: all?.found ?? 0,
    activeLoops: writing?.found ?? 0,
    pendingEntries: review.find(({ state }) => state === "PENDING")?.found ?? 0,
    flaggedEntries: review.find(({ state }) => state === "FLAGGED")?.found ?? 0,
    printQueue: printing?.found ?? 0,
    openAlarms: alarmed?.found ?? 0,
    voucherUsage: used?.share ?? null,
  };
}
