import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { listLoopTypes, listThemes } from "~/domain/catalogue/catalogue";
import { deliveryWindow } from "~/domain/loops/calendar";
import { londonDay } from "~/domain/time/days";
import { formatDayRange } from "~/domain/time/format-days";
import { voucherData } from "~/domain/vouchers/admin-vouchers.server";
import { type ManualRedemption, manualRedeemForm } from "~/domain/vouchers/forms";
import { redeemForCustomer } from "~/domain/vouchers/voucher-actions.server";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { DateField, SelectField, TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { notFound, PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = { title: "Manual Redeem – HyperLoop", noindex: true };

/** For the form's three fields: which is wrong, and what is said. */
const REFUSALS = {
  no_customer: ["email", "There is no customer with this confirmed email"],
  suspended: ["email", "This account is suspended"],
  unknown_type: ["loop", "Please choose a loop"],
  not_a_day: ["deliveryDay", "Please choose a date from the calendar"],
  too_early: ["deliveryDay", "Please choose a day at least 364 days ahead"],
  too_late: ["deliveryDay", "Please choose a day within two years"],
} as const;

export async function loader({ request, params }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.redeem");
  const now = currentTime();
  const view = voucherData(param(params, "voucher"), false, now);
  if (!view) notFound();
  const { theme, type, recipientEmail } = view.voucher;
  const loops = listThemes().flatMap(({ id, name }) =>
    listLoopTypes({ themeId: id, journey: "redeem" }).map(({ key, displayName }) => ({
      value: `${id}/${key}`,
      label: `${name}: ${displayName}`,
    })),
  );
  const chosen = theme && type ? `${theme}/${type}` : "";
  const window = deliveryWindow(londonDay(now));
  return data({ staff, line: view.line, loops, chosen, recipientEmail, window }, { headers: PRIVATE });
}

export async function action({ request, params }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.redeem");
  const submission = readForm(formOf(request), manualRedeemForm);
  if (submission.status !== "success") return unprocessable("redeem", submission.reply());
  const voucherId = param(params, "voucher");
  const redeemed = redeemForCustomer(voucherId, submission.value, staff.staffId, currentTime());
  if (!redeemed.ok && redeemed.reason in REFUSALS) {
    const [field, sentence] = REFUSALS[redeemed.reason as keyof typeof REFUSALS];
    return unprocessable("redeem", submission.reply({ fieldErrors: { [field]: [sentence] } }));
  }
  if (!redeemed.ok && !voucherData(voucherId, false, currentTime())) notFound();
  return await seeOther(`/hyperloop/vouchers/${voucherId}`, {
    flash: redeemed.ok
      ? { tone: "ok", message: "The voucher is redeemed and the loop has begun." }
      : { tone: "bad", message: "This voucher cannot be redeemed." },
  });
}

export default function Redeem() {
  const { staff, line, loops, chosen, recipientEmail, window } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<ManualRedemption>({
    id: "redeem",
    lastResult: answer?.reply,
    defaultValue: { email: recipientEmail ?? "", loop: chosen, deliveryDay: window.recommended },
  });
  return (
    <StaffFrame
      staff={staff}
      title="Manual Redeem"
      lead={line.code}
      back={{ label: "Back to the voucher", href: `/hyperloop/vouchers/${line.id}` }}
    >
      <p>For a customer who asked: it uses the voucher up and begins their loop.</p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="form-stack">
        <TextField {...fieldOf(fields.email)} label="Customer’s email" type="email" />
        <SelectField {...fieldOf(fields.loop)} label="Loop" options={loops} placeholder="Choose a loop" />
        <DateField
          {...fieldOf(fields.deliveryDay)}
          label="Delivery date"
          hint={formatDayRange(window.earliest, window.latest)}
        />
        <TextField {...fieldOf(fields.reason)} label="Reason" maxLength={500} />
        <Button size="staff">Redeem</Button>
      </PostForm>
    </StaffFrame>
  );
}
