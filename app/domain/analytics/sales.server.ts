import { and, count, eq, gte, lt, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { funnelEvents, orders, vouchers } from "#db/schema";
import { binOf, type Span } from "./periods";
import { type FunnelLine, funnelOf } from "./rates";
import { STAGES, type Stage } from "./stages";

/**
 * Sales, counted from the orders themselves: an order counts when it was paid, at what was paid less what was given
 * back of it until now. A redeemed voucher was paid for before, so what it is worth is told and never added. Orders,
 * vouchers and visits of test accounts are in none of this.
 */

export const KINDS = ["loop", "gift", "book_copies"] as const;
export type Kind = (typeof KINDS)[number];

export interface Bin {
  name: string;
  orders: Record<Kind, number>;
  pence: Record<Kind, number>;
  redeemed: number;
  redeemedPence: number;
  visits: Record<Stage, number>;
}

export interface SalesFigures {
  bins: Bin[];
  orders: Record<Kind, number>;
  pence: Record<Kind, number>;
  redeemed: number;
  redeemedPence: number;
  funnel: FunnelLine[];
  visitors: number;
}

const hourOf = (column: unknown) => sql<number>`(${column} / 3600000)`;

/** Every figure of this span. */
export function salesWithin(span: Span): SalesFigures {
  const bins = new Map(span.bins.map((name) => [name, emptyBin(name)]));
  const binAt = (hour: number) => bins.get(binOf(span, hour));
  for (const row of ordersByHour(span)) {
    const bin = binAt(row.hour);
    if (!bin) continue;
    bin.orders[row.kind] += row.found;
    bin.pence[row.kind] += row.pence;
  }
  for (const row of redeemedByHour(span)) {
    const bin = binAt(row.hour);
    if (!bin) continue;
    bin.redeemed += row.found;
    bin.redeemedPence += row.pence;
  }
  for (const row of stepsByHour(span)) {
    const bin = binAt(row.hour);
    const stage = STAGES.find((one) => one === row.stage);
    if (bin && stage) bin.visits[stage] += row.found;
  }
  const all = [...bins.values()];
  const sum = (of: (bin: Bin) => number) => all.reduce((total, bin) => total + of(bin), 0);
  const bought = sumBy(KINDS, (kind) => sum((bin) => bin.orders[kind]));
  const visits = sumBy(STAGES, (stage) => sum((bin) => bin.visits[stage]));
  return {
    bins: all,
    orders: bought,
    pence: sumBy(KINDS, (kind) => sum((bin) => bin.pence[kind])),
    redeemed: sum((bin) => bin.redeemed),
    redeemedPence: sum((bin) => bin.redeemedPence),
    funnel: funnelOf(visits, bought.loop + bought.gift),
    visitors: visits.visit,
  };
}

function sumBy<Key extends string>(keys: readonly Key[], of: (key: Key) => number): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, number>;
}

const emptyBin = (name: string): Bin => ({
  ...{ name, orders: sumBy(KINDS, () => 0), pence: sumBy(KINDS, () => 0) },
  ...{ redeemed: 0, redeemedPence: 0, visits: sumBy(STAGES, () => 0) },
});

function ordersByHour({ since, until }: Span) {
  const hour = hourOf(orders.paidAt);
  return db
    .select({
      ...{ hour, kind: orders.kind, found: count() },
      pence: sql<number>`sum(${orders.totalPence} - ${orders.refundedPence})`,
    })
    .from(orders)
    .where(and(gte(orders.paidAt, since), lt(orders.paidAt, until), eq(orders.isTest, false)))
    .groupBy(hour, orders.kind)
    .all();
}

function redeemedByHour({ since, until }: Span) {
  const hour = hourOf(vouchers.redeemedAt);
  return db
    .select({
      ...{ hour, found: count() },
      pence: sql<number>`sum(CASE WHEN ${vouchers.currency} = 'GBP' THEN ${vouchers.valuePence} ELSE 0 END)`,
    })
    .from(vouchers)
    .where(
      and(
        eq(vouchers.status, "REDEEMED"),
        gte(vouchers.redeemedAt, since),
        lt(vouchers.redeemedAt, until),
        eq(vouchers.isTest, false),
      ),
    )
    .groupBy(hour)
    .all();
}

function stepsByHour({ since, until }: Span) {
  const hour = hourOf(funnelEvents.at);
  return db
    .select({ hour, stage: funnelEvents.stage, found: count() })
    .from(funnelEvents)
    .where(and(gte(funnelEvents.at, since), lt(funnelEvents.at, until)))
    .groupBy(hour, funnelEvents.stage)
    .all();
}
