import { and, asc, eq, gt, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { auditEvents } from "#db/schema";
import type { PriceList } from "~/domain/diary/catalogue/prices";
import { readPrices } from "~/domain/diary/catalogue/prices.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { APART_DAYS } from "~/domain/people/staff/second-person";
import { ALONE_MOST_PERCENT } from "~/domain/shop/discounts/rules";

/**
 * How far one super_admin may lower a price: as far as one person may discount it. What they could not take off by a
 * code they could otherwise take off by a price of an hour. Every fall counts from the price of thirty days ago, so that
 * several small ones go no further, and a price that was raised by a slip can be put back.
 */

const PRICES_OF_GOODS = ["loopPence", "bookCopyStandardPence", "bookCopyLuxuryPence"] as const;
type PriceOfGoods = (typeof PRICES_OF_GOODS)[number];

/** The lowest this price may be now. */
function lowestPence(name: PriceOfGoods, now: Date): number {
  const since = new Date(now.getTime() - APART_DAYS * DAY_MS);
  const pence = findFirstChange(name, since)?.pence ?? readPrices()[name];
  return Math.ceil((pence * (100 - ALONE_MOST_PERCENT)) / 100);
}

const findFirstChange = prepareGet((name: string, since: Date) =>
  db
    .select({ pence: sql<number>`${auditEvents.before} ->> ${name}` })
    .from(auditEvents)
    .where(
      and(
        ...[eq(auditEvents.objectType, "settings"), eq(auditEvents.objectId, "prices")],
        ...[gt(auditEvents.at, since), sql`${auditEvents.before} ->> ${name} IS NOT NULL`],
      ),
    )
    .orderBy(asc(auditEvents.at), asc(auditEvents.sequence))
    .limit(1),
);

export interface PriceTooLow {
  name: PriceOfGoods;
  lowestPence: number;
}

/** Those of these prices that are lower than they may be now. */
export function pricesTooLow(prices: PriceList, now: Date): PriceTooLow[] {
  return PRICES_OF_GOODS.map((name) => ({ name, lowestPence: lowestPence(name, now) })).filter(
    ({ name, lowestPence }) => prices[name] < lowestPence,
  );
}
