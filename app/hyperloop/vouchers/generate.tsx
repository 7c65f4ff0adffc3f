import { getFormProps, useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { formatPence } from "~/domain/money/pounds";
import { EXPOSURE_HOURS, EXPOSURE_LIMITS } from "~/domain/staff/exposure";
import { costOfVouchers } from "~/domain/staff/exposure.server";
import { addMonths, londonDay } from "~/domain/time/days";
import { generateVouchers } from "~/domain/vouchers/batches.server";
import { CURRENCIES, DATES_SENTENCE, generateForm, type VouchersWanted } from "~/domain/vouchers/forms";
import { VOUCHER_MONTHS } from "~/domain/vouchers/validity";
import { StaffFrame } from "~/hyperloop/frame";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/choice";
import { checkboxOf, fieldOf, problemsOf } from "~/ui/conform-field";
import { ErrorSummary } from "~/ui/error-summary";
import { DateField, SelectField, TextArea, TextField } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { isCall } from "~/web/json-calls.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";
import { generateByCall } from "./generate-call.server";

export const handle: ScreenHandle = {
  title: "Generate vouchers – HyperLoop",
  noindex: true,
  guard: { call: true },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "vouchers.generate");
  const today = londonDay(currentTime());
  const limit = { ...EXPOSURE_LIMITS[staff.role], costPence: costOfVouchers(1) };
  return data({ staff, today, usual: addMonths(today, VOUCHER_MONTHS), limit }, { headers: PRIVATE });
}

export async function action({ request }: ActionFunctionArgs) {
  if (isCall(request)) throw await generateByCall(request);
  const staff = await requireStaff(request, "vouchers.generate");
  const submission = readForm(formOf(request), generateForm);
  if (submission.status !== "success") return unprocessable("generate", submission.reply());
  const made = generateVouchers(submission.value, staff.staffId, currentTime());
  if (!made.ok)
    return unprocessable("generate", submission.reply({ fieldErrors: { expiresOn: [DATES_SENTENCE] } }));
  const { count } = submission.value;
  const message = count === 1 ? "One voucher was made." : `${count} vouchers were made.`;
  return await seeOther(`/hyperloop/vouchers/batches/${made.batchId}`, {
    flash: made.isHeld
      ? { tone: "warn", message, more: "They can be used once a second person has approved the batch." }
      : { tone: "ok", message },
  });
}

export default function Generate() {
  const { staff, today, usual, limit } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [form, fields] = useForm<VouchersWanted>({
    id: "generate",
    lastResult: answer?.reply,
    defaultValue: { count: "1", value: "49.00", currency: "GBP", validFrom: today, expiresOn: usual },
  });
  return (
    <StaffFrame
      staff={staff}
      title="Generate vouchers"
      back={{ label: "Vouchers", href: "/hyperloop/vouchers" }}
    >
      <p>
        Each voucher counts as {formatPence(limit.costPence)}, the price of a loop, whatever its value. In{" "}
        {EXPOSURE_HOURS} hours you can give {formatPence(limit.dayPence)} by yourself, and{" "}
        {formatPence(limit.recipientPence)} to one email address. Anything over that waits for a second
        person. Test vouchers don’t count.
      </p>
      <ErrorSummary problems={problemsOf(form)} />
      <PostForm {...getFormProps(form)} className="staff-form">
        <TextField {...fieldOf(fields.count)} label="How many" hint="1 to 100" inputMode="numeric" />
        <TextField {...fieldOf(fields.value)} label="Value" hint="More than 0" inputMode="decimal" />
        <SelectField
          {...fieldOf(fields.currency)}
          label="Currency"
          options={CURRENCIES.map((value) => ({ value, label: value }))}
        />
        <DateField {...fieldOf(fields.validFrom)} label="Valid from" optional />
        <DateField {...fieldOf(fields.expiresOn)} label="Valid until" hint="12 months by default" optional />
        <TextField {...fieldOf(fields.note)} label="What for" hint="Kept with the batch" />
        <TextField {...fieldOf(fields.recipientName)} label="Recipient name" optional />
        <TextField {...fieldOf(fields.recipientEmail)} label="Recipient email" type="email" optional />
        <div className="staff-form-wide">
          <TextArea {...fieldOf(fields.giftMessage)} label="Gift message" rows={3} optional />
        </div>
        <div className="staff-form-wide">
          <Checkbox {...checkboxOf(fields.isTest)} label="Mark as test vouchers" />
        </div>
        <div className="staff-form-wide">
          <Button size="staff">Generate</Button>
        </div>
      </PostForm>
    </StaffFrame>
  );
}
