import { useLoaderData } from "@remix-run/react";
import { formatDayRange } from "~/domain/kernel/time/format-days";
import type { InvoiceGiven } from "~/domain/operations/printing/forms";
import { invoiceForm, linesProblem } from "~/domain/operations/printing/forms";
import { readInvoiceLines } from "~/domain/operations/printing/print-costs";
import { listInvoices, storeInvoice } from "~/domain/operations/printing/supplier-invoices.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage } from "~/hyperloop/staff-form";
import { staffAction, staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { DateField, TextArea, TextField } from "~/ui/field";
import { readForm } from "~/web/read-form";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { seeOther, unprocessable } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { readTextFile } from "~/web/text-file.server";

const LATEST = 8;
const NONE = { name: "Invoices", value: "None yet" };

export const handle: ScreenHandle & { guard: RequestGuardHandle } = {
  title: "Enter an invoice – HyperLoop",
  noindex: true,
  guard: { form: "sheet" },
};

/** With the invoices that are there, which show where the last one ended. */
export const loader = staffLoader("print_costs.change", () => ({
  latest: listInvoices().slice(0, LATEST),
}));

/** Keeps an invoice; its lines come from the file where one was chosen, else as they were typed. */
export const action = staffAction("print_costs.change", async ({ request, staff, form, now }) => {
  const file = await readTextFile(request, "file");
  if (file !== null) form.set("lines", file);
  const submission = readForm(form, invoiceForm);
  if (submission.status !== "success") return unprocessable("form", submission.reply());
  const read = readInvoiceLines(submission.value.lines);
  const again = (name: string, sentence: string) =>
    unprocessable("form", submission.reply({ fieldErrors: { [name]: [sentence] } }));
  if (!read.ok) return again("lines", linesProblem(read));
  const stored = storeInvoice({ ...submission.value, lines: read.lines }, staff.staffId, now);
  if (!stored.ok) return again("number", "We have this invoice already");
  return await seeOther(`${PATHS.printCosts}/invoices/${stored.invoiceId}`, {
    flash: { tone: "ok", message: "Invoice saved." },
  });
});

export default function NewInvoice() {
  const { latest } = useLoaderData<typeof loader>();
  const facts = latest.map(({ supplier, number, fromDay, untilDay }) => ({
    name: `${supplier}, ${number}`,
    value: formatDayRange(fromDay, untilDay),
  }));
  return (
    <FormPage<InvoiceGiven>
      title="Enter an invoice"
      back={{ label: "Printing costs", href: PATHS.printCosts }}
      button="Save the invoice"
      sendsFiles
      beside={{ title: "Entered already", facts: facts.length > 0 ? facts : [NONE] }}
      fields={(fields) => (
        <>
          <TextField {...fieldOf(fields.supplier)} label="Printer" maxLength={60} width="m" />
          <TextField {...fieldOf(fields.number)} label="Invoice number" maxLength={60} width="m" />
          <DateField {...fieldOf(fields.fromDay)} label="For books sent to the printer from" />
          <DateField {...fieldOf(fields.untilDay)} label="Until" />
          <TextArea
            {...fieldOf(fields.lines)}
            label="Lines"
            hint="One per row: our number, a comma, the amount. You can paste rows from a spreadsheet."
            rows={10}
          />
          <TextField
            name="file"
            type="file"
            label="Or a CSV file"
            accept=".csv,text/csv"
            optional
            hint="We’ll use the file instead of what you typed above."
          />
        </>
      )}
    />
  );
}
