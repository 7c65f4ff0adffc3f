import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type ReasonGiven, reasonForm } from "~/domain/staff/forms";
import { voucherData } from "~/domain/vouchers/admin-vouchers.server";
import { cancelVoucher } from "~/domain/vouchers/voucher-actions.server";
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

export const handle: ScreenHandle = { title: "Cancel this voucher? – HyperLoop", noindex: true };

/** Asks before a voucher is called off. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.cancel");
  const view = voucherData(param(params, "voucher"), false, currentTime());
  if (!view) notFound();
  return data({ staff, line: view.line }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.cancel");
  const submission = readForm(formOf(request), reasonForm);
  if (submission.status !== "success") return unprocessable("cancel", submission.reply());
  const voucherId = param(params, "voucher");
  const cancelled = cancelVoucher(
    { voucherId, reason: submission.value.reason },
    staff.staffId,
    currentTime(),
  );
  if (!cancelled.ok && cancelled.reason === "not_found") notFound();
  return await seeOther(`/hyperloop/vouchers/${voucherId}`, {
    flash: cancelled.ok
      ? { tone: "ok", message: "The voucher is cancelled." }
      : { tone: "bad", message: "This voucher can no longer be cancelled." },
  });
}

export default function Cancel() {
  const { staff, line } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ReasonGiven>({ id: "cancel", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title="Cancel this voucher?"
      lead={line.code}
      back={{ label: "Back to the voucher", href: `/hyperloop/vouchers/${line.id}` }}
    >
      <p>Nobody can use it any more. Money is given back with a refund of its order.</p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button size="staff" variant="danger">
          Cancel Voucher
        </Button>
      </PostForm>
    </StaffFrame>
  );
}
