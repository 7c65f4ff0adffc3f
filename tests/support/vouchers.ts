import { eq, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { voucherBatches, vouchers } from "#db/schema";
import { issueVoucher, type VoucherToIssue } from "~/domain/shop/vouchers/vouchers.server";
import { NOW } from "./people";

/** Vouchers of the tests, issued as the shop issues them. */

export const GIFT: VoucherToIssue = {
  valuePence: 6999,
  choice: { theme: "pet", type: "puppys-first-year" },
  purchasedByAccountId: null,
  orderId: null,
  recipient: { name: "Callum", email: null, message: "For you and the pup.", sendOnDay: null },
};

/** A voucher, bought on a Friday morning by default. `changes` are written over its row afterwards. */
export function voucher(
  wanted: Partial<VoucherToIssue> = {},
  changes: Partial<typeof vouchers.$inferInsert> = {},
  now = NOW,
) {
  const issued = db.transaction((tx) => issueVoucher(tx, { ...GIFT, ...wanted }, now), {
    behavior: "immediate",
  });
  if (Object.keys(changes).length > 0) {
    db.update(vouchers).set(changes).where(eq(vouchers.id, issued.voucherId)).run();
  }
  return issued;
}

export function voucherRow(voucherId: string) {
  const row = db.select().from(vouchers).where(eq(vouchers.id, voucherId)).get();
  if (!row) throw new Error(`There is no voucher ${voucherId}.`);
  return row;
}

/** A partner order that is made, with a voucher for each of these changes. */
export function partnerOrder(
  madeByStaffId: string,
  changes: readonly Partial<typeof vouchers.$inferInsert>[],
  given: Partial<typeof voucherBatches.$inferInsert> = {},
): string {
  const { id } = db
    .insert(voucherBatches)
    .values({ count: changes.length, valuePence: 6999, madeByStaffId, createdAt: NOW, ...given })
    .returning({ id: voucherBatches.id })
    .get();
  for (const change of changes) voucher({}, { batchId: id, ...change });
  return id;
}

export const vouchersIn = (batchId: string) =>
  db.select().from(vouchers).where(eq(vouchers.batchId, batchId)).orderBy(sql`rowid`).all();
