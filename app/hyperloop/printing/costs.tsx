import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, formatCountOf, formatNumber } from "~/domain/kernel/text/numbers";
import { londonDay } from "~/domain/kernel/time/days";
import { formatDayRange, formatMonth } from "~/domain/kernel/time/format-days";
import { firstDayOf, monthOf, monthsUntil } from "~/domain/kernel/time/months";
import { monthCosts, reprintMonths } from "~/domain/operations/printing/cost-figures.server";
import { COUNTED_MONTHS, REPRINT_CAUSES } from "~/domain/operations/printing/print-costs";
import { listInvoices } from "~/domain/operations/printing/supplier-invoices.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { Button, LinkButton } from "~/ui/button";
import { SelectField } from "~/ui/field";
import { Kpis } from "~/ui/kpis";
import { TablePanel } from "~/ui/panels";
import type { ScreenHandle } from "~/web/screen";
import { CAUSES } from "./cost-labels";

export const handle: ScreenHandle = { title: "Printing costs – HyperLoop", noindex: true };

/** What went to the printer in a month and what it cost; printers' invoices; why books were printed again. */
export const loader = staffLoader("print_costs.read", ({ request, now }) => {
  const months = monthsUntil(now, COUNTED_MONTHS);
  const asked = new URL(request.url).searchParams.get("month");
  const month = months.find((one) => one === asked) ?? monthOf(londonDay(now));
  const reprints = reprintMonths(now).map((one) => ({ ...one, id: one.month }));
  return { month, months, costs: monthCosts(month), invoices: listInvoices(), reprints };
});

export default function Costs() {
  const { staff, month, months, costs, invoices, reprints } = useLoaderData<typeof loader>();
  return (
    <StaffFrame
      title="Printing costs"
      lead={formatMonth(firstDayOf(month))}
      actions={
        isPermitted(staff.role, "print_costs.change") && (
          <LinkButton href={`${PATHS.printCosts}/invoices/new`} size="staff">
            Enter an invoice
          </LinkButton>
        )
      }
    >
      <form className="staff-filters" method="get" action={PATHS.printCosts}>
        <SelectField
          name="month"
          label="Month"
          defaultValue={month}
          options={months.map((value) => ({ value, label: formatMonth(firstDayOf(value)) }))}
        />
        <Button size="staff" variant="line">
          Show
        </Button>
      </form>
      <Kpis
        kpis={{
          "Parcels sent to the printer": formatNumber(costs.shipments),
          Books: formatNumber(costs.books),
          Cost: costs.perBookPence === null && costs.uncosted > 0 ? "Not known" : formatPence(costs.totalPence),
          "Cost per book": costs.perBookPence === null ? "Not known" : formatPence(costs.perBookPence),
        }}
      />
      {costs.uncosted > 0 && (
        <p className="muted">
          {capitalise(formatCountOf(costs.uncosted, "parcel", "parcels"))} without a known cost{" "}
          {costs.uncosted === 1 ? "isn’t" : "aren’t"} counted in the cost.
        </p>
      )}
      <TablePanel
        title="Printers’ invoices"
        columns={[
          {
            label: "Number",
            cell: ({ id, number }) => <a href={`${PATHS.printCosts}/invoices/${id}`}>{number}</a>,
          },
          { label: "From", cell: ({ supplier }) => supplier },
          { label: "Days", cell: ({ fromDay, untilDay }) => formatDayRange(fromDay, untilDay) },
          { label: "Lines", numeric: true, cell: ({ lines }) => formatNumber(lines) },
          { label: "Amount", numeric: true, cell: ({ totalPence }) => formatPence(totalPence) },
        ]}
        rows={invoices}
        empty={<p>No invoices yet.</p>}
      />
      <TablePanel
        title="Printed again"
        caption={`Books printed again in the last ${COUNTED_MONTHS} months, by reason`}
        columns={[
          { label: "Month", cell: (row) => formatMonth(firstDayOf(row.month)) },
          ...[...REPRINT_CAUSES, "unsaid" as const].map((cause) => ({
            label: cause === "unsaid" ? "Not said" : CAUSES[cause],
            numeric: true,
            cell: (row: (typeof reprints)[number]) => formatNumber(row.causes[cause]),
          })),
          { label: "All", numeric: true, cell: (row) => formatNumber(row.total) },
        ]}
        rows={reprints}
        empty={<p>Nothing was printed again.</p>}
      />
    </StaffFrame>
  );
}
