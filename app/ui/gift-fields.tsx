import type { ReactNode } from "react";
import { LONGEST_GIFT_MESSAGE } from "~/domain/shop/vouchers/gift-message";
import { formatDay } from "../domain/kernel/time/format-days";
import { RadioCards } from "./choice";
import { type ConformField, fieldOf } from "./conform-field";
import { DateField, TextArea, TextField } from "./field";

type GiftField = "recipientName" | "recipientEmail" | "giftMessage" | "giverName" | "handover" | "sendOnDay";

export interface GiftFieldsProps {
  /** conform's fields of a gift form. */
  readonly fields: Readonly<Record<GiftField, ConformField>>;
  /** The first and last day it can be sent, "YYYY-MM-DD". */
  readonly firstDay: string;
  readonly lastDay: string;
  /** The card as it is written, below its message. */
  readonly card?: ReactNode;
}

/** What is on the card, and how it gets to its recipient. */
export function GiftFields({ fields, firstDay, lastDay, card }: GiftFieldsProps) {
  const { handover } = fields;
  return (
    <>
      <fieldset className="stack">
        <legend className="as-h3 serif">The card</legend>
        <TextField
          {...fieldOf(fields.recipientName)}
          label="Who’s it for?"
          optional
          hint="As you’d like it on the card."
          autoComplete="off"
        />
        <TextArea
          {...fieldOf(fields.giftMessage)}
          label="Your message"
          optional
          hint={`Up to ${LONGEST_GIFT_MESSAGE} characters. We print it on the voucher and in the email.`}
          rows={4}
        >
          <p className="word-count" data-card-room={LONGEST_GIFT_MESSAGE} role="status" />
        </TextArea>
        {card}
        <TextField {...fieldOf(fields.giverName)} label="Who’s it from?" autoComplete="off" />
      </fieldset>
      <hr />
      <div className="stack gift-handover">
        <RadioCards
          legend={<span className="as-h3 serif">How should they get it?</span>}
          name={String(handover.name)}
          id={handover.id}
          errors={handover.errors}
          defaultValue={handover.initialValue === "myself" ? "myself" : "email"}
          options={[
            {
              value: "email",
              label: "Email it to them",
              description: "On the morning you choose. You get a card to print as well.",
            },
            {
              value: "myself",
              label: "I’ll give it to them myself",
              description: "Print and fold the card, or send them the link.",
            },
          ]}
        />
        <div className="stack gift-by-email">
          <TextField {...fieldOf(fields.recipientEmail)} label="Their email address" type="email" autoComplete="off" />
          <DateField
            {...fieldOf(fields.sendOnDay)}
            label="Send it on"
            optional
            hint={`Any morning up to ${formatDay(lastDay)}. Leave blank to send it now.`}
            min={firstDay}
            max={lastDay}
          />
        </div>
      </div>
    </>
  );
}
