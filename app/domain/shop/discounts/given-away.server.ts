import { and, count, eq, gt, isNotNull, isNull, ne, notExists, or, sql, sum } from "drizzle-orm";
import type { Transaction } from "#db/client.server";
import {
  accounts,
  auditEvents,
  discountRequests,
  discounts,
  loops,
  orders,
  refundRequests,
  refunds,
  reprintRequests,
  shipments,
  voucherBatches,
  vouchers,
} from "#db/schema";
import type { Given } from "./approval-limits";
import { possibleCostPence } from "./rules";

/** What staff have given away since a moment, each by one person alone, at what it costs us. */

type Reader = Pick<Transaction, "select">;

export function givenSince(reader: Reader, since: Date, loopPence: number): Given[] {
  return [
    ...vouchersGiven(reader, since, loopPence),
    ...vouchersBeingMade(reader, since, loopPence),
    ...refundsGiven(reader, since),
    ...reprintsGiven(reader, since),
    ...discountsGiven(reader, since, loopPence),
    ...revivedGiven(reader, since, loopPence),
    ...redeemedGiven(reader, since, loopPence),
  ];
}

function vouchersGiven(reader: Reader, since: Date, loopPence: number): Given[] {
  return reader
    .select({
      staffId: voucherBatches.madeByStaffId,
      recipientEmail: vouchers.recipientEmail,
      many: count(),
    })
    .from(vouchers)
    .innerJoin(voucherBatches, eq(voucherBatches.id, vouchers.batchId))
    .where(
      and(
        ...[gt(vouchers.createdAt, since), eq(vouchers.isTest, false)],
        ...[
          isNull(voucherBatches.approvedByStaffId),
          ne(vouchers.status, "SUSPENDED"),
          or(ne(vouchers.status, "CANCELLED"), wasSeen),
        ],
      ),
    )
    .groupBy(voucherBatches.madeByStaffId, vouchers.recipientEmail)
    .all()
    .map(({ many, ...given }) => ({ ...given, costPence: many * loopPence }));
}

/** Those of large batches that the worker has still to make. */
function vouchersBeingMade(reader: Reader, since: Date, loopPence: number): Given[] {
  const made = sql`(SELECT count(*) FROM ${vouchers} WHERE ${vouchers.batchId} = ${voucherBatches}.id)`;
  return reader
    .select({
      staffId: voucherBatches.madeByStaffId,
      many: sql<number>`sum(${voucherBatches.count} - ${made})`,
    })
    .from(voucherBatches)
    .where(
      and(
        ...[eq(voucherBatches.state, "making"), isNull(voucherBatches.approvedByStaffId)],
        ...[gt(voucherBatches.createdAt, since), sql`NOT ${voucherBatches.terms} ->> 'isTest'`],
      ),
    )
    .groupBy(voucherBatches.madeByStaffId)
    .all()
    .map(({ staffId, many }) => ({ staffId, recipientEmail: null, costPence: many * loopPence }));
}

/** Whether somebody may hold the code: it was emailed, its card was taken, or the codes of its batch were opened. */
export const wasSeen = sql`(${vouchers.sentAt} IS NOT NULL
  OR EXISTS (SELECT 1 FROM ${auditEvents} WHERE ${auditEvents.objectType} = 'voucher'
    AND ${auditEvents.objectId} = ${vouchers.id} AND ${auditEvents.action} = 'vouchers.reveal')
  OR EXISTS (SELECT 1 FROM ${auditEvents} WHERE ${auditEvents.objectType} = 'voucher_batch'
    AND ${auditEvents.objectId} = ${vouchers.batchId} AND ${auditEvents.action} = 'vouchers.open_seal'))`;

