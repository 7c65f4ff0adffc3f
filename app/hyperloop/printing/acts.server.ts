import { writePounds } from "~/domain/kernel/money/pounds";
import { typeCost } from "~/domain/operations/printing/cost-figures.server";
import { costForm } from "~/domain/operations/printing/forms";
import { costOf } from "~/domain/operations/printing/print-costs";
import { printOrderOf } from "~/domain/operations/printing/print-orders.server";
import { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { text } from "~/hyperloop/act-fields";
import { act, type StaffAct } from "~/hyperloop/declared-acts.server";
import { PATHS } from "~/hyperloop/paths";
import { notFound } from "~/web/responses.server";

/** What staff do with a shipment. */
export const SHIPMENT_ACTS: Readonly<Record<string, StaffAct>> = {
  "/hyperloop/print-queue/:shipment/cost": act("print_costs.change", {
    tab: "What a parcel cost",
    back: ({ param }) => ({ label: "Back to the parcel", href: `${PATHS.printQueue}/${param("shipment")}` }),
    schema: costForm,
    ask: ({ param }) => {
      const { line } = shipmentData(param("shipment")) ?? notFound();
      const costPence = costOf(printOrderOf(line.id).costs);
      return {
        title: "What it cost",
        lead: `${line.title}, ${line.reference}`,
        button: "Save",
        defaults: { cost: costPence === null ? "" : writePounds(costPence) },
        fields: [
          text("cost", "Cost in pounds, with delivery", {
            hint: "Leave blank for what the printer said.",
            inputMode: "decimal",
            width: "s",
          }),
        ],
      };
    },
    run: ({ cost }, { param, staff, now }) => {
      const isSaved = typeCost(param("shipment"), cost, staff.staffId, now);
      return { result: isSaved ? { ok: true } : { ok: false, reason: "not_found" as const }, done: "Cost saved." };
    },
  }),
};
