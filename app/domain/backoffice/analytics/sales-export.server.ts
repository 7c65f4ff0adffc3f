import { write } from "#db/client.server";
import { writePounds } from "~/domain/kernel/money/pounds";
import { type Period, spanOf } from "~/domain/kernel/time/periods";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { type SoldBin, soldWithin, visitsWithin } from "./sales.server";
import { STAGE_NAMES, STAGES, type Stage } from "./stages";

const HEAD = [
  ...["Day or hour", "Self purchases", "Self purchase revenue", "Voucher purchases"],
  ...["Voucher purchase revenue", "Book copy orders", "Book copy revenue"],
  ...["Vouchers redeemed", "Value redeemed", ...STAGES.map((stage) => STAGE_NAMES[stage])],
];

/** CSV rows of a period's figures in pounds, header and total included. Records who took them. */
export function exportSales(period: Period, staffId: string, now: Date): (string | number)[][] {
  const span = spanOf(period, now);
  const [sold, visits] = [soldWithin(span), visitsWithin(span)];
  write((tx) =>
    recordAuditEvent(tx, {
      staffId,
      action: "analytics.export",
      object: { type: "analytics", id: period },
      after: { rows: sold.bins.length },
      now,
    }),
  );
  const visitsOf = new Map(visits.bins.map((bin) => [bin.name, bin.visits]));
  return [
    HEAD,
    ...sold.bins.map((bin) => rowOf(bin, visitsOf.get(bin.name) ?? visits.visits)),
    rowOf({ ...sold, name: "Total" }, visits.visits),
  ];
}

const rowOf = ({ name, orders, pence, redeemed, redeemedPence }: SoldBin, visits: Readonly<Record<Stage, number>>) => [
  ...[name, orders.loop, writePounds(pence.loop), orders.gift, writePounds(pence.gift)],
  ...[orders.book_copies, writePounds(pence.book_copies), redeemed, writePounds(redeemedPence)],
  ...STAGES.map((stage) => visits[stage]),
];
