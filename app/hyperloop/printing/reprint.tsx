import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/orders/forms";
import { shipmentData } from "~/domain/printing/print-queue.server";
import { reprintShipment } from "~/domain/printing/shipment-actions.server";
import { StaffFrame } from "~/hyperloop/frame";
import { answerOutcome } from "~/hyperloop/outcome.server";
import { StaffForm } from "~/hyperloop/staff-form";
import { AddressFields } from "~/ui/address-fields";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound, PRIVATE, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { REFUSALS, sayBooks } from "./printing-labels";

const PATH = "/hyperloop/print-queue";

export const handle: ScreenHandle = { title: "Print again? – HyperLoop", noindex: true };

/** Asks before a shipment is printed a second time, and where that one goes. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "printing.reprint");
  const { line, place } = shipmentData(param(params, "shipment")) ?? notFound();
  return data({ staff, line, place }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "printing.reprint");
  const submission = readForm(formOf(request), addressCorrectionForm);
  if (submission.status !== "success") return unprocessable("reprint", submission.reply());
  const shipmentId = param(params, "shipment");
  const again = reprintShipment(shipmentId, submission.value, staff.staffId, currentTime());
  return await answerOutcome({
    result: again,
    to: `${PATH}/${again.ok ? again.shipmentId : shipmentId}`,
    done: "It is in the print queue again.",
    refused: (refusal) => REFUSALS[refusal] ?? "",
  });
}

export default function Reprint() {
  const { staff, line, place } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<AddressCorrection>({
    id: "reprint",
    lastResult: answer?.reply,
    defaultValue: place ?? undefined,
  });
  return (
    <StaffFrame
      staff={staff}
      title="Print again?"
      lead={`${line.title}, ${line.reference}: ${sayBooks(line.books)}`}
      back={{ label: "Back to the shipment", href: `${PATH}/${line.id}` }}
    >
      <p>
        The whole shipment joins the print queue again, at our cost. Its recipient gets an email when it is
        printed.
      </p>
      <StaffForm form={form} button="Print again" variant="danger">
        <TextField
          {...fieldOf(fields.reason)}
          label="Reason"
          hint="What was wrong with the first one"
          maxLength={500}
        />
        <h2>Where does it go?</h2>
        <p>This is where the first one went. If it came back, ask its reader before you send another.</p>
        <div className="form-grid">
          <AddressFields fields={fields} />
        </div>
      </StaffForm>
    </StaffFrame>
  );
}
