import { write } from "#db/client.server";
import { VOUCHER_STATUSES } from "#db/schema";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { listVouchers, type VoucherLine, type VoucherQuery } from "./admin-vouchers.server";

/** More than the business will sell in years; a file of this size is made in a second. */
const MOST_ROWS = 100_000;

/** Returns the vouchers of a list as rows of a file, and records who exported how many. */
export function exportVouchers(
  input: { search: string; status: string; expiringSoon: boolean; seesCustomers: boolean },
  staffId: string,
  now: Date,
): VoucherLine[] {
  const status: VoucherQuery["status"] = VOUCHER_STATUSES.find((word) => word === input.status) ?? "all";
  const { rows } = listVouchers({ ...input, status }, { number: 1, size: MOST_ROWS }, now);
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.export",
      object: { type: "vouchers", id: status },
      after: { rows: rows.length },
      now,
    }),
  );
  return rows;
}