/** Vouchers that had run out and that one person made valid again. */
function revivedGiven(reader: Reader, since: Date, loopPence: number): Given[] {
  return reader
    .select({
      staffId: auditEvents.staffId,
      recipientEmail: vouchers.recipientEmail,
      many: sql<number>`sum(${auditEvents.after} ->> 'revived')`,
    })
    .from(auditEvents)
    .leftJoin(vouchers, and(eq(auditEvents.objectType, "voucher"), eq(vouchers.id, auditEvents.objectId)))
    .where(
      and(
        ...[gt(auditEvents.at, since), eq(auditEvents.action, "vouchers.extend")],
        sql`${auditEvents.after} ->> 'revived' > 0`,
      ),
    )
    .groupBy(auditEvents.staffId, vouchers.recipientEmail)
    .all()
    .map(({ staffId, recipientEmail, many }) => ({
      ...{ staffId: staffId ?? "", recipientEmail },
      costPence: many * loopPence,
    }));
}

/**
 * Vouchers that staff redeemed for a customer they named, where the voucher was neither bought by nor addressed to that
 * customer, or to them by staff alone: that gives it to them, also one of a partner order that two people approved.
 */
function redeemedGiven(reader: Reader, since: Date, loopPence: number): Given[] {
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

function refundsGiven(reader: Reader, since: Date): Given[] {
  const byTwo = reader
    .select({ id: refundRequests.id })
    .from(refundRequests)
    .where(eq(refundRequests.refundId, refunds.id));
  return reader
    .select({
      staffId: refunds.requestedByStaffId,
      recipientEmail: orders.email,
      pence: sum(refunds.amountPence).mapWith(Number),
    })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        ...[gt(refunds.createdAt, since), ne(refunds.status, "failed")],
        ...[isNotNull(refunds.requestedByStaffId), notExists(byTwo)],
      ),
    )
    .groupBy(refunds.requestedByStaffId, orders.email)
    .all()
    .map(({ staffId, recipientEmail, pence }) => ({
      staffId: staffId ?? "",
      costPence: pence,
      recipientEmail: recipientEmail || null,
    }));
}

/** The recipient is the reader of the book, wherever it was sent. */
function reprintsGiven(reader: Reader, since: Date): Given[] {
  const byTwo = reader
    .select({ id: reprintRequests.id })
    .from(reprintRequests)
    .where(eq(reprintRequests.reprintId, shipments.id));
  return reader
    .select({
      staffId: shipments.reprintStaffId,
      recipientEmail: sql<string | null>`coalesce(${accounts.email}, ${orders.email})`,
      costPence: shipments.reprintCostPence,
    })
    .from(shipments)
    .leftJoin(loops, eq(loops.id, shipments.loopId))
    .leftJoin(accounts, eq(accounts.id, loops.accountId))
    .leftJoin(orders, eq(orders.id, shipments.orderId))
    .where(
      and(
        ...[gt(shipments.createdAt, since), isNotNull(shipments.reprintOf)],
        ...[isNotNull(shipments.reprintStaffId), notExists(byTwo)],
      ),
    )
    .all()
    .map(({ staffId, recipientEmail, costPence }) => ({
      staffId: staffId ?? "",
      costPence: costPence ?? 0,
      recipientEmail: recipientEmail || null,
    }));
}

/** Codes that one person created or switched on: what they can still cost, or have cost once they are off. */
function discountsGiven(reader: Reader, since: Date, loopPence: number): Given[] {
  const byTwo = reader
    .select({ id: discountRequests.id })
    .from(discountRequests)
    .where(and(eq(discountRequests.discountId, discounts.id), eq(discountRequests.state, "approved")));
  return reader
    .select({ staffId: auditEvents.staffId, discount: discounts })
    .from(auditEvents)
    .innerJoin(discounts, eq(discounts.id, auditEvents.objectId))
    .where(
      and(
        ...[gt(auditEvents.at, since), eq(auditEvents.objectType, "discount")],
        sql`${auditEvents.action} IN ('discounts.create', 'discounts.switch')`,
        sql`coalesce(${auditEvents.after} ->> 'isActive', 1) = 1`,
        notExists(byTwo),
      ),
    )
    .groupBy(auditEvents.staffId, discounts.id)
    .all()
    .map(({ staffId, discount }) => ({
      staffId: staffId ?? "",
      recipientEmail: null,
      costPence:
        possibleCostPence(discount.isActive ? discount : { ...discount, maxUses: discount.usedCount }, loopPence) ?? 0,
    }));
}
