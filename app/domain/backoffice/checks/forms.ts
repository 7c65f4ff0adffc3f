import { z } from "zod";
import { findLoopType } from "~/domain/diary/catalogue/catalogue";
import { formatPence } from "~/domain/kernel/money/pounds";
import { clean } from "~/domain/kernel/text/typed-text";
import { deliveryAddressForm } from "~/domain/people/addresses/forms";
import { testUsersForm as sharedPassword } from "~/domain/people/staff/forms";
import { generateForm } from "~/domain/shop/vouchers/forms";

/** The forms of the testing tools. */

/** Limits of one run. */
const MOST_TEST_USERS = 100;
const MOST_TEST_VOUCHERS = 50;
/** The default validity of a test voucher. */
export const USUAL_EXPIRY_DAYS = 365;
const MOST_EXPIRY_DAYS = 1825;

const count = (most: number) => {
  const sentence = `Please enter a whole number from 1 to ${most}`;
  return z
    .string({ error: sentence })
    .overwrite((typed) => clean(typed, "number"))
    .regex(/^\d{1,3}$/, sentence)
    .transform(Number)
    .pipe(z.number().min(1, sentence).max(most, sentence));
};

const MOST_SUM_PENCE = 1_000_00;
const SUM_MESSAGE = `Please enter an amount above 0 and up to ${formatPence(MOST_SUM_PENCE)}`;

/** Pounds as they are typed, read as whole pence. */
const pounds = z
  .string({ error: SUM_MESSAGE })
  .overwrite((typed) => clean(typed, "number"))
  .regex(/^£?\d{1,4}(?:\.\d{1,2})?$/, SUM_MESSAGE)
  .transform((text) => Math.round(Number(text.replace("£", "")) * 100))
  .pipe(z.number().min(1, SUM_MESSAGE).max(MOST_SUM_PENCE, SUM_MESSAGE));

const PREFIX_MESSAGE = "Please use 1 to 30 small letters, digits and hyphens";

export const manyTestUsersForm = sharedPassword.extend({
  count: count(MOST_TEST_USERS),
  prefix: z
    .string({ error: PREFIX_MESSAGE })
    .overwrite((typed) => clean(typed, "line"))
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/, PREFIX_MESSAGE),
});
export type TestUsersWanted = z.infer<typeof manyTestUsersForm>;

export const testVouchersForm = z.object({
  count: count(MOST_TEST_VOUCHERS),
  value: pounds,
  /** Anything but a number of days means a year. */
  expiryDays: z
    .string()
    .optional()
    .transform((text) => {
      const typed = clean(text ?? "", "number");
      const days = /^\d{1,4}$/.test(typed) ? Number(typed) : USUAL_EXPIRY_DAYS;
      return days >= 1 && days <= MOST_EXPIRY_DAYS ? days : USUAL_EXPIRY_DAYS;
    }),
});
export type TestVouchersWanted = z.infer<typeof testVouchersForm>;

export const testPaymentForm = z.object({ amount: pounds });
export type TestPaymentWanted = z.infer<typeof testPaymentForm>;

const LOOP_MESSAGE = "Please choose a loop";

/** What the shop's payment takes: the sum the browser shows, what is bought, and the address. */
export const testOrderForm = deliveryAddressForm.extend({
  amount: pounds,
  journeyType: z.enum(["purchase", "gift"], { error: "Please choose a journey" }),
  /** The ids of theme and type, as "pet/puppy". */
  loop: z
    .string({ error: LOOP_MESSAGE })
    .max(100, LOOP_MESSAGE)
    .refine((value) => {
      const [theme = "", type = ""] = value.split("/");
      return findLoopType(theme, type)?.active === true;
    }, LOOP_MESSAGE),
});
export type TestOrderWanted = z.infer<typeof testOrderForm>;

export const oneTestVoucherForm = generateForm
  .pick({ currency: true, recipientName: true, recipientEmail: true, giftMessage: true })
  .extend({ value: pounds });
export type OneTestVoucherWanted = z.infer<typeof oneTestVoucherForm>;
