import { and, count, eq, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { accounts, alarms, entries, loops, orders, shipments, vouchers } from "#db/schema";
import { isNoGuest } from "../accounts/guests.server";

/**
 * What is going on in the house beside its sales. What was made to try the system out is left out of what counts people,
 * years and vouchers; what waits for somebody's work counts as the list of that work does.
 */

export interface DayFigures {
  newAccounts: number;
  accounts: number;
  activeLoops: number;
  pendingEntries: number;
  flaggedEntries: number;
  printQueue: number;
  openAlarms: number;
  /** Of the vouchers that were not cancelled, the share that was redeemed; null without one. */
  voucherUsage: number | null;
}

/** Accounts opened since that instant, which begins a day in London; of everything else, as it is now. */
export function dayFigures(since: Date): DayFigures {
  const real = and(eq(accounts.isTest, false), isNoGuest);
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
  const waiting = entriesWaiting();
  const printing = db
    .select({ found: count() })
    .from(shipments)
    .leftJoin(orders, eq(orders.id, shipments.orderId))
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    .leftJoin(accounts, eq(accounts.id, loops.accountId))
    .where(
      and(
        inArray(shipments.state, ["waiting", "printing"]),
        sql`NOT (coalesce(${orders.isTest}, 0) OR coalesce(${accounts.isTest}, 0))`,
      ),
    )
    .get();
  const alarmed = db.select({ found: count() }).from(alarms).where(isNull(alarms.settledAt)).get();
  const used = db
    .select({ share: sql<number | null>`avg(${vouchers.status} = 'REDEEMED')` })
    .from(vouchers)
    .where(and(ne(vouchers.status, "CANCELLED"), eq(vouchers.isTest, false)))
    .get();
  return {
    ...{ newAccounts: opened?.found ?? 0, accounts: all?.found ?? 0, activeLoops: writing?.found ?? 0 },
    ...{ pendingEntries: waiting.pending, flaggedEntries: waiting.flagged },
    ...{ printQueue: printing?.found ?? 0, openAlarms: alarmed?.found ?? 0 },
    voucherUsage: used?.share ?? null,
  };
}

/** How many entries of real people are in a state: all of them less those of test accounts, of which there are few. */
function entriesWaiting(): { pending: number; flagged: number } {
  const all = db
    .select({ state: entries.moderation, found: count() })
    .from(entries)
    .where(inArray(entries.moderation, ["PENDING", "FLAGGED"]))
    .groupBy(entries.moderation)
    .all();
  const countIn = (state: string) => all.find((row) => row.state === state)?.found ?? 0;
  const testLoops = db
    .select({ id: loops.id })
    .from(loops)
    .innerJoin(accounts, eq(accounts.id, loops.accountId))
    .where(eq(accounts.isTest, true));
  const tests = db
    .select({
      pending: sql<number>`coalesce(sum(${entries.moderation} = 'PENDING'), 0)`,
      flagged: sql<number>`coalesce(sum(${entries.moderation} = 'FLAGGED'), 0)`,
    })
    .from(entries)
    .where(inArray(entries.loopId, testLoops))
    .get();
  return {
    pending: countIn("PENDING") - (tests?.pending ?? 0),
    flagged: countIn("FLAGGED") - (tests?.flagged ?? 0),
  };
}
