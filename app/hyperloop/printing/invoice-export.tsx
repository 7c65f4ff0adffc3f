import { writePounds } from "~/domain/kernel/money/pounds";
import { exportInvoice } from "~/domain/operations/printing/supplier-invoices.server";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { notFound } from "~/web/responses.server";
import { VERDICTS } from "./cost-labels";

const HEAD = ["Our number", "State", "They bill", "We expected"];

/** The file is made by the button of the page. */
export const loader = leadToPage("print_costs.read", (param) => `${PATHS.printCosts}/invoices/${param("invoice")}`);

const inPounds = (pence: number | null) =>
  pence === null ? "" : Number(`${pence < 0 ? "-" : ""}${writePounds(Math.abs(pence))}`);

/** An invoice with a finding for each line, as a file; who took it is recorded. */
export const action = staffAction("print_costs.read", ({ staff, param, now }) => {
  const view = exportInvoice(param("invoice"), staff.staffId, now) ?? notFound();
  const lines = view.lines.map(({ shipmentNumber, verdict, amountPence, costPence }) => [
    ...[shipmentNumber, VERDICTS[verdict][0], inPounds(amountPence), inPounds(costPence)],
  ]);
  const missing = view.missing.map(({ reference, costPence }) => [reference, "Missing", "", inPounds(costPence)]);
  return sendCsv(`invoice-${view.invoice.id}.csv`, [HEAD, ...lines, ...missing]);
});
