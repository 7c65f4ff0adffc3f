import { useForm } from "@conform-to/react";
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type OneTestVoucherWanted, oneTestVoucherForm, USUAL_EXPIRY_DAYS } from "~/domain/checks/forms";
import { tryVouchers } from "~/domain/checks/testers.server";
import { firstCodeOfBatch } from "~/domain/vouchers/batches.server";
import { CURRENCIES } from "~/domain/vouchers/forms";
import { StaffFrame } from "~/hyperloop/frame";
import { StaffForm } from "~/hyperloop/staff-form";
import { fieldOf } from "~/ui/conform-field";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { PRIVATE, seeOther, unprocessable } from "~/web/answers.server";
import { currentTime } from "~/web/clock.server";
import { readForm } from "~/web/read-form";
import type { ScreenHandle } from "~/web/screen";
import { requireStaff } from "~/web/staff-auth.server";
import { formOf } from "~/web/submission.server";

export const handle: ScreenHandle = {
  title: "Test voucher generator",
  noindex: true,
  guard: { staffTool: true },
};

export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "checks.run");
  return data({ staff }, { headers: PRIVATE });
}

export async function action({ request }: ActionFunctionArgs) {
  const { staffId } = await requireStaff(request, "checks.run");
  const submission = readForm(formOf(request), oneTestVoucherForm);
  if (submission.status !== "success") return unprocessable("voucher", submission.reply());
  const wanted = { ...submission.value, count: 1, expiryDays: USUAL_EXPIRY_DAYS };
  const batchId = await tryVouchers(wanted, staffId, currentTime());
  const code = batchId && firstCodeOfBatch(batchId);
  const trouble = batchId ? "No voucher code returned" : "Failed to generate voucher";
  const message = code ? `Test voucher ${code}` : trouble;
  return await seeOther("/test-voucher", { flash: { tone: code ? "ok" : "bad", message } });
}

export default function TestVoucher() {
  const { staff } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const usual = { value: "49.00", currency: "GBP" };
  const [form, fields] = useForm<OneTestVoucherWanted>({
    id: "voucher",
    lastResult: answer?.reply,
    defaultValue: usual,
  });
  const back = { label: "Testing tools", href: "/hyperloop/testing" };
  return (
    <StaffFrame staff={staff} title="Test voucher generator" lead="Good for a year, in no figure" back={back}>
      <StaffForm form={form} button="Generate test voucher">
        <TextField {...fieldOf(fields.value)} label="Value" inputMode="decimal" width="s" />
        <SelectField
          {...fieldOf(fields.currency)}
          label="Currency"
          options={CURRENCIES.map((value) => ({ value, label: value }))}
          width="s"
        />
        <TextField {...fieldOf(fields.recipientName)} label="Recipient name" optional />
        <TextField {...fieldOf(fields.recipientEmail)} label="Recipient email" type="email" optional />
        <TextArea {...fieldOf(fields.giftMessage)} label="Gift message" rows={3} optional />
      </StaffForm>
    </StaffFrame>
  );
}
