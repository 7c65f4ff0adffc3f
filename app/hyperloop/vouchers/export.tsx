import { londonDay } from "~/domain/kernel/time/days";
import { VOUCHER_LIST } from "~/domain/shop/vouchers/admin-vouchers.server";
import { exportVouchers } from "~/domain/shop/vouchers/voucher-export.server";
import { askedOf } from "~/hyperloop/lists.server";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";

const HEAD = [
  ...["Code", "Status", "Value", "Currency", "Valid from", "Valid until", "Test", "Bought by"],
  ...["Recipient", "Used by", "Redeemed", "Partner order", "Its note"],
];

/** The file is made by the button of the list. */
export const loader = leadToPage("vouchers.export", () => "/hyperloop/vouchers");

/** The vouchers that were asked for, as a file for spreadsheets; who took it is written down. */
export const action = staffAction("vouchers.export", ({ staff, form, now }) => {
  const rows = exportVouchers(askedOf(VOUCHER_LIST, form), staff, now);
  const lines = rows.map((row) => [
    ...[row.code, row.status, (row.valuePence / 100).toFixed(2), row.currency, londonDay(row.validFrom)],
    ...[londonDay(row.expiresAt), row.isTest ? "yes" : "no", row.buyer, row.recipientName, row.redeemer],
    ...[row.redeemedAt ? londonDay(row.redeemedAt) : "", row.batch?.id ?? "", row.batch?.note ?? ""],
  ]);
  return sendCsv(`vouchers-${londonDay(now)}.csv`, [HEAD, ...lines]);
});
