import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { londonDay } from "~/domain/time/days";
import { formatDay } from "~/domain/time/format-days";
import { voucherData } from "~/domain/vouchers/admin-vouchers.server";
import { type Extension, extendForm } from "~/domain/vouchers/forms";
import { extendVoucher } from "~/domain/vouchers/voucher-actions.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { DateField, TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Extend a voucher – HyperLoop", noindex: true };

const REFUSALS = {
  not_found: "There is no such voucher",
  not_open: "Only a voucher that is active or expired can be extended",
  not_later: "Please choose a day after the one it runs out now, and after today",
  too_late: "Please choose a day within three years",
} as const;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.extend");
  const view = voucherData(param(params, "voucher"), false, currentTime());
  if (!view) notFound();
  return data({ staff, line: view.line, until: londonDay(view.line.expiresAt) }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.extend");
  const submission = readForm(formOf(request), extendForm);
  if (submission.status !== "success") return unprocessable("extend", submission.reply());
  const voucherId = param(params, "voucher");
  const extended = extendVoucher(voucherId, submission.value, staff.staffId, currentTime());
  if (!extended.ok && extended.reason === "not_found") notFound();
  if (!extended.ok) {
    return unprocessable(
      "extend",
      submission.reply({ fieldErrors: { expiresOn: [REFUSALS[extended.reason]] } }),
    );
  }
  return await seeOther(`/hyperloop/vouchers/${voucherId}`, {
    flash: { tone: "ok", message: `The voucher is valid until ${formatDay(submission.value.expiresOn)}.` },
  });
}

export default function Extend() {
  const { staff, line, until } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<Extension>({ id: "extend", lastResult: answer?.reply });
  return (
    <StaffFrame
      staff={staff}
      title="Extend a voucher"
      lead={`${line.code}, valid until ${formatDay(until)}`}
      back={{ label: "Back to the voucher", href: `/hyperloop/vouchers/${line.id}` }}
    >
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <DateField {...fieldOf(fields.expiresOn)} label="Valid until" />
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button size="staff">Extend</Button>
      </PostForm>
    </StaffFrame>
  );
}
