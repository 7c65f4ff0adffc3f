import { z } from "zod";
import { formatPence, readPounds } from "~/domain/kernel/money/pounds";
import { clean } from "~/domain/kernel/text/typed-text";
import { RATE_LIMITS } from "~/domain/mail/outbox/rates";
import { checkbox, email, line, optionalLine } from "~/domain/people/accounts/forms";
import { reason } from "~/domain/people/staff/forms";
import { HIGHEST_APPROVAL_LIMIT_PENCE } from "~/domain/shop/discounts/approval-limits";
import { LONGEST_PROMISE_HOURS } from "../inbox/promises";

/** The settings of the shop and their limits, with the error messages. */

/** Zero would give things away by a slip; above the upper limit, pence were typed for pounds. */
const LOWEST_PRICE_PENCE = 1_00;
const HIGHEST_PRICE_PENCE = 500_00;
const HIGHEST_DELIVERY_PENCE = 100_00;
const HIGHEST_THRESHOLD_PENCE = 1_000_00;
const HIGHEST_TAX_PERCENT = 25;

const pounds = (lowest: number, highest: number, sentence: string) =>
  z
    .string({ error: sentence })
    .transform((value) => readPounds(value) ?? -1)
    .pipe(z.number().int().min(lowest, sentence).max(highest, sentence));

const price = pounds(
  LOWEST_PRICE_PENCE,
  HIGHEST_PRICE_PENCE,
  `Please enter a price from ${formatPence(LOWEST_PRICE_PENCE)} to ${formatPence(HIGHEST_PRICE_PENCE)}`,
);
const delivery = pounds(
  0,
  HIGHEST_DELIVERY_PENCE,
  `Please enter an amount from ${formatPence(0)} to ${formatPence(HIGHEST_DELIVERY_PENCE)}`,
);
const TAX_MESSAGE = `Please enter a whole percentage from 0 to ${HIGHEST_TAX_PERCENT}`;

export const pricesForm = z.object({
  loopPence: price,
  loopDeliveryPence: delivery,
  bookCopyStandardPence: price,
  bookCopyLuxuryPence: price,
  bookCopyDeliveryPence: delivery,
  bookCopyFreeDeliveryAbovePence: pounds(
    ...[
      0,
      HIGHEST_THRESHOLD_PENCE,
      `Please enter an amount from ${formatPence(0)} to ${formatPence(HIGHEST_THRESHOLD_PENCE)}`,
    ],
  ),
  bookCopyTaxPercent: z
    .string({ error: TAX_MESSAGE })
    .overwrite((typed) => clean(typed, "number"))
    .regex(/^\d{1,2}$/, TAX_MESSAGE)
    .transform(Number)
    .pipe(z.number().max(HIGHEST_TAX_PERCENT, TAX_MESSAGE)),
  reason,
});

export const companyForm = z.object({
  name: line("Please enter the company’s name", "The name", 120),
  email: email("Please enter the company’s email address"),
  address: optionalLine("The address", 200),
  number: optionalLine("The company number", 20).pipe(
    z.string().regex(/^(?:|[A-Z0-9]{8})$/i, "Please enter the 8-character Companies House number"),
  ),
  registeredIn: optionalLine("The place of registration", 20).pipe(
    z
      .string()
      .regex(
        /^(?:|England and Wales|Scotland|Northern Ireland)$/,
        "Please enter England and Wales, Scotland or Northern Ireland",
      ),
  ),
  phone: optionalLine("The phone number", 30).overwrite((typed) => clean(typed, "phone")),
  vatNumber: optionalLine("The VAT number", 20),
  printerCountry: optionalLine("The printer’s country", 60),
  reason,
});

const LIMIT_MESSAGE = `Please enter whole pounds from ${formatPence(0)} to ${formatPence(HIGHEST_APPROVAL_LIMIT_PENCE)}`;

const limit = z
  .string({ error: LIMIT_MESSAGE })
  .transform((value) => readPounds(value) ?? -1)
  .refine((pence) => pence >= 0 && pence <= HIGHEST_APPROVAL_LIMIT_PENCE && pence % 100 === 0, LIMIT_MESSAGE);

/** What one person of a role is to be able to give away alone. */
export const approvalLimitForm = z.object({ dayPence: limit, recipientPence: limit, reason });
export type ApprovalLimitWanted = z.infer<typeof approvalLimitForm>;

const HOURS_MESSAGE = `Please enter whole hours from 1 to ${LONGEST_PROMISE_HOURS}`;

const hours = z
  .string({ error: HOURS_MESSAGE })
  .overwrite((typed) => clean(typed, "number"))
  .regex(/^\d{1,3}$/, HOURS_MESSAGE)
  .transform(Number)
  .pipe(z.number().min(1, HOURS_MESSAGE).max(LONGEST_PROMISE_HOURS, HOURS_MESSAGE));

export const promisesForm = z.object({
  disputes: hours,
  approvals: hours,
  emails: hours,
  shipments: hours,
  weeks: hours,
  alarms: hours,
  notes: hours,
  reason,
});

const RATE_MESSAGE = `Please enter a whole number from ${RATE_LIMITS.fewest} to ${RATE_LIMITS.most}`;

const rate = z
  .string({ error: RATE_MESSAGE })
  .overwrite((typed) => clean(typed, "number"))
  .regex(/^\d{1,7}$/, RATE_MESSAGE)
  .transform(Number)
  .pipe(z.number().min(RATE_LIMITS.fewest, RATE_MESSAGE).max(RATE_LIMITS.most, RATE_MESSAGE));

export const emailRatesForm = z.object({
  orders: rate,
  weekly: rate,
  reminders: rate,
  domain: rate,
  warmsUp: checkbox,
  reason,
});

export const switchesForm = z.object({ weeklyEmails: checkbox, loopReminders: checkbox, reason });
