import { type OneTestVoucherWanted, oneTestVoucherForm, USUAL_EXPIRY_DAYS } from "~/domain/backoffice/checks/forms";
import { tryVouchers } from "~/domain/backoffice/checks/testers.server";
import { firstCodeOfBatch } from "~/domain/shop/vouchers/batches.server";
import { CURRENCIES } from "~/domain/shop/vouchers/forms";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { SelectField, TextArea, TextField } from "~/ui/field";
import { NumberField } from "~/ui/known-fields";
import type { ScreenHandle } from "~/web/screen";

export const handle: ScreenHandle = {
  title: "Test voucher generator",
  noindex: true,
  guard: { staffTool: true },
};

export const loader = staffLoader("checks.run");

export const action = staffFormAction("checks.run", oneTestVoucherForm, async (input, { staff, now }) => {
  const wanted = { ...input, count: 1, expiryDays: USUAL_EXPIRY_DAYS };
  const batchId = await tryVouchers(wanted, staff.staffId, now);
  const code = batchId && firstCodeOfBatch(batchId);
  return {
    result: code ? { ok: true } : { ok: false, reason: batchId ? "no_code" : "failed" },
    to: "/test-voucher",
    done: `Test voucher ${code}`,
    refused: (refusal) => (refusal === "no_code" ? "No voucher code returned" : "Failed to generate voucher"),
  };
});

const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

export default function TestVoucher() {
  return (
    <FormPage<OneTestVoucherWanted>
      title="Test voucher generator"
      lead="Valid for a year, left out of all figures"
      back={{ label: "Testing tools", href: "/hyperloop/testing" }}
      defaults={{ value: "49.00", currency: "GBP" }}
      button="Generate test voucher"
      fields={(fields) => (
        <>
          <NumberField of={fields.value} label="Value" width="s" />
          <SelectField {...fieldOf(fields.currency)} label="Currency" options={CURRENCY_OPTIONS} width="s" />
          <TextField {...fieldOf(fields.recipientName)} label="Recipient name" optional />
          <TextField {...fieldOf(fields.recipientEmail)} label="Recipient email" type="email" optional />
          <TextArea {...fieldOf(fields.giftMessage)} label="Gift message" rows={3} optional />
        </>
      )}
    />
  );
}
