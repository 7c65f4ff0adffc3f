import { sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { prepareAll, prepareGet } from "#db/queries.server";
import { alarms, ledger, loopCredits, vouchers } from "#db/schema";

/**
 * A book costs real money to make, so none is printed while it may have been paid for with a stolen card. Printing
 * waits while a bank disputes the loop's payment, whether its writer or its giver paid; after a lost dispute and after
 * a bank's warning, it waits until staff have resolved the alarm.
 */
export function isPaymentInDoubt(reader: Pick<Transaction, "all">, loopId: string): boolean {
  const paidBy = reader.all<{ orderId: string | null }>(sql`
    SELECT COALESCE(${loopCredits.orderId}, ${vouchers.orderId}) AS orderId
    FROM ${loopCredits} LEFT JOIN ${vouchers} ON ${vouchers.id} = ${loopCredits.voucherId}
    WHERE ${loopCredits.loopId} = ${loopId}
  `);
  const orderIds = paidBy.flatMap(({ orderId }) => (orderId === null ? [] : [orderId]));
  return ordersInDoubt(orderIds).size > 0;
}

/**
 * A subquery: the loops whose payment was refunded and whose year was revoked, so that their books are not printed. A
 * redeemed gift stays with its recipient, even if its giver is refunded. Written as raw SQL, because the query builder
 * omits table names in a query of one table.
 */
export const REVERSED_LOOPS = sql.raw(`
  SELECT loop_credits.loop_id FROM refunds JOIN loop_credits ON loop_credits.order_id = refunds.order_id
  WHERE refunds.status <> 'failed' AND json_array_length(refunds.taken) > 0 AND loop_credits.loop_id IS NOT NULL
`);

export function isReversed(loopId: string): boolean {
  return findReversed(loopId)?.isReversed === 1;
}

const findReversed = prepareGet((loopId: string) =>
  db.select({ isReversed: sql<number>`${loopId} IN (${REVERSED_LOOPS})` }).from(sql`(SELECT 1)`),
);

/** Which of these orders may have been paid for with a stolen card, so that printing for them waits. */
export function ordersInDoubt(orderIds: readonly string[]): ReadonlySet<string> {
  return new Set(listOrdersInDoubt(orderIds).map(({ id }) => id));
}

const listOrdersInDoubt = prepareAll((orderIds: readonly string[]) =>
  db
    .select({ id: sql<string>`asked.value` })
    .from(sql`json_each(${orderIds}) AS asked`)
    .where(sql`(
      (
        SELECT COALESCE(SUM(${ledger.amountPence}), 0) FROM ${ledger}
        WHERE ${ledger.orderId} = asked.value AND ${ledger.kind} IN ('dispute', 'dispute_won')
      ) < 0 AND NOT EXISTS (
        SELECT 1 FROM ${alarms}
        WHERE ${alarms.objectType} = 'order' AND ${alarms.objectId} = asked.value
          AND ${alarms.kind} = 'dispute_lost' AND ${alarms.resolvedAt} IS NOT NULL
      )
    ) OR EXISTS (
      SELECT 1 FROM ${alarms}
      WHERE ${alarms.objectType} = 'order' AND ${alarms.objectId} = asked.value
        AND ${alarms.kind} IN ('fraud_warning', 'payment_review') AND ${alarms.resolvedAt} IS NULL
    )`),
);
