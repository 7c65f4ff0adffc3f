import { useLoaderData } from "@remix-run/react";
import { writePounds } from "~/domain/kernel/money/pounds";
import { typeCost } from "~/domain/operations/printing/cost-figures.server";
import { type CostGiven, costForm } from "~/domain/operations/printing/forms";
import { costOf } from "~/domain/operations/printing/print-costs";
import { printOrderOf } from "~/domain/operations/printing/print-orders.server";
import { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = { title: "What a parcel cost – HyperLoop", noindex: true };

export const loader = staffLoader("print_costs.change", ({ param }) => {
  const { line } = shipmentData(param("shipment")) ?? notFound();
  return { line, costPence: costOf(printOrderOf(line.id).costs) };
});

export const action = staffFormAction("print_costs.change", costForm, ({ cost }, at) => {
  const shipmentId = at.param("shipment");
  const isSaved = typeCost(shipmentId, cost, at.staff.staffId, at.now);
  return {
    result: isSaved ? { ok: true } : { ok: false, reason: "not_found" as const },
    to: `${PATHS.printQueue}/${shipmentId}`,
    done: "Cost saved.",
  };
});

export default function Cost() {
  const { line, costPence } = useLoaderData<typeof loader>();
  return (
    <FormPage<CostGiven>
      title="What it cost"
      lead={`${line.title}, ${line.reference}`}
      back={{ label: "Back to the parcel", href: `${PATHS.printQueue}/${line.id}` }}
      defaults={{ cost: costPence === null ? "" : writePounds(costPence) }}
      button="Save"
      fields={(fields) => (
        <TextField
          {...fieldOf(fields.cost)}
          label="Cost in pounds, with delivery"
          hint="Leave blank for what the printer said."
          inputMode="decimal"
          width="s"
        />
      )}
    />
  );
}
