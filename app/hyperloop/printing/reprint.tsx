import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/orders/forms";
import { shipmentData } from "~/domain/printing/print-queue.server";
import { reprintShipment } from "~/domain/printing/shipment-actions.server";
import { StaffFrame } from "~/hyperloop/frame";
import { AddressFields } from "~/ui/address-fields";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
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
  const view = shipmentData(param(params, "shipment"));
  if (!view) notFound();
  return data({ staff, line: view.line, place: view.place }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "printing.reprint");
  const submission = readForm(formOf(request), addressCorrectionForm);
  if (submission.status !== "success") return unprocessable("reprint", submission.reply());
  const shipmentId = param(params, "shipment");
  const again = reprintShipment(shipmentId, submission.value, staff.staffId, currentTime());
  if (!again.ok && again.reason === "not_found") notFound();
  return await seeOther(`${PATH}/${again.ok ? again.shipmentId : shipmentId}`, {
    flash: again.ok
      ? { tone: "ok", message: "It is in line for the printer once more." }
      : { tone: "bad", message: REFUSALS[again.reason] ?? "" },
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
        The whole shipment is put in line once more, at our cost. Its reader is written to when it is printed.
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
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
        <Button size="staff" variant="danger">
          Print again
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
