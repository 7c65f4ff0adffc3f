import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/orders/forms";
import { shipmentData } from "~/domain/printing/print-queue.server";
import { correctShipmentAddress } from "~/domain/printing/shipment-actions.server";
import { StaffFrame } from "~/hyperloop/frame";
import { AddressFields } from "~/ui/address-fields";
import { Banner } from "~/ui/banner";
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
import { REFUSALS } from "./printing-labels";

const PATH = "/hyperloop/print-queue";

export const handle: ScreenHandle = { title: "Correct an address – HyperLoop", noindex: true };

/** Where one shipment goes, with a warning once the printer has it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "orders.correct_address");
  const view = shipmentData(param(params, "shipment"));
  if (!view) notFound();
  return data({ staff, line: view.line, place: view.place }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "orders.correct_address");
  const shipmentId = param(params, "shipment");
  const form = formOf(request);
  const submission = readForm(form, addressCorrectionForm);
  if (submission.status !== "success") return unprocessable("address", submission.reply());
  const by = { staffId: staff.staffId, seen: String(form.get("seen") ?? "") };
  const corrected = correctShipmentAddress(shipmentId, submission.value, by, currentTime());
  if (!corrected.ok && corrected.reason === "not_found") notFound();
  if (!corrected.ok && corrected.reason === "moved") {
    return unprocessable("address", submission.reply({ formErrors: [MOVED] }));
  }
  return await seeOther(`${PATH}/${shipmentId}`, {
    flash: corrected.ok
      ? { tone: "ok", message: "The address is corrected." }
      : { tone: "bad", message: "The address was not changed.", more: REFUSALS[corrected.reason] ?? "" },
  });
}

const MOVED = "It has just gone to the printer. Please read the warning and press the button again.";

export default function ShipmentAddressPage() {
  const { staff, line, place } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<AddressCorrection>({
    id: "address",
    lastResult: answer?.reply,
    defaultValue: place ?? undefined,
  });
  const isCorrectable = line.state === "waiting" || line.state === "printing";
  return (
    <StaffFrame
      staff={staff}
      title="Correct the address"
      lead={`${line.title}, ${line.reference}`}
      back={{ label: "Back to the shipment", href: `${PATH}/${line.id}` }}
    >
      {isCorrectable ? (
        <div className="stack">
          {line.state === "printing" && (
            <Banner tone="warn">
              <b>The printer already has the old address.</b> Tell them the new one as well, or it goes to the
              old one.
            </Banner>
          )}
          <ErrorSummary problems={problemsOf(form)} />
          <PostForm {...getFormProps(form)} className="form-stack">
            <input type="hidden" name="seen" value={line.state} />
            <div className="form-grid">
              <AddressFields fields={fields} />
            </div>
            <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
            <Button size="staff">Correct the address</Button>
          </PostForm>
        </div>
      ) : (
        <p>It has left the printer, so its address can’t be changed. If it comes back, print it again.</p>
      )}
    </StaffFrame>
  );
}
