import type { FieldMetadata } from "@conform-to/react";
import { formatDay } from "../domain/time/format-days";
import { fieldOf } from "./conform-field";
import { DateField, TextArea, TextField } from "./field";

type GiftField = "recipientName" | "recipientEmail" | "giftMessage" | "sendOnDay";

export interface GiftFieldsProps {
  /** conform's fields of a gift form. */
  readonly fields: { readonly [Name in GiftField]: FieldMetadata<string> };
  /** The first and last day it can be sent, "YYYY-MM-DD". */
  readonly firstDay: string;
  readonly lastDay: string;
}

/** A gift's recipient, message and delivery day; every field may be left empty. */
export function GiftFields({ fields, firstDay, lastDay }: GiftFieldsProps) {
  return (
    <>
      <TextField {...fieldOf(fields.recipientName)} label="Their name" optional autoComplete="off" />
      <TextField
        {...fieldOf(fields.recipientEmail)}
        label="Their email address"
        type="email"
        optional
        hint="We send them the voucher. Leave it empty to print it or send it on yourself."
        autoComplete="off"
      />
      <TextArea
        {...fieldOf(fields.giftMessage)}
        label="A message from you"
        optional
        hint="Up to 500 characters. It stands on the voucher and in the email."
        rows={4}
      />
      <DateField
        {...fieldOf(fields.sendOnDay)}
        label="Send it on"
        optional
        hint={`In the morning of a day until ${formatDay(lastDay)}. Empty means straight away.`}
        min={firstDay}
        max={lastDay}
      />
    </>
  );
}
