import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { capitalise, formatCountOf } from "~/domain/kernel/text/numbers";
import { formatDayRange } from "~/domain/kernel/time/format-days";
import { invoiceData, removeInvoice } from "~/domain/operations/printing/supplier-invoices.server";
import { isPermitted } from "~/domain/people/staff/permissions";
import { StaffFrame } from "~/hyperloop/frame";
import { PATHS } from "~/hyperloop/paths";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Kpis } from "~/ui/kpis";
import { TablePanel } from "~/ui/panels";
import { PostForm } from "~/ui/post-form";
import { notFound, seeOther } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { VERDICTS } from "./cost-labels";

export const handle: ScreenHandle = { title: "A printer’s invoice – HyperLoop", noindex: true };

/** One invoice, line by line against what we know. */
export const loader = staffLoader("print_costs.read", ({ param }) => invoiceData(param("invoice")) ?? notFound());

/** Removes an invoice that was entered wrongly. */
export const action = staffAction("print_costs.change", async ({ staff, param, now }) => {
  if (!removeInvoice(param("invoice"), staff.staffId, now)) notFound();
  return await seeOther(PATHS.printCosts, { flash: { tone: "ok", message: "Invoice removed." } });
});

export default function Invoice() {
  const { staff, invoice, by, lines, missing, totals } = useLoaderData<typeof loader>();
  const maySeeShipments = isPermitted(staff.role, "printing.read");
  const here = `${PATHS.printCosts}/invoices/${invoice.id}`;
  const numberOf = (id: string | null, words: string) =>
    id && maySeeShipments ? <a href={`${PATHS.printQueue}/${id}`}>{words}</a> : words;
  const cost = (pence: number | null) => (pence === null ? "Not known" : formatPence(pence));
  return (
    <StaffFrame
      title={`Invoice ${invoice.number}`}
      lead={`${invoice.supplier}, ${formatDayRange(invoice.fromDay, invoice.untilDay)}. Entered by ${by ?? "a former colleague"}.`}
      back={{ label: "Printing costs", href: PATHS.printCosts }}
      actions={
        <>
          {isPermitted(staff.role, "print_costs.change") && (
            <PostForm>
              <Button size="staff" variant="line">
                Remove it
              </Button>
            </PostForm>
          )}
          <PostForm action={`${here}/export`}>
            <Button size="staff">As CSV</Button>
          </PostForm>
        </>
      }
    >
      <Kpis
        kpis={{
          "They bill": formatPence(totals.billedPence),
          Matched: formatPence(totals.matchedPence),
          "Above what we know": formatPence(totals.differencePence),
          "Billed twice": formatPence(totals.twicePence),
          "Not ours": formatPence(totals.unknownPence),
        }}
      />
      <p>
        {totals.unclear === 0
          ? "Every line is matched."
          : capitalise(`${formatCountOf(totals.unclear, "line needs", "lines need")} a look.`)}
      </p>
      <TablePanel
        title="Lines"
        columns={[
          { label: "Our number", cell: (line) => numberOf(line.shipmentId, line.shipmentNumber) },
          {
            label: "State",
            cell: ({ verdict }) => <Badge tone={VERDICTS[verdict][1]}>{VERDICTS[verdict][0]}</Badge>,
          },
          { label: "They bill", numeric: true, cell: ({ amountPence }) => formatPence(amountPence) },
          { label: "We expected", numeric: true, cell: ({ costPence }) => cost(costPence) },
        ]}
        rows={lines}
        empty={<p>No lines.</p>}
      />
      <TablePanel
        title="Missing"
        caption="Parcels sent to the printer on these days that are on no invoice"
        columns={[
          { label: "Our number", cell: ({ id, reference }) => numberOf(id, reference) },
          { label: "We expected", numeric: true, cell: ({ costPence }) => cost(costPence) },
        ]}
        rows={missing}
        empty={<p>Nothing is missing: every parcel of these days is on an invoice.</p>}
      />
    </StaffFrame>
  );
}
