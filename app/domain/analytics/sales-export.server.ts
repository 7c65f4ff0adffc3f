import { write } from "#db/client.server";
import { writePounds } from "../money/pounds";
import { recordAuditEvent } from "../staff/audit.server";
import { type Period, spanOf } from "./periods";
import { type Bin, salesWithin } from "./sales.server";
import { STAGE_NAMES, STAGES } from "./stages";

const HEAD = [
  ...["Day or hour", "Self purchases", "Self purchase revenue", "Voucher purchases"],
  ...["Voucher purchase revenue", "Book copy orders", "Book copy revenue"],
  ...["Vouchers redeemed", "Value redeemed", ...STAGES.map((stage) => STAGE_NAMES[stage])],
];

/** CSV rows of a period's figures in pounds, header and total included. Records who took them. */
export function exportSales(period: Period, staffId: string, now: Date): (string | number)[][] {
  const sales = salesWithin(spanOf(period, now));
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "analytics.export",
      object: { type: "analytics", id: period },
      after: { rows: sales.bins.length },
      now,
    }),
  );
  const visits = Object.fromEntries(sales.funnel.map(({ stage, visitors }) => [stage, visitors]));
  const total: Bin = { ...sales, name: "Total", visits: visits as Bin["visits"] };
  return [HEAD, ...[...sales.bins, total].map(rowOf)];
}

const rowOf = ({ name, orders, pence, redeemed, redeemedPence, visits }: Bin) => [
  ...[name, orders.loop, writePounds(pence.loop), orders.gift, writePounds(pence.gift)],
  ...[orders.book_copies, writePounds(pence.book_copies), redeemed, writePounds(redeemedPence)],
  ...STAGES.map((stage) => visits[stage]),
];
