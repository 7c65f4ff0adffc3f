import { useLoaderData } from "@remix-run/react";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/orders/forms";
import { shipmentData } from "~/domain/printing/print-queue.server";
import { reprintShipment } from "~/domain/printing/shipment-actions.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { AddressFields } from "~/ui/address-fields";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { REFUSALS, sayBooks } from "./printing-labels";

export const handle: ScreenHandle = { title: "Print again? – HyperLoop", noindex: true };

/** Asks before a shipment is printed a second time, and where that one goes. */
export const loader = staffLoader("printing.reprint", ({ param }) => {
  const { line, place } = shipmentData(param("shipment")) ?? notFound();
  return { line, place };
});

export const action = staffFormAction("printing.reprint", addressCorrectionForm, (input, at) => {
  const shipmentId = at.param("shipment");
  const result = reprintShipment(shipmentId, input, at.staff.staffId, at.now);
  return {
    result,
    to: `${PATHS.printQueue}/${result.ok ? result.shipmentId : shipmentId}`,
    done: "It is in the print queue again.",
    refused: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
  };
});

export default function Reprint() {
  const { line, place } = useLoaderData<typeof loader>();
  return (
    <FormPage<AddressCorrection>
      title="Print again?"
      lead={`${line.title}, ${line.reference}: ${sayBooks(line.books)}`}
      back={{ label: "Back to the shipment", href: `${PATHS.printQueue}/${line.id}` }}
      defaults={place ?? undefined}
      button="Print again"
      variant="danger"
      fields={(fields) => (
        <>
          <ReasonField of={fields.reason} hint="What was wrong with the first one" />
          <h2>Where does it go?</h2>
          <p>This is where the first one went. If it came back, ask its reader before you send another.</p>
          <div className="form-grid">
            <AddressFields fields={fields} />
          </div>
        </>
      )}
    >
      <p>
        The whole shipment joins the print queue again, at our cost. Its recipient gets an email when it is
        printed.
      </p>
    </FormPage>
  );
}
