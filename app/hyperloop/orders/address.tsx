import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { correctAddress, orderData } from "~/domain/orders/admin-orders.server";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/orders/forms";
import { StaffFrame } from "~/hyperloop/frame";
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

export const handle: ScreenHandle = { title: "Correct an address – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "orders.correct_address");
  const view = orderData(param(params, "order"));
  if (!view) notFound();
  const { id, number } = view.order;
  return data({ staff, id, number, address: view.address }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "orders.correct_address");
  const submission = readForm(formOf(request), addressCorrectionForm);
  if (submission.status !== "success") return unprocessable("address", submission.reply());
  const { reason, ...address } = submission.value;
  const orderId = param(params, "order");
  const changed = correctAddress(orderId, address, { staffId: staff.staffId, reason }, currentTime());
  if (!changed.ok && changed.reason === "not_found") notFound();
  return await seeOther(`/hyperloop/orders/${orderId}`, {
    flash: changed.ok
      ? { tone: "ok", message: "The address is corrected." }
      : {
          tone: "bad",
          message: "The printer has begun.",
          more: "Correct the address on the shipment’s page instead.",
        },
  });
}

export default function Address() {
  const { staff, id, number, address } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<AddressCorrection>({
    id: "address",
    lastResult: answer?.reply,
    defaultValue: address ?? undefined,
  });
  return (
    <StaffFrame
      staff={staff}
      title="Correct address"
      lead={number}
      back={{ label: "Back to the order", href: `/hyperloop/orders/${id}` }}
    >
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.firstName)} label="First name" />
        <TextField {...fieldOf(fields.lastName)} label="Last name" />
        <TextField {...fieldOf(fields.line1)} label="Address line 1" />
        <TextField {...fieldOf(fields.line2)} label="Address line 2" optional />
        <TextField {...fieldOf(fields.city)} label="Town or city" />
        <TextField {...fieldOf(fields.county)} label="County" optional />
        <TextField {...fieldOf(fields.postcode)} label="Postcode" width="s" />
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button size="staff">Correct address</Button>
      </PostForm>
    </StaffFrame>
  );
}
