import { desc, eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { columns, isIn, prepareAll } from "#db/queries.server";
import { orders, staff, voucherBatches, vouchers } from "#db/schema";
import { voucherStatusAt } from "~/domain/shop/vouchers/rules";

/** Vouchers and partner orders that were found. Of a code only the last four characters are read. */

/** The vouchers of these ids, in their order; the people of customers' gifts for those alone who may know them. */
export function foundVouchers(ids: readonly string[], seesCustomers: boolean, now: Date) {
  const rows = new Map(listVouchers([...ids]).map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = rows.get(id);
    if (!row) return [];
    const { batchId, ...found } = { ...row, status: voucherStatusAt(row, now) };
    if (seesCustomers) return [found];
    return [{ ...found, recipient: batchId && found.recipient, giver: null, redeemedByAccountId: null }];
  });
}

export type FoundVoucher = ReturnType<typeof foundVouchers>[number];

const listVouchers = prepareAll((ids: string[]) =>
  db
    .select({
      id: vouchers.id,
      lastFour: vouchers.lastFour,
      recipient: sql<string | null>`coalesce(nullif(${vouchers.recipientName}, ''), ${vouchers.recipientEmail})`,
      giver: sql<
        string | null
      >`coalesce(nullif(trim(${orders.firstName} || ' ' || ${orders.lastName}), ''), nullif(${vouchers.giverName}, ''))`,
      ...columns(vouchers, "status", "expiresAt", "redeemedAt", "redeemedByAccountId", "batchId"),
    })
    .from(vouchers)
    .leftJoin(orders, eq(orders.id, vouchers.orderId))
    .where(isIn(vouchers.id, ids)),
);

/** The partner orders of these ids, newest first. */
export const foundBatches = prepareAll((ids: readonly string[]) =>
  db
    .select({
      ...columns(voucherBatches, "id", "note", "count"),
      madeBy: staff.name,
      createdAt: voucherBatches.createdAt,
      held: sql<number>`CASE WHEN ${voucherBatches.approvedByStaffId} IS NULL THEN sum(${vouchers.status} = 'SUSPENDED') ELSE 0 END`,
      cancelled: sql<number>`sum(${vouchers.status} = 'CANCELLED')`,
      redeemed: sql<number>`sum(${vouchers.status} = 'REDEEMED')`,
    })
    .from(voucherBatches)
    .leftJoin(staff, eq(staff.id, voucherBatches.madeByStaffId))
    .leftJoin(vouchers, eq(vouchers.batchId, voucherBatches.id))
    .where(isIn(voucherBatches.id, ids))
    .groupBy(voucherBatches.id)
    .orderBy(desc(voucherBatches.createdAt)),
);

export type FoundBatch = ReturnType<typeof foundBatches>[number];
