import { londonDay } from "~/domain/kernel/time/days";
import { exportPayouts } from "~/domain/operations/bookkeeping/payouts.server";
import { PATHS } from "~/hyperloop/paths";
import { leadToPage, staffAction } from "~/hyperloop/staff-route.server";
import { sendCsv } from "~/web/csv";
import { inPounds, MISMATCH_WORDS, PAYOUT_LINE_WORDS } from "./ledger-labels";
import { readSpan } from "./ledger-query.server";

const HEAD = [
  ...["Payout", "Sent", "Arrives", "Day", "What", "Order", "Paid out", "Fee", "Our ledger", "Compared"],
  ...["Currency", "Provider’s reference"],
];

/** The file is made by the button of the page. */
export const loader = leadToPage("ledger.export", () => PATHS.payouts);

/** The payouts of some days as a file, a line for each movement; who took it is written down. */
export const action = staffAction("ledger.export", ({ staff, form, now }) => {
  const span = readSpan(form, now);
  const lines = exportPayouts(span, staff.staffId, now).flatMap(({ payout, rows }) =>
    rows.map((row) => [
      ...[payout.id, londonDay(payout.leftAt), londonDay(payout.arrivesAt), londonDay(row.at)],
      ...[PAYOUT_LINE_WORDS[row.kind], row.orderNumber ?? "", sum(row.theirsPence), sum(-row.feePence)],
      ...[sum(row.oursPence), row.mismatch ? MISMATCH_WORDS[row.mismatch] : "Agrees", "GBP", row.reference],
    ]),
  );
  return sendCsv(`payouts-${span.from}-${span.until}.csv`, [HEAD, ...lines]);
});

const sum = (pence: number | null) => (pence === null ? "" : Number(inPounds(pence)));
