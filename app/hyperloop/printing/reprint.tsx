import { useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/kernel/money/pounds";
import { type ReprintGiven, reprintForm } from "~/domain/operations/printing/forms";
import { REPRINT_CAUSES, REPRINT_PAYERS } from "~/domain/operations/printing/print-costs";
import { shipmentData } from "~/domain/operations/printing/print-queue.server";
import { quoteReprint, reprintShipment } from "~/domain/operations/printing/reprints.server";
import { approvalLimits } from "~/domain/shop/discounts/approval-limits.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { PATHS } from "~/hyperloop/paths";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { AddressFields } from "~/ui/address-fields";
import { Banner } from "~/ui/banner";
import { fieldOf } from "~/ui/conform-field";
import { SelectField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { CAUSES, PAYERS } from "./cost-labels";
import { formatBooks, formatWhyTwo, REFUSALS } from "./printing-labels";

export const handle: ScreenHandle = { title: "Print again? – HyperLoop", noindex: true };

/** Asks before a shipment is printed a second time, and where that one goes. */
export const loader = staffLoader("printing.reprint", ({ staff, param, now }) => {
  const shipmentId = param("shipment");
  const { line, place } = shipmentData(shipmentId) ?? notFound();
  const quote = quoteReprint(shipmentId, staff.staffId, now) ?? notFound();
  return { line, place, quote, limit: approvalLimits()[staff.role] };
});

export const action = staffFormAction("printing.reprint", reprintForm, (input, at) => {
  const shipmentId = at.param("shipment");
  const result = reprintShipment(shipmentId, input, at.staff.staffId, at.now);
  const isQueued = result.ok && "shipmentId" in result;
  return {
    result,
    to: `${PATHS.printQueue}/${isQueued ? result.shipmentId : shipmentId}`,
    done: isQueued
      ? "It’s back in the print queue."
      : "We’ve asked for approval. Nothing is printed until somebody else has decided.",
    refused: (refusal: keyof typeof REFUSALS) => REFUSALS[refusal],
  };
});

export default function Reprint() {
  const { line, place, quote, limit } = useLoaderData<typeof loader>();
  return (
    <FormPage<ReprintGiven>
      title="Print again?"
      lead={`${line.title}, ${line.reference}: ${formatBooks(line.books)}, about ${formatPence(quote.costPence)}`}
      back={{ label: "Back to the parcel", href: `${PATHS.printQueue}/${line.id}` }}
      defaults={{ ...place, payer: "us" }}
      button={quote.isForTwo ? "Ask for approval" : "Print again"}
      variant={quote.isForTwo ? undefined : "danger"}
      fields={(fields) => (
        <>
          <SelectField
            {...fieldOf(fields.cause)}
            label="Why?"
            placeholder="Choose a reason"
            options={REPRINT_CAUSES.map((value) => ({ value, label: CAUSES[value] }))}
          />
          <SelectField
            {...fieldOf(fields.payer)}
            label="Who pays?"
            options={REPRINT_PAYERS.map((value) => ({ value, label: PAYERS[value] }))}
          />
          <ReasonField of={fields.reason} hint="What was wrong with the first one" />
          <h2>Where should it go?</h2>
          <p>The first one went here. If it came back, check the address with the owner before you send another.</p>
          <div className="form-grid">
            <AddressFields fields={fields} />
          </div>
        </>
      )}
    >
      {quote.isForTwo ? (
        <Banner tone="info">
          <b>{formatWhyTwo(quote.isForTwo, { printing: quote.printing, limit })}</b> Until then nothing enters the print
          queue.
        </Banner>
      ) : (
        <p>The whole parcel joins the print queue again. We email the owner when it’s printed.</p>
      )}
    </FormPage>
  );
}
