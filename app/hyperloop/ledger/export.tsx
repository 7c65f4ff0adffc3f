import { exportLedger } from "~/domain/operations/bookkeeping/ledger.server";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { inPounds, LEDGER_WORDS } from "./ledger-labels";
import { readSpan } from "./ledger-query.server";

const HEAD = ["Day", "What", "Order", "Amount", "Tax in it", "Currency", "Provider’s reference"];

/** The file is made by the button of the page. */
export const loader = leadToPage("ledger.export", () => PATHS.ledger);

/** The ledger of some days as a file; who took it is written down. */
export const action = staffAction("ledger.export", ({ staff, form, now }) => {
  const span = readSpan(form, now);
  const lines = exportLedger(span, staff.staffId, now).map((row) => [
    ...[row.day, LEDGER_WORDS[row.kind], row.orderNumber ?? "", Number(inPounds(row.amountPence))],
    ...[Number(inPounds(row.taxPence)), "GBP", row.reference],
  ]);
  return sendCsv(`ledger-${span.from}-${span.until}.csv`, [HEAD, ...lines]);
});
