import { z } from "zod";
import { MOST_PAUSED_WEEKS } from "~/domain/diary/rules/calendar";
import { clean } from "~/domain/kernel/text/typed-text";
import { day, email, nameLine } from "~/domain/people/accounts/forms";
import { savedAddressForm } from "~/domain/people/addresses/forms";
import { reason } from "~/domain/people/staff/forms";

/** The forms by which staff do what a customer asks for. */

export const emailCorrectionForm = z.object({ email: email(), reason });
export type EmailCorrection = z.infer<typeof emailCorrectionForm>;

export const nameCorrectionForm = z.object({
  firstName: nameLine("First name is required", "First name"),
  lastName: nameLine("Last name is required", "Last name"),
  reason,
});
export type NameCorrection = z.infer<typeof nameCorrectionForm>;

export const placeCorrectionForm = savedAddressForm.omit({ isDefault: true }).extend({ reason });

export const dateForm = z.object({ deliveryDay: day, reason });

const WEEKS_MESSAGE = `Please enter a number of weeks from 1 to ${MOST_PAUSED_WEEKS}`;
export const pauseForm = z.object({
  weeks: z
    .string({ error: WEEKS_MESSAGE })
    .overwrite((typed) => clean(typed, "number"))
    .regex(/^\d{1,2}$/, WEEKS_MESSAGE)
    .transform(Number),
  reason,
});

const TYPE_MESSAGE = "Please choose a type";
export const typeForm = z.object({
  type: z.string({ error: TYPE_MESSAGE }).min(1, TYPE_MESSAGE).max(100, TYPE_MESSAGE),
  reason,
});

export const recipientForm = z.object({
  recipientName: nameLine("Please enter their name", "Their name"),
  recipientEmail: email(),
  reason,
});
export type RecipientCorrection = z.infer<typeof recipientForm>;
