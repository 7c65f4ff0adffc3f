import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatDay } from "~/domain/kernel/time/format-days";
import { notifyPrinter, printerKnowledge, type TellingResult } from "~/domain/operations/printing/print-orders.server";
import { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { correctShipmentAddress } from "~/domain/operations/printing/shipment-actions.server";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/shop/orders/forms";
import { FactsAside } from "~/hyperloop/beside";
import { StaffFrame } from "~/hyperloop/frame";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { ReasonField, StaffForm } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { StatusBadge } from "~/hyperloop/statuses";
import { AddressFields } from "~/ui/address-fields";
import { Banner } from "~/ui/banner";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { formatBooks, REFUSALS } from "./printing-labels";

export const handle: ScreenHandle = { title: "Correct an address – HyperLoop", noindex: true };

/** Where one shipment goes, with a warning once the printer has it. */
export const loader = staffLoader("orders.correct_address", ({ param }) => {
  const { line, place, reach } = shipmentData(param("shipment")) ?? notFound();
  return { line, place, reach, printer: printerKnowledge(line.id) };
});

export const action = staffFormAction("orders.correct_address", addressCorrectionForm, async (input, at) => {
  const shipmentId = at.param("shipment");
  const by = { staffId: at.staff.staffId, seen: String(at.form.get("seen") ?? "") };
  const result = correctShipmentAddress(shipmentId, input, by, at.now);
  const told = result.ok ? await notifyPrinter(shipmentId, at.staff.staffId, at.now) : "not_needed";
  const isMoved = !result.ok && result.reason === "moved";
  return {
    result,
    to: `${PATHS.printQueue}/${shipmentId}`,
    done: doneWords(told),
    beside: isMoved ? () => ({ "": MOVED }) : undefined,
    refused: (refusal: keyof typeof REFUSALS | "moved") => ({
      tone: "bad",
      message: "The address hasn’t changed.",
      more: refusal === "moved" ? MOVED : REFUSALS[refusal],
    }),
  };
});

function doneWords(told: TellingResult) {
  if (told === "not_needed") return "Address corrected.";
  if (told === "told") return "Address corrected. The printer has the new one.";
  return {
    tone: "bad" as const,
    message: "Address corrected here, but not at the printer.",
    more: `${WHY_NOT[told]} Phone them, or the parcel may go to the old address.`,
  };
}

const WHY_NOT = {
  too_late: "It’s too late for them to change it.",
  refused: "They refused it.",
  silent: "They didn’t answer.",
} as const;

const MOVED = "It has just gone to the printer. Please read the warning and press the button again.";

export default function ShipmentAddressPage() {
  const { line, place, reach, printer } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const [form, fields] = useForm<AddressCorrection>({
    id: "form",
    lastResult: actionData?.reply,
    defaultValue: place ?? undefined,
  });
  const isCorrectable = line.state === "waiting" || line.state === "printing";
  return (
    <StaffFrame
      title="Correct the address"
      lead={`${line.title}, ${line.reference}`}
      back={{ label: "Back to the parcel", href: `${PATHS.printQueue}/${line.id}` }}
    >
      {isCorrectable ? (
        <div className="two-columns">
          <div className="stack">
            {line.state === "printing" && printer !== "unsent" && (
              <Banner tone="warn">
                <b>The printer already has the old address.</b>{" "}
                {printer === "sent"
                  ? "We’ll send them the new one, and tell you if they can’t use it any more."
                  : "Tell them the new one too, or the parcel goes to the old one."}
              </Banner>
            )}
            <StaffForm form={form} button="Correct the address">
              <input type="hidden" name="seen" value={line.state} />
              <div className="form-grid">
                <AddressFields fields={fields} />
              </div>
              <ReasonField of={fields.reason} />
            </StaffForm>
          </div>
          <FactsAside
            title="The parcel"
            facts={[
              { name: "Books", value: formatBooks(line.books) },
              { name: "Where it is", value: <StatusBadge of="shipment" is={line.state} /> },
              { name: "Expected", value: line.expectedDay ? formatDay(line.expectedDay) : "Not known" },
              { name: "Owner", value: line.owner },
              { name: "Email and phone", value: reach.join(", ") || "None" },
            ]}
          />
        </div>
      ) : (
        <p>It has left the printer, so you can’t change the address. If it comes back, print it again.</p>
      )}
    </StaffFrame>
  );
}
