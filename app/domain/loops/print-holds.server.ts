import { sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { alarms, ledger, loopCredits, vouchers } from "#db/schema";

/**
 * A book costs real money to make, so none is made while it may have been paid for with a stolen card. It waits
 * while a bank disputes the payment of its loop, whether the writer paid or somebody who gave it; after a dispute
 * that was lost, and after a bank's warning, until staff have laid the alarm of it aside.
 */
export function isPaymentInDoubt(tx: Pick<Transaction, "get">, loopId: string): boolean {
  const found = tx.get<{ doubt: number }>(sql`
    WITH paid_by AS (
      SELECT COALESCE(${loopCredits.orderId}, ${vouchers.orderId}) AS order_id
      FROM ${loopCredits} LEFT JOIN ${vouchers} ON ${vouchers.id} = ${loopCredits.voucherId}
      WHERE ${loopCredits.loopId} = ${loopId}
    )
    SELECT EXISTS (
      SELECT 1 FROM paid_by WHERE (
        SELECT COALESCE(SUM(${ledger.amountPence}), 0) FROM ${ledger}
        WHERE ${ledger.orderId} = paid_by.order_id AND ${ledger.kind} IN ('dispute', 'dispute_won')
      ) < 0 AND NOT EXISTS (
        SELECT 1 FROM ${alarms}
        WHERE ${alarms.objectType} = 'order' AND ${alarms.objectId} = paid_by.order_id
          AND ${alarms.kind} = 'dispute_lost' AND ${alarms.settledAt} IS NOT NULL
      )
      UNION ALL
      SELECT 1 FROM paid_by JOIN ${alarms}
        ON ${alarms.objectType} = 'order' AND ${alarms.objectId} = paid_by.order_id
      WHERE ${alarms.kind} = 'fraud_warning' AND ${alarms.settledAt} IS NULL
    ) AS doubt
  `);
  return found?.doubt === 1;
}
