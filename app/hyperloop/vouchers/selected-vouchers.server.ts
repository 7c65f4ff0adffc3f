import { type VoucherData, voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";

/** The selected vouchers by the end of their codes, each with why it is left out. */
export function selectedVouchers(ids: readonly string[], now: Date, problemOf: (found: VoucherData) => string | null) {
  return ids.flatMap((id) => {
    const found = voucherData(id, now);
    if (!found) return [];
    const { recipientName, recipientEmail } = found.voucher;
    const name = [found.line.code, recipientName || recipientEmail].filter(Boolean).join(", for ");
    return [{ id, name, problem: problemOf(found) }];
  });
}
