import { and, count, eq, gt, sql } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import { accounts, auditEvents } from "#db/schema";
import type { Given } from "./exposure";

/**
 * Vouchers that staff redeemed for a customer they named, where the voucher was neither bought by nor addressed to that
 * customer: that gives it to them, also one of a partner order that two people approved.
 */
export function redeemedGiven(reader: Pick<Transaction, "select">, since: Date, loopPence: number): Given[] {
  return reader
    .select({ staffId: auditEvents.staffId, recipientEmail: accounts.email, many: count() })
    .from(auditEvents)
    .leftJoin(accounts, eq(accounts.id, sql`${auditEvents.after} ->> 'accountId'`))
    .where(
      and(
        ...[gt(auditEvents.at, since), eq(auditEvents.action, "vouchers.redeem")],
        sql`${auditEvents.after} ->> 'isGiven' = 1`,
      ),
    )
    .groupBy(auditEvents.staffId, accounts.email)
    .all()
    .map(({ staffId, recipientEmail, many }) => ({
      ...{ staffId: staffId ?? "", recipientEmail },
      costPence: many * loopPence,
    }));
}
