import type { FieldMetadata } from "@conform-to/react";
import { LONGEST_GIFT_MESSAGE } from "~/domain/vouchers/gift-message";
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
        hint="We’ll email them the voucher. Leave blank to give it to them yourself."
        autoComplete="off"
      />
      <TextArea
        {...fieldOf(fields.giftMessage)}
        label="Your message"
        optional
        hint={`Up to ${LONGEST_GIFT_MESSAGE} characters. We print it on the voucher and in the email.`}
        rows={4}
      />
      <DateField
        {...fieldOf(fields.sendOnDay)}
        label="Send it on"
        optional
        hint={`We email it in the morning, any day up to ${formatDay(lastDay)}. Leave blank to send it now.`}
        min={firstDay}
        max={lastDay}
      />
    </>
  );
}
