import { useLoaderData } from "@remix-run/react";
import { type RecipientCorrection, recipientForm } from "~/domain/backoffice/people/forms";
import { correctRecipient } from "~/domain/backoffice/people/gift-corrections.server";
import { voucherData } from "~/domain/shop/vouchers/admin-vouchers.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/responses.server";
import type { ScreenHandle } from "~/web/screen";
import { RECIPIENT_REFUSALS, toVoucher, WHO_GAVE } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Correct a gift’s recipient – HyperLoop", noindex: true };

export const loader = staffLoader("vouchers.resend", ({ param, now }) => {
  const { line, voucher } = voucherData(param("voucher"), now) ?? notFound();
  const { recipientName, recipientEmail } = voucher;
  return { line, recipientName: recipientName ?? "", recipientEmail: recipientEmail ?? "" };
});

export const action = staffFormAction("vouchers.resend", recipientForm, (input, { staff, param, now }) => ({
  result: correctRecipient(param("voucher"), input, staff.staffId, now),
  to: toVoucher(param("voucher")).href,
  done: "The recipient is corrected. The gift goes there on its day, or in a few minutes if it had been sent. We tell its giver too.",
  beside: (refusal: keyof typeof RECIPIENT_REFUSALS) => ({ recipientEmail: RECIPIENT_REFUSALS[refusal] }),
}));

export default function CorrectRecipient() {
  const { line, recipientName, recipientEmail } = useLoaderData<typeof loader>();
  return (
    <FormPage<RecipientCorrection>
      title="Correct who this gift is for"
      lead={line.code}
      back={toVoucher(line.id)}
      button="Correct it and send the gift"
      defaults={{ recipientName, recipientEmail }}
      fields={(fields) => (
        <>
          <TextField {...fieldOf(fields.recipientName)} label="Their name" autoComplete="off" />
          <TextField {...fieldOf(fields.recipientEmail)} label="Their email address" type="email" autoComplete="off" />
          <ReasonField of={fields.reason} hint={WHO_GAVE} />
        </>
      )}
    >
      <p>
        The code stays the same. If a stranger has already received it,{" "}
        <a href={`${toVoucher(line.id).href}/new-code`}>give a new code</a> instead.
      </p>
    </FormPage>
  );
}
