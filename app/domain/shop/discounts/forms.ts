import { z } from "zod";
import { formatPence, readPounds } from "~/domain/kernel/money/pounds";
import { clean } from "~/domain/kernel/text/typed-text";
import { checkbox, line, optionalDay, optionalLine } from "~/domain/people/accounts/forms";

/** The form of a discount, with its error messages. */

const CODE_MESSAGE = "Please enter a code of 3 to 20 letters, figures and dashes";
export const TAKEN_MESSAGE = "This code has been used before. Please choose another";
export const OVER_MESSAGE = "Please choose a last day that isn’t in the past";
export const WAITS_MESSAGE = "A second person must approve this discount first";
const VALUE_MESSAGE = "Please enter a value above 0";
const SUM_MESSAGE = "Please enter an amount above 0, or leave this blank";
const MOST_PENCE = 1_000_00;
const MOST_USES = 1_000_000;

const optionalSum = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => clean(value ?? "", "number"))
  .transform((value) => (value === "" ? null : (readPounds(value) ?? 0)))
  .pipe(
    z
      .number()
      .int()
      .min(1, SUM_MESSAGE)
      .max(100 * MOST_PENCE, SUM_MESSAGE)
      .nullable(),
  );

export const discountForm = z
  .object({
    code: line("Please enter a discount code", "The code", 200)
      .transform((value) => clean(value, "code"))
      .pipe(z.string().regex(/^[A-Z0-9][A-Z0-9-]{2,19}$/, CODE_MESSAGE)),
    description: optionalLine("The description", 200),
    type: z.enum(["PERCENTAGE", "FIXED_AMOUNT"], { error: "Please choose a type" }),
    value: z
      .string({ error: VALUE_MESSAGE })
      .transform((value) => readPounds(value) ?? 0)
      .pipe(z.number().int().min(1, VALUE_MESSAGE)),
    maxUses: z
      .string()
      .optional()
      .catch(undefined)
      .transform((value) => clean(value ?? "", "number"))
      .pipe(z.string().regex(/^(?:|[1-9]\d{0,5}|1000000)$/, "Please enter a whole number above 0, or leave this blank"))
      .transform((value) => (value === "" ? null : Math.min(MOST_USES, Number(value)))),
    minOrderValue: optionalSum,
    maxDiscountValue: optionalSum,
    startsOn: optionalDay,
    expiresOn: optionalDay,
    firstOrderOnly: checkbox,
    oncePerCustomer: checkbox,
  })
  .superRefine((wanted, context) => {
    const say = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (wanted.type === "PERCENTAGE" && (wanted.value % 100 !== 0 || wanted.value > 100_00)) {
      say("value", "Please enter a whole percentage from 1 to 100");
    }
    if (wanted.type === "FIXED_AMOUNT" && wanted.value > MOST_PENCE) {
      say("value", `Please enter a value above 0, up to ${formatPence(MOST_PENCE)}`);
    }
    if (wanted.expiresOn !== "" && wanted.expiresOn < wanted.startsOn) {
      say("expiresOn", "Please choose a last day on or after the first day");
    }
  });

/** The last day of a code that is there already. */
export const lastDayForm = z.object({
  expiresOn: optionalDay.pipe(z.string().min(1, "Please choose a last day")),
});
export const LATER_MESSAGE = "Please choose an earlier day. A last day can’t be put off";

export type DiscountWanted = z.infer<typeof discountForm>;
