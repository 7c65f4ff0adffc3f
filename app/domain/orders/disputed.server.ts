import { inArray, isNull, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { isIn, keepAll } from "#db/queries.server";
import { alarms, ledger } from "#db/schema";

/** Which orders' payments a bank disputes, or has decided against us, for staff who are about to act on one. */

const takenQuery = keepAll((orderIds: string[]) =>
  db
    .select({ id: ledger.orderId })
    .from(ledger)
    .where(sql`${isIn(ledger.orderId, orderIds)} AND ${inArray(ledger.kind, ["dispute", "dispute_won"])}`)
    .groupBy(ledger.orderId)
    .having(sql`sum(${ledger.amountPence}) < 0`),
);

const askedQuery = keepAll((orderIds: string[]) =>
  db
    .select({ id: alarms.objectId })
    .from(alarms)
    .where(
      sql`${isIn(alarms.objectId, orderIds)} AND ${alarms.objectType} = 'order' AND ${isNull(alarms.resolvedAt)}
        AND ${inArray(alarms.kind, ["dispute_inquiry", "dispute_open", "dispute_lost"])}`,
    ),
);

/** Those of these orders whose money a bank has taken or is asking about. */
export function disputedOrders(orderIds: readonly string[]): ReadonlySet<string> {
  if (orderIds.length === 0) return new Set();
  return new Set([...takenQuery([...orderIds]), ...askedQuery([...orderIds])].map(({ id }) => id));
}
