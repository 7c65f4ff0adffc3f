import { sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { funnelEvents, orders, vouchers } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { startOfLondonDay } from "~/domain/kernel/time/instants";
import { daysOfPeriods, type Piece, piecesOf, type Span } from "~/domain/kernel/time/periods";
import { beginDay, countedAmong, deleteDaysBefore, storeDay } from "./counted-days.server";
import type { Counting } from "./counting.server";
import { STAGES, type Stage } from "./stages";

/**
 * Sales, counted from the orders: an order counts when it was paid, at what was paid less what was refunded so far. A
 * redeemed voucher was paid for before, so its value is reported and never added. Test accounts are excluded.
 */

export const KINDS = ["loop", "gift", "book_copies"] as const;
export type Kind = (typeof KINDS)[number];

export interface SoldBin {
  name: string;
  orders: Record<Kind, number>;
  pence: Record<Kind, number>;
  redeemed: number;
  redeemedPence: number;
}

export interface Sold extends Omit<SoldBin, "name"> {
  bins: SoldBin[];
}

export interface Visits {
  bins: { name: string; visits: Record<Stage, number> }[];
  visits: Record<Stage, number>;
}

/** What was sold and redeemed in this span. */
export function soldWithin(span: Span): Sold {
  const { counted, rest } = countedAmong(piecesOf(span));
  const live = countSold(rest);
  const all = span.bins.map((name) => ({ name, ...(counted.get(name) ?? live.get(name) ?? emptyBin()) }));
  const sum = (of: (bin: SoldBin) => number) => all.reduce((total, bin) => total + of(bin), 0);
  return {
    bins: all.map(({ name, orders, pence, redeemed, redeemedPence }) => ({
      ...{ name, orders, pence, redeemed, redeemedPence },
    })),
    orders: sumBy(KINDS, (kind) => sum((bin) => bin.orders[kind])),
    pence: sumBy(KINDS, (kind) => sum((bin) => bin.pence[kind])),
    redeemed: sum((bin) => bin.redeemed),
    redeemedPence: sum((bin) => bin.redeemedPence),
  };
}

/** How many visits took each step in this span. */
export function visitsWithin(span: Span): Visits {
  const { counted, rest } = countedAmong(piecesOf(span));
  const live = countVisits(rest);
  const all = span.bins.map((name) => {
    const visits = counted.get(name)?.visits ?? live.get(name);
    return { name, visits: sumBy(STAGES, (stage) => visits?.[stage] ?? 0) };
  });
  return {
    bins: all,
    visits: sumBy(STAGES, (stage) => all.reduce((total, { visits }) => total + visits[stage], 0)),
  };
}

/**
 * Counts the days before today that are not counted. What changes while a day is counted leaves it for the next time. No
 * transaction meanwhile: in a large shop a day takes a second, and nobody could save. Yields and returns how many they were.
 */
export function* countDays(now: Date): Counting<number> {
  const bins = daysOfPeriods(now);
  const since = startOfLondonDay(bins[0] ?? londonDay(now));
  deleteDaysBefore(since);
  const { rest } = countedAmong(piecesOf({ since, until: startOfLondonDay(londonDay(now)), bins }));
  for (const piece of rest) {
    const begun = beginDay(piece, { ...emptyBin(), visits: {} });
    const sold = countSold([piece]).get(piece.bin) ?? emptyBin();
    yield;
    const visits = countVisits([piece]).get(piece.bin);
    yield;
    storeDay(piece, begun, { ...sold, visits: visits ?? {} });
  }
  return rest.length;
}

/** What was sold and redeemed in each of these pieces, by bin, from the orders and vouchers. */
function countSold(pieces: readonly Piece[]): Map<string, Omit<SoldBin, "name">> {
  const bins = new Map(pieces.map(({ bin }) => [bin, emptyBin()]));
  const asked = JSON.stringify(pieces);
  for (const { name, kind, found, pence } of ordersIn(asked)) {
    const bin = bins.get(name);
    if (!bin) continue;
    bin.orders[kind] += found;
    bin.pence[kind] += pence;
  }
  for (const { name, found, pence } of redeemedIn(asked)) {
    const bin = bins.get(name);
    if (!bin) continue;
    bin.redeemed += found;
    bin.redeemedPence += pence;
  }
  return bins;
}

function countVisits(pieces: readonly Piece[]): Map<string, Record<Stage, number>> {
  const bins = new Map(pieces.map(({ bin }) => [bin, sumBy(STAGES, () => 0)]));
  for (const { name, stage, found } of stepsIn(JSON.stringify(pieces))) {
    const visits = bins.get(name);
    if (visits) visits[stage] += found;
  }
  return bins;
}

function sumBy<Key extends string>(keys: readonly Key[], of: (key: Key) => number): Record<Key, number> {
  return Object.fromEntries(keys.map((key) => [key, of(key)])) as Record<Key, number>;
}

const emptyBin = () => ({
  orders: sumBy(KINDS, () => 0),
  pence: sumBy(KINDS, () => 0),
  redeemed: 0,
  redeemedPence: 0,
});

/**
 * Pieces as rows. Each is counted separately: one index range each takes a tenth of the time of grouping all their
 * rows.
 */
const rowsOf = (pieces: string) => sql`
  WITH pieces(bin, since, until) AS MATERIALIZED (
    SELECT value ->> 'bin', value ->> 'since', value ->> 'until' FROM json_each(${pieces})
  )`;

const COUNTS = { name: sql<string>`name`, found: sql<number>`found` };

const ordersIn = prepareAll((pieces: string) => {
  const which = sql`
    ${orders.isTest} = 0 AND ${orders.kind} = kinds.value AND ${orders.paidAt} >= since AND ${orders.paidAt} < until`;
  return db.select({ ...COUNTS, kind: sql<Kind>`kind`, pence: sql<number>`pence` }).from(sql`(
    ${rowsOf(pieces)} SELECT bin AS name, kinds.value AS kind,
      (SELECT count(*) FROM ${orders} WHERE ${which}) AS found,
      (SELECT coalesce(sum(${orders.totalPence} - ${orders.refundedPence}), 0) FROM ${orders} WHERE ${which}) AS pence
    FROM pieces, json_each(${JSON.stringify(KINDS)}) AS kinds)`);
});

const redeemedIn = prepareAll((pieces: string) => {
  const inPounds = sql`CASE WHEN ${vouchers.currency} = 'GBP' THEN ${vouchers.valuePence} ELSE 0 END`;
  const which = sql`
    +${vouchers.status} = 'REDEEMED' AND +${vouchers.isTest} = 0
    AND ${vouchers.redeemedAt} >= since AND ${vouchers.redeemedAt} < until`;
  return db.select({ ...COUNTS, pence: sql<number>`pence` }).from(sql`(
    ${rowsOf(pieces)} SELECT bin AS name,
      (SELECT count(*) FROM ${vouchers} WHERE ${which}) AS found,
      (SELECT coalesce(sum(${inPounds}), 0) FROM ${vouchers} WHERE ${which}) AS pence
    FROM pieces)`);
});

const stepsIn = prepareAll((pieces: string) => {
  const which = sql`
    ${funnelEvents.stage} = stages.value AND ${funnelEvents.at} >= since AND ${funnelEvents.at} < until`;
  return db.select({ ...COUNTS, stage: sql<Stage>`stage` }).from(sql`(
    ${rowsOf(pieces)} SELECT bin AS name, stages.value AS stage,
      (SELECT count(*) FROM ${funnelEvents} WHERE ${which}) AS found
    FROM pieces, json_each(${JSON.stringify(STAGES)}) AS stages)`);
});
