import { write } from "#db/client.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import type { StaffRole } from "~/domain/people/staff/permissions";
import { VOUCHER_LIST, type VoucherLine } from "./admin-vouchers.server";

/** More than the business will sell in years; a file of this size is made in a second. */
const MOST_ROWS = 100_000;

/** Returns the vouchers of a list as rows of a file, and records who exported how many. */
export function exportVouchers(
  asked: Parameters<typeof VOUCHER_LIST.read>[0],
  { staffId, role }: { staffId: string; role: StaffRole },
  now: Date,
): VoucherLine[] {
  const { rows } = VOUCHER_LIST.read({ ...asked, page: 1 }, { now, role }, MOST_ROWS);
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "vouchers.export",
      object: { type: "vouchers", id: asked.status ?? "all" },
      after: { rows: rows.length },
      now,
    }),
  );
  return rows;
}
