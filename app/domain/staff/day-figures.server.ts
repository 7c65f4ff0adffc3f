import { and, count, eq, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { db } from "#db/client.server";
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

/** Accounts opened since the given instant, the start of a day in London; everything else as it is now. */
export function dayFigures(since: Date): DayFigures {
  const real = and(eq(accounts.isTest, false), isNotGuest);
  const opened = db
    .select({ found: count() })
    .from(accounts)
    .where(and(real, gte(accounts.createdAt, since)))
    .get();
  const all = db.select({ found: count() }).from(accounts).where(real).get();
  const writing = db
    .select({ found: count() })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(and(eq(loops.status, "ACTIVE"), eq(accounts.isTest, false)))
    .get();
  const review = db
    .select({ state: entries.moderation, found: count() })
    .from(entries)
    .where(inArray(entries.moderation, ["PENDING", "FLAGGED"]))
    .groupBy(entries.moderation)
    .all();
  const printing = db
    .select({ found: count() })
    .from(shipments)
    .where(inArray(shipments.state, ["waiting", "printing"]))
    .get();
  const alarmed = db.select({ found: count() }).from(alarms).where(isNull(alarms.resolvedAt)).get();
  const used = db
    .select({ share: sql<number | null>`avg(${vouchers.status} = 'REDEEMED')` })
    .from(vouchers)
    .where(and(ne(vouchers.status, "CANCELLED"), eq(vouchers.isTest, false)))
    .get();
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
