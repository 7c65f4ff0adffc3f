import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { correctAddress, orderData } from "~/domain/orders/admin-orders.server";
import { type AddressCorrection, addressCorrectionForm } from "~/domain/orders/forms";
import { StaffFrame } from "~/hyperloop/frame";
import { answerOutcome } from "~/hyperloop/outcome.server";
import { StaffForm } from "~/hyperloop/staff-form";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound, PRIVATE, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Correct an address – HyperLoop", noindex: true };

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "orders.correct_address");
  const { order, address } = orderData(param(params, "order")) ?? notFound();
  return data({ staff, id: order.id, number: order.number, address }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "orders.correct_address");
  const submission = readForm(formOf(request), addressCorrectionForm);
  if (submission.status !== "success") return unprocessable("address", submission.reply());
  const { reason, ...address } = submission.value;
  const orderId = param(params, "order");
  return await answerOutcome({
    result: correctAddress(orderId, address, { staffId: staff.staffId, reason }, currentTime()),
    to: `/hyperloop/orders/${orderId}`,
    done: "The address is corrected.",
    refused: () => ({
      tone: "bad",
      message: "The printer has begun.",
      more: "Correct the address on the shipment’s page instead.",
    }),
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
      <StaffForm form={form} reason={fields.reason} button="Correct address">
        <TextField {...fieldOf(fields.firstName)} label="First name" />
        <TextField {...fieldOf(fields.lastName)} label="Last name" />
        <TextField {...fieldOf(fields.line1)} label="Address line 1" />
        <TextField {...fieldOf(fields.line2)} label="Address line 2" optional />
        <TextField {...fieldOf(fields.city)} label="Town or city" />
        <TextField {...fieldOf(fields.county)} label="County" optional />
        <TextField {...fieldOf(fields.postcode)} label="Postcode" width="s" />
      </StaffForm>
    </StaffFrame>
  );
}
