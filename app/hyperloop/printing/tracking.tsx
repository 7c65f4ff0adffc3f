import { useForm } from "@conform-to/react";
import { useActionData, useLoaderData } from "@remix-run/react";
import { carrierNameOf, type TrackingGiven, trackingForm, trackingNumberOf } from "~/domain/operations/printing/forms";
import { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { correctTrackingNumber } from "~/domain/operations/printing/shipment-actions.server";
import { findCarrier, OTHER_CARRIER } from "~/domain/operations/printing/tracking";
import { StaffFrame } from "~/hyperloop/frame";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { StaffForm } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { CarrierFields } from "./carrier-fields";
import { REFUSALS } from "./printing-labels";

export const handle: ScreenHandle = { title: "Correct a tracking number – HyperLoop", noindex: true };

/** A shipment that has left, with the carrier and number its reader was given. */
export const loader = staffLoader("printing.change", ({ param }) => {
  const { line } = shipmentData(param("shipment")) ?? notFound();
  return { line };
});

export const action = staffFormAction("printing.change", trackingForm, (input, at) => {
  const shipmentId = at.param("shipment");
  const read = trackingNumberOf(input.trackingNumber, input.carrier);
  const by = { carrier: carrierNameOf(input), trackingNumber: read.ok ? read.number : "" };
  return {
    result: correctTrackingNumber(shipmentId, by, at.staff.staffId, at.now),
    to: `${PATHS.printQueue}/${shipmentId}`,
    done: "Tracking number corrected. We’re emailing the right one.",
    beside: (refusal: keyof typeof REFUSALS) => ({
      [refusal === "unchanged" ? "trackingNumber" : ""]: REFUSALS[refusal],
    }),
  };
});

export default function TrackingPage() {
  const { line } = useLoaderData<typeof loader>();
  const actionData = useActionData<typeof action>();
  const known = line.carrier ? findCarrier(line.carrier) : undefined;
  const [form, fields] = useForm<TrackingGiven>({
    id: "form",
    lastResult: actionData?.reply,
    defaultValue: {
      carrier: known?.name ?? (line.carrier ? OTHER_CARRIER : ""),
      otherCarrier: known ? "" : (line.carrier ?? ""),
      trackingNumber: line.trackingNumber ?? "",
    },
  });
  return (
    <StaffFrame
      title="Correct the tracking number"
      lead={`${line.title}, ${line.reference}`}
      back={{ label: "Back to the parcel", href: `${PATHS.printQueue}/${line.id}` }}
    >
      <StaffForm form={form} button="Correct it and email them">
        <CarrierFields fields={fields} />
        <TextField {...fieldOf(fields.trackingNumber)} label="Tracking number" optional width="m" />
      </StaffForm>
    </StaffFrame>
  );
}
