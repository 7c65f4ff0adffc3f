import { eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { vouchers } from "#db/schema";
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
