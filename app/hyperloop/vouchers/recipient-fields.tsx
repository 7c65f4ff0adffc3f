import type { FormMetadata } from "@conform-to/react";
import type { RecipientCorrection } from "~/domain/backoffice/people/forms";
import { ReasonField } from "~/hyperloop/staff-form";
import { fieldOf } from "~/ui/conform-field";
import { TextField } from "~/ui/field";

/** Who a gift is for, and how staff know. */
export function RecipientFields({ of }: { readonly of: ReturnType<FormMetadata<RecipientCorrection>["getFieldset"]> }) {
  return (
    <>
      <TextField {...fieldOf(of.recipientName)} label="Their name" autoComplete="off" />
      <TextField {...fieldOf(of.recipientEmail)} label="Their email address" type="email" autoComplete="off" />
      <ReasonField of={of.reason} hint="Say how you know it’s the giver. They can read this" />
    </>
  );
}
