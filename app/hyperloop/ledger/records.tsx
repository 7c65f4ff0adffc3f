import { londonDay } from "~/domain/kernel/time/days";
import type { DaySpan } from "~/domain/operations/bookkeeping/ledger.server";
import { exportCustomers, exportOrders } from "~/domain/operations/bookkeeping/record-export.server";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { notFound } from "~/web/responses.server";
import { inPounds } from "./ledger-labels";
import { readSpan } from "./ledger-query.server";

const ORDER_HEAD = [
  ...["Number", "Placed", "Paid", "Status", "What", "First name", "Last name", "Email"],
  ...["Subtotal", "Discount", "Delivery", "Tax", "Total", "Refunded", "Currency", "Discount code"],
];

const CUSTOMER_HEAD = ["Account", "Email", "First name", "Last name", "Status", "Opened", "Orders paid", "Spent"];

/** The files are made by the buttons of the ledger. */
export const loader = leadToPage("records.export", () => PATHS.ledger);

/** The orders or customers of some days as a file; who took it is written down. */
export const action = staffAction("records.export", ({ staff, form, now }) => {
  const span = readSpan(form, now);
  switch (form.get("intent")) {
    case "orders":
      return ordersFile(span, staff.staffId, now);
    case "customers":
      return customersFile(span, staff.staffId, now);
    default:
      notFound();
  }
});

const sum = (pence: number) => Number(inPounds(pence));

function ordersFile(span: DaySpan, staffId: string, now: Date): Response {
  const lines = exportOrders(span, staffId, now).map((order) => [
    ...[order.number, londonDay(order.createdAt), order.paidAt ? londonDay(order.paidAt) : "", order.status],
    ...[order.kind, order.firstName, order.lastName, order.email, sum(order.subtotalPence)],
    ...[sum(order.discountPence), sum(order.deliveryPence), sum(order.taxPence), sum(order.totalPence)],
    ...[sum(order.refundedPence), order.currency, order.discountCode ?? ""],
  ]);
  return sendCsv(`orders-${span.from}-${span.until}.csv`, [ORDER_HEAD, ...lines]);
}

function customersFile(span: DaySpan, staffId: string, now: Date): Response {
  const lines = exportCustomers(span, staffId, now).map((one) => [
    ...[one.id, one.email, one.firstName, one.lastName, one.status, londonDay(one.createdAt)],
    ...[one.orders, sum(one.spentPence)],
  ]);
  return sendCsv(`customers-${span.from}-${span.until}.csv`, [CUSTOMER_HEAD, ...lines]);
}
