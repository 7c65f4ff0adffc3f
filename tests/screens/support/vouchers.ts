import { formatVoucherCode } from "~/domain/shop/vouchers/code";
import type { issueVoucher as Issue, VoucherToIssue } from "~/domain/shop/vouchers/vouchers.server";

/** Vouchers issued as the shop issues them. */

/** A voucher in the database of this test file. Gives its id and its formatted code. */
export async function makeVoucher(
  given: Partial<VoucherToIssue> = {},
  now = new Date(),
): Promise<{ voucherId: string; code: string }> {
  const { db } = await import("#db/client.server");
  const { issueVoucher }: { issueVoucher: typeof Issue } = await import("~/domain/shop/vouchers/vouchers.server");
  const wanted: VoucherToIssue = {
    valuePence: 6999,
    choice: { theme: "pet", type: "my-cat-and-me" },
    orderId: null,
    purchasedByAccountId: null,
    recipient: { name: "Callum", email: null, message: "For you and the cat.", sendOnDay: null },
    ...given,
  };
  const { voucherId, code } = db.transaction((tx) => issueVoucher(tx, wanted, now), {
    behavior: "immediate",
  });
  return { voucherId, code: formatVoucherCode(code) };
}
