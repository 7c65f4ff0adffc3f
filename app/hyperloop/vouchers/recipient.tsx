import { useLoaderData } from "@remix-run/react";
import { type RecipientCorrection, recipientForm } from "~/domain/people/forms";
import { correctRecipient } from "~/domain/people/gift-corrections.server";
import { voucherData } from "~/domain/vouchers/admin-vouchers.server";
import { staffFormAction } from "~/hyperloop/outcome.server";
import { FormPage, ReasonField } from "~/hyperloop/staff-form";
import { staffLoader } from "~/hyperloop/staff-route.server";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";
import { notFound } from "~/web/answers.server";
import type { ScreenHandle } from "~/web/screen";
import { toVoucher } from "./voucher-labels";

export const handle: ScreenHandle = { title: "Correct a gift’s recipient – HyperLoop", noindex: true };

const REFUSALS = {
  not_open: "This voucher can’t be used any more",
  not_bought: "Nobody bought this voucher, so there’s no giver to ask",
  day: "Its day to be sent has passed. Ask the giver to choose another in their account",
} as const;

export const loader = staffLoader("vouchers.resend", ({ param, now }) => {
  const { line, voucher } = voucherData(param("voucher"), now) ?? notFound();
  const { recipientName, recipientEmail } = voucher;
  return { line, recipientName: recipientName ?? "", recipientEmail: recipientEmail ?? "" };
});

export const action = staffFormAction("vouchers.resend", recipientForm, (input, { staff, param, now }) => ({
  result: correctRecipient(param("voucher"), input, staff.staffId, now),
  to: toVoucher(param("voucher")).href,
  done: "The recipient is corrected. We’re sending the gift there, and we’ve told its giver.",
  beside: (refusal: keyof typeof REFUSALS) => ({ recipientEmail: REFUSALS[refusal] }),
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
          <TextField
            {...fieldOf(fields.recipientEmail)}
            label="Their email address"
            type="email"
            autoComplete="off"
          />
          <ReasonField of={fields.reason} hint="Say how you know it’s the giver. They can read this" />
        </>
      )}
    >
      <p>
        The code stays the same. If somebody you don’t trust has already received it, cancel this voucher and
        refund the gift instead.
      </p>
    </FormPage>
  );
}
