import { and, count, eq, gte, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { accounts, alarms, entries, loops, orders, shipments, vouchers } from "#db/schema";
import { isNoGuest } from "../accounts/guests.server";

/**
 * The figures of the first page. Orders count on the day they were paid, in London, at what was paid less what was
 * given back since; what was made to try the system out is left out of everything.
 */

export interface DayFigures {
  revenuePence: number;
  selfPurchases: number;
  vouchersSold: number;
  vouchersRedeemed: number;
  newAccounts: number;
  accounts: number;
  activeLoops: number;
  pendingEntries: number;
  flaggedEntries: number;
  printQueue: number;
  openAlarms: number;
}

/** Figures since that instant, which begins a day in London; of what is waiting, as it is now. */
export function dayFigures(since: Date): DayFigures {
  const kindIs = (kind: string) => sql<number>`coalesce(sum(${orders.kind} = ${kind}), 0)`;
  const paid = db
    .select({
      revenuePence: sql<number>`coalesce(sum(${orders.totalPence} - ${orders.refundedPence}), 0)`,
      selfPurchases: kindIs("loop"),
      vouchersSold: kindIs("gift"),
    })
    .from(orders)
    .where(and(gte(orders.paidAt, since), eq(orders.isTest, false)))
    .get();
  const redeemed = db
    .select({ found: count() })
    .from(vouchers)
    .where(and(eq(vouchers.status, "REDEEMED"), gte(vouchers.redeemedAt, since), eq(vouchers.isTest, false)))
    .get();
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
  const review = db
    .select({ state: entries.moderation, found: count() })
    .from(entries)
    .where(inArray(entries.moderation, ["PENDING", "FLAGGED"]))
    .groupBy(entries.moderation)
    .all();
  const printing = db
    .select({ found: count() })
    .from(shipments)
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    // Copies of a year that is still being written come with its book.
    .where(
      and(
        inArray(shipments.state, ["waiting", "printing"]),
        or(isNull(loops.id), ne(loops.status, "ACTIVE")),
      ),
    )
    .get();
  const alarmed = db.select({ found: count() }).from(alarms).where(isNull(alarms.settledAt)).get();
  return {
    ...{ revenuePence: paid?.revenuePence ?? 0, selfPurchases: paid?.selfPurchases ?? 0 },
    ...{ vouchersSold: paid?.vouchersSold ?? 0, vouchersRedeemed: redeemed?.found ?? 0 },
    ...{ newAccounts: opened?.found ?? 0, accounts: all?.found ?? 0, activeLoops: writing?.found ?? 0 },
    pendingEntries: review.find(({ state }) => state === "PENDING")?.found ?? 0,
    flaggedEntries: review.find(({ state }) => state === "FLAGGED")?.found ?? 0,
    ...{ printQueue: printing?.found ?? 0, openAlarms: alarmed?.found ?? 0 },
  };
}
