import { and, eq, gte, lte, sql } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { printCosts, shipments } from "#db/schema";
import { londonDay } from "~/domain/kernel/time/days";
import { endOfLondonDay, startOfLondonDay } from "~/domain/kernel/time/instants";
import { firstDayOf, lastDayOf, monthOf, monthsUntil } from "~/domain/kernel/time/months";
import { COUNTED_MONTHS, costOf, costPerBook, REPRINT_CAUSES, type ReprintCause } from "./print-costs";
import { storeCost } from "./print-orders.server";
import { shipmentRowOf } from "./shipment-contents.server";
import { record } from "./shipment-records.server";

/** What printing cost by month, why books were printed again, and a cost that somebody typed. */

export interface MonthCosts {
  shipments: number;
  books: number;
  /** Of the shipments whose cost is known. */
  totalPence: number;
  /** In whole pence; null where no cost is known. */
  perBookPence: number | null;
  /** Shipments whose cost nobody knows. */
  uncosted: number;
}

/** What went to the printer in a month, "2026-11", and what that cost. */
export function monthCosts(month: string): MonthCosts {
  const [from, until] = [startOfLondonDay(firstDayOf(month)), endOfLondonDay(lastDayOf(month))];
  const sent = listSent(from, until).map(({ prints, costs }) => ({
    books: prints.reduce((sum, { copies }) => sum + copies, 0),
    costPence: costOf(costs),
  }));
  const costed = sent.filter(({ costPence }) => costPence !== null);
  const booksIn = (of: typeof sent) => of.reduce((sum, { books }) => sum + books, 0);
  const totalPence = costed.reduce((sum, { costPence }) => sum + (costPence ?? 0), 0);
  return {
    shipments: sent.length,
    books: booksIn(sent),
    totalPence,
    perBookPence: costPerBook(totalPence, booksIn(costed)),
    uncosted: sent.length - costed.length,
  };
}

const listSent = prepareAll((from: Date, until: Date) =>
  db
    .select({ prints: shipments.prints, costs: printCosts })
    .from(shipments)
    .leftJoin(printCosts, eq(printCosts.shipmentId, shipments.id))
    .where(and(gte(shipments.printingAt, from), lte(shipments.printingAt, until))),
);

export interface ReprintMonth {
  month: string;
  total: number;
  /** `unsaid`: from before causes were asked for. */
  causes: Record<ReprintCause | "unsaid", number>;
}

/** How many books were printed again in each of the last twelve months, and why; months without one are left out. */
export function reprintMonths(now: Date): ReprintMonth[] {
  const months = monthsUntil(now, COUNTED_MONTHS);
  const since = startOfLondonDay(firstDayOf(months.at(-1) ?? monthOf(londonDay(now))));
  const reprints = listReprints(since).map(({ at, cause }) => ({ month: monthOf(londonDay(at)), cause }));
  return months.flatMap((month) => {
    const inMonth = reprints.filter((one) => one.month === month);
    if (inMonth.length === 0) return [];
    const count = (cause: ReprintCause | null) => inMonth.filter((one) => one.cause === cause).length;
    const causes = Object.fromEntries(REPRINT_CAUSES.map((cause) => [cause, count(cause)]));
    const all = { ...causes, unsaid: count(null) } as ReprintMonth["causes"];
    return [{ month, total: inMonth.length, causes: all }];
  });
}

const listReprints = prepareAll((since: Date) =>
  db
    .select({ at: shipments.createdAt, cause: shipments.reprintCause })
    .from(shipments)
    .where(and(sql`reprint_of IS NOT NULL`, gte(shipments.createdAt, since))),
);

/** Keeps what a shipment cost, as staff read it on a bill; null takes what was typed away. False for an unknown id. */
export function typeCost(shipmentId: string, pence: number | null, staffId: string, now: Date): boolean {
  return write((tx) => {
    const shipment = shipmentRowOf(shipmentId)?.shipment;
    if (!shipment) return false;
    storeCost(tx, shipmentId, { typedPence: pence }, now);
    record(tx, shipment, { staffId, action: "print_costs.type", after: { pence }, now });
    return true;
  });
}
