import { z } from "zod";
import { readPounds } from "~/domain/kernel/money/pounds";
import { clean } from "~/domain/kernel/text/typed-text";
import {
  BOTH_TERMS_MESSAGE,
  checkbox,
  email,
  line,
  nameLine,
  newPassword,
  phone,
} from "~/domain/people/accounts/forms";
import { deliveryAddressForm, postcode } from "~/domain/people/addresses/forms";
import { reason } from "~/domain/people/staff/forms";
import { givingShape, hasAddress } from "../vouchers/forms";

/** Opening an account after a guest has paid. */
export const accountCreationForm = z.object({
  firstName: nameLine("First name is required", "First name"),
  lastName: nameLine("Last name is required", "Last name"),
  email: email(),
  phone,
  address: line("Address is required", "Address"),
  city: line("City is required", "City"),
  postcode,
  agreeToTerms: checkbox.refine((value) => value, "You must agree to the terms and conditions"),
  agreeToMarketing: checkbox,
});

export type AccountCreation = z.infer<typeof accountCreationForm>;

/** The same for a guest, who chooses a password with it: everything is asked once. */
const { agreeToTerms, agreeToMarketing, ...who } = accountCreationForm.shape;
export const guestAccountForm = z.object({ ...who, password: newPassword, agreeToTerms, agreeToMarketing });

/** A guest's receipt opens their account, so its terms are accepted here. Nothing of a gift is posted to its giver. */
const guestEmail = { email: email() };
const guestTerms = { acceptedTerms: checkbox.refine((value) => value, BOTH_TERMS_MESSAGE) };
/** A loop for oneself: where its book goes, and whether it may start within the days to cancel. */
export const loopPaymentForm = deliveryAddressForm.extend({ startsAtOnce: checkbox });
export const guestPaymentForm = z.object({ ...guestEmail, ...loopPaymentForm.shape, ...guestTerms });
export const guestGiftPaymentForm = z.object({ ...givingShape, ...guestEmail, ...guestTerms }).refine(...hasAddress);
export type GuestGiftPayment = z.infer<typeof guestGiftPaymentForm> & z.infer<typeof loopPaymentForm>;

const EMPTY_CODE_MESSAGE = "Please enter a discount code";

export const discountForm = z.object({
  code: z
    .string({ error: EMPTY_CODE_MESSAGE })
    .transform((value) => clean(value, "code"))
    .pipe(z.string().min(1, EMPTY_CODE_MESSAGE).max(100, "Code not recognised")),
});

// What staff type

const GOODWILL_MESSAGE = "Please enter an amount, or leave it blank";
const QUANTITY_MESSAGE = "Please choose how many to refund";
const VOUCHER_MESSAGE = "Please choose what happens to the voucher";

const quantity = z
  .string({ error: QUANTITY_MESSAGE })
  .overwrite((typed) => clean(typed, "number"))
  .regex(/^\d{1,2}$/, QUANTITY_MESSAGE)
  .transform(Number);

const lineId = z.string({ error: QUANTITY_MESSAGE }).max(40, QUANTITY_MESSAGE);

/** What a refund takes back. `voucher` is left out for an order without an open voucher. */
export const refundChoiceForm = z.object({
  lines: z
    .array(z.object({ lineId, quantity }, { error: QUANTITY_MESSAGE }), { error: QUANTITY_MESSAGE })
    .max(99, QUANTITY_MESSAGE)
    .optional()
    .transform((lines) => (lines ?? []).filter((line) => line.quantity > 0)),
  goodwill: z
    .string()
    .optional()
    .transform((value) => clean(value ?? "", "number"))
    .transform((value) => (value === "" ? 0 : readPounds(value)))
    .pipe(z.number({ error: GOODWILL_MESSAGE }).int().min(0, GOODWILL_MESSAGE)),
  voucher: z.enum(["cancel", "keep"], { error: VOUCHER_MESSAGE }).optional(),
  evenIfUsed: checkbox,
});

export const refundForm = refundChoiceForm.extend({ reason });
export type RefundInput = z.infer<typeof refundForm>;

/** A corrected delivery address, with the reason. */
export const addressCorrectionForm = deliveryAddressForm.extend({ reason });
export type AddressCorrection = z.infer<typeof addressCorrectionForm>;
