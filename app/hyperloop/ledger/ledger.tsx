import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { formatNumber, formatOrdinal } from "~/domain/kernel/text/numbers";
import { formatDay, formatMonth } from "~/domain/kernel/time/format-days";
import { CLOSES_ON_DAY, firstDayOf, lastDayOf } from "~/domain/kernel/time/months";
import {
  type BookMonth,
  bookMonths,
  LEDGER_SORTS,
  ledgerRows,
  ledgerTotals,
} from "~/domain/operations/bookkeeping/ledger.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { sortingOf } from "~/hyperloop/staff-list";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { DateField } from "~/ui/field";
import { Kpis } from "~/ui/kpis";
import { TablePanel } from "~/ui/panels";
import { PostForm } from "~/ui/post-form";
import { SortMenu } from "~/ui/sort-menu";
import { choiceIn } from "~/web/list-query";
import type { ScreenHandle } from "~/web/screen";
import { LEDGER_WORDS } from "./ledger-labels";
import { readSpan } from "./ledger-query.server";

export const handle: ScreenHandle = { title: "Ledger – HyperLoop", noindex: true };

const MOST_SHOWN = 50;

/** The movements of some days, their sums, and the last twelve months. */
export const loader = staffLoader("ledger.read", ({ request, now }) => {
  const span = readSpan(new URL(request.url).searchParams, now);
  const sort = choiceIn(request, "sort", LEDGER_SORTS.words);
  const rows = ledgerRows(span, MOST_SHOWN, sort);
  const months = bookMonths(now).map((one) => ({ ...one, id: one.month }));
  return { span, sort, usual: LEDGER_SORTS.usual, rows, totals: ledgerTotals(span), months };
});

export default function LedgerPage() {
  const { staff, span, sort, usual, rows, totals, months } = useLoaderData<typeof loader>();
  const sorting = sortingOf(PATHS.ledger, { ...span, sort }, usual);
  const maySeeOrders = isPermitted(staff.role, "orders.read");
  return (
    <StaffFrame
      title="Ledger"
      lead={`${formatDay(span.from)} to ${formatDay(span.until)}, UK days`}
      actions={<Files />}
    >
      <form className="staff-filters" method="get" action={PATHS.ledger}>
        <DateField label="From" name="from" defaultValue={span.from} />
        <DateField label="Until" name="until" defaultValue={span.until} />
        <Button size="staff" variant="line">
          Show
        </Button>
        <a href={PATHS.ledger}>This month</a>
      </form>
      <Kpis
        kpis={{
          Sales: formatPence(totals.payment),
          Refunds: formatPence(totals.refund + totals.refund_failed),
          Disputes: formatPence(totals.dispute + totals.dispute_won),
          "Provider’s fees": formatPence(totals.fee),
          "Tax in it": formatPence(totals.tax),
          "What’s left": formatPence(totals.net),
        }}
      />
      <Months months={months} />
      <SortMenu columns={SORTED} sorting={sorting} />
      <TablePanel
        title="Lines"
        columns={[
          { label: "Day", sort: "day", cell: ({ day }) => formatDay(day) },
          { label: "What", cell: ({ kind }) => LEDGER_WORDS[kind] },
          {
            label: "Order",
            cell: ({ orderId, orderNumber }) =>
              orderId && maySeeOrders ? (
                <a className="staff-code" href={`${PATHS.orders}/${orderId}`}>
                  {orderNumber}
                </a>
              ) : (
                (orderNumber ?? "None")
              ),
          },
          {
            label: "Amount",
            sort: "-amount",
            numeric: true,
            cell: ({ amountPence }) => formatPence(amountPence),
          },
          { label: "Tax in it", numeric: true, cell: ({ taxPence }) => formatPence(taxPence) },
          {
            label: "Reference",
            cell: ({ reference }) => <span className="audit-text">{reference}</span>,
          },
        ]}
        rows={rows}
        sorting={sorting}
        empty={<p>No money moved on these days.</p>}
      />
      {totals.rows > rows.length && (
        <p className="muted">
          The first {formatNumber(rows.length)} of {formatNumber(totals.rows)}. The file has them all.
        </p>
      )}
      <p className="muted">
        Each line counts on the day it happened, UK time. A month closes on the {formatOrdinal(CLOSES_ON_DAY)} of the
        next month. If we hear of a fee after that, it counts on the day we hear. Test orders are left out. Each line
        has its share of its order’s tax.
      </p>
    </StaffFrame>
  );
}

const SORTED = [
  { label: "Day", sort: "day" },
  { label: "Amount", sort: "-amount" },
];

/** The files of the days shown. */
function Files() {
  const { staff, span } = useLoaderData<typeof loader>();
  const days = (
    <>
      <input type="hidden" name="from" value={span.from} />
      <input type="hidden" name="until" value={span.until} />
    </>
  );
  return (
    <>
      <LinkButton href={PATHS.payouts} size="staff" variant="line">
        Payouts
      </LinkButton>
      {isPermitted(staff.role, "records.export") && (
        <PostForm action={`${PATHS.ledger}/records`} className="row">
          {days}
          <Button size="staff" variant="line" name="intent" value="orders">
            Orders as CSV
          </Button>
          <Button size="staff" variant="line" name="intent" value="customers">
            Customers as CSV
          </Button>
        </PostForm>
      )}
      {isPermitted(staff.role, "ledger.export") && (
        <PostForm action={`${PATHS.ledger}/export`}>
          {days}
          <Button size="staff">Ledger as CSV</Button>
        </PostForm>
      )}
    </>
  );
}

function Months({ months }: { readonly months: readonly (BookMonth & { readonly id: string })[] }) {
  return (
    <TablePanel
      title="Months"
      columns={[
        {
          label: "Month",
          cell: ({ month }) => (
            <a href={`${PATHS.ledger}?from=${firstDayOf(month)}&until=${lastDayOf(month)}`}>
              {formatMonth(firstDayOf(month))}
            </a>
          ),
        },
        {
          label: "State",
          cell: ({ isClosed }) => <Badge tone={isClosed ? "good" : "pending"}>{isClosed ? "Closed" : "Open"}</Badge>,
        },
        { label: "Sales", numeric: true, cell: ({ totals }) => formatPence(totals.payment) },
        {
          label: "Refunds",
          numeric: true,
          cell: ({ totals }) => formatPence(totals.refund + totals.refund_failed),
        },
        {
          label: "Disputes",
          numeric: true,
          cell: ({ totals }) => formatPence(totals.dispute + totals.dispute_won),
        },
        { label: "Fees", numeric: true, cell: ({ totals }) => formatPence(totals.fee) },
        { label: "Tax in it", numeric: true, cell: ({ totals }) => formatPence(totals.tax) },
        { label: "What’s left", numeric: true, cell: ({ totals }) => formatPence(totals.net) },
        { label: "Provider’s statement", cell: (month) => <Statement month={month} /> },
      ]}
      rows={months}
    />
  );
}

/** Whether the provider's statement comes to what our ledger does, before fees. */
function Statement({ month: { oursPence, theirsPence, readFrom } }: { readonly month: BookMonth }) {
  if (theirsPence === null) return <span className="muted">Not read</span>;
  if (readFrom) return <span className="muted">Read from {formatDay(readFrom)}</span>;
  const difference = theirsPence - oursPence;
  if (difference === 0) return <>Agrees</>;
  return (
    <>
      <b>{formatPence(difference)}</b> difference
    </>
  );
}
