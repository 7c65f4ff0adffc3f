import { and, count, eq, gte, lt, lte, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { countingRows, prepareAll, prepareGet } from "#db/queries.server";
import { vouchers } from "#db/schema";
import { sumOnce } from "~/domain/kernel/limits/large-counts.server";
import { DAY_MS } from "~/domain/kernel/time/durations";

/** The number and value of vouchers, without test vouchers. */

/** Leaves staff time to tell the holder before a voucher expires. */
const EXPIRING_SOON_DAYS = 7;

export const runsOutSoon = (now: Date) => runsOutBetween(now, expiringBefore(now));

const expiringBefore = (now: Date) => new Date(now.getTime() + EXPIRING_SOON_DAYS * DAY_MS);

function runsOutBetween(now: Date, until: Date): SQL | undefined {
  return and(
    ...[eq(vouchers.status, "ACTIVE"), eq(vouchers.isTest, false)],
    ...[gte(vouchers.expiresAt, now), lte(vouchers.expiresAt, until)],
  );
}

export function countExpiringSoon(now: Date): number {
  return countExpiring(now, expiringBefore(now))?.found ?? 0;
}

const countExpiring = prepareGet((now: Date, until: Date) => countingRows(vouchers, runsOutBetween(now, until)));

export interface VoucherFigures {
  total: number;
  active: number;
  redeemed: number;
  expired: number;
  /** Sums in pounds sterling: of all, of those redeemed, and of those that can still be redeemed. */
  totalPence: number;
  redeemedPence: number;
  outstandingPence: number;
  expiringSoon: number;
}

const isActive = eq(vouchers.status, "ACTIVE");

/** Counts each group in a separate query: an index range each takes a fifth of the time of one scan over all rows. */
export function voucherFigures(now: Date): VoucherFigures {
  return sumOnce(
    "voucher figures",
    now,
    () => figuresAt(now),
    ({ total }) => total,
  );
}

function figuresAt(now: Date): VoucherFigures {
  const groups = listGroups(now);
  const sum = (of: "found" | "pence", name?: Group) =>
    groups.reduce((total, one) => total + (name === undefined || one.name === name ? one[of] : 0), 0);
  return {
    total: sum("found"),
    active: sum("found", "active"),
    redeemed: sum("found", "redeemed"),
    expired: sum("found", "expired"),
    totalPence: sum("pence"),
    redeemedPence: sum("pence", "redeemed"),
    outstandingPence: sum("pence", "active"),
    expiringSoon: countExpiringSoon(now),
  };
}

const listGroups = prepareAll((now: Date) =>
  unionAll(
    group("active", and(isActive, gte(vouchers.expiresAt, now))),
    group("expired", and(isActive, lt(vouchers.expiresAt, now))),
    group("expired", eq(vouchers.status, "EXPIRED")),
    group("redeemed", eq(vouchers.status, "REDEEMED")),
    group("cancelled", eq(vouchers.status, "CANCELLED")),
    group("suspended", eq(vouchers.status, "SUSPENDED")),
  ),
);

type Group = "active" | "expired" | "redeemed" | "cancelled" | "suspended";

function group(name: Group, which: SQL | undefined) {
  const inPounds = sql`CASE WHEN ${vouchers.currency} = 'GBP' THEN ${vouchers.valuePence} ELSE 0 END`;
  return db
    .select({ name: sql<Group>`${name}`, found: count(), pence: sql<number>`coalesce(sum(${inPounds}), 0)` })
    .from(vouchers)
    .where(and(eq(vouchers.isTest, false), which));
}
