import { z } from "zod";
import { formatPence, readPounds } from "~/domain/kernel/money/pounds";
import { formatNumber, numberInWords } from "~/domain/kernel/text/numbers";
import { clean } from "~/domain/kernel/text/typed-text";
import { LONGEST_VALIDITY_YEARS } from "~/domain/kernel/time/voucher-validity";
import {
  checkbox,
  day,
  email,
  line,
  nameLine,
  optionalDay,
  optionalLine,
  optionalName,
} from "~/domain/people/accounts/forms";
import { reason } from "~/domain/people/staff/forms";
import { LONGEST_GIFT_MESSAGE } from "./gift-message";

/** The forms about vouchers and gifts, with their error messages. */

const EMPTY_VOUCHER_MESSAGE = "Please enter a voucher code";
const VOUCHER_TERMS_MESSAGE = "Please accept the voucher terms to continue";
const LONGEST_TYPED = 200;

/** A code as typed, without what was copied with it. The lookup decides whether it is a code. */
export const voucherCode = z
  .string({ error: EMPTY_VOUCHER_MESSAGE })
  .transform((value) => clean(value, "code").slice(0, LONGEST_TYPED))
  .pipe(z.string().min(1, EMPTY_VOUCHER_MESSAGE));

/** A code by itself, as API clients send it. */
export const codeForm = z.object({ code: voucherCode });

export const voucherForm = z.object({
  code: voucherCode,
  acceptedTerms: checkbox.refine((value) => value, VOUCHER_TERMS_MESSAGE),
});

export type VoucherEntry = z.infer<typeof voucherForm>;

/** A short message: line ends stay, with at most one blank line between them. */
const giftMessage = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) =>
    clean(value ?? "", "lines")
      .replace(/[^\S\n]+/g, " ")
      .replace(/\n{3,}/g, "\n\n")
      .trim(),
  )
  .pipe(z.string().max(LONGEST_GIFT_MESSAGE, `The message can have up to ${LONGEST_GIFT_MESSAGE} characters`));

const optionalEmail = z
  .string()
  .optional()
  .catch(undefined)
  .transform((value) => value ?? "")
  .pipe(
    z.union([
      z
        .string()
        .refine((value) => clean(value, "line") === "")
        .transform(() => ""),
      email(),
    ]),
  );

const LONGEST_KEPT_NAME = 80;

const giftShape = {
  recipientName: optionalName("Their name"),
  giftMessage,
  giverName: optionalName("Your name"),
  recipientEmail: optionalEmail,
  sendOnDay: optionalDay,
};

/**
 * A gift as it is stored, also with names from before their rule. Every field is optional; an empty one is an empty
 * string.
 */
export const giftForm = z.object({
  ...giftShape,
  recipientName: optionalLine("Their name", LONGEST_KEPT_NAME),
  giverName: optionalLine("Your name", LONGEST_KEPT_NAME),
});

type StoredGift = z.infer<typeof giftForm>;
/** A gift without `giverName` is from its buyer by their first name. */
export type GiftInput = Omit<StoredGift, "giverName"> & Partial<Pick<StoredGift, "giverName">>;

const NO_EMAIL_MESSAGE = "Please enter their email address, or choose to give it to them yourself";

/** A gift as its giver writes it. */
export const givingShape = {
  ...giftShape,
  giverName: nameLine("Please say who it’s from", "Your name"),
  handover: z.enum(["email", "myself"]).default("myself"),
};

/** Whether a gift that is to be emailed has an address; asked before the other fields are right, too. */
export const hasAddress: [
  (typed: { handover?: string; recipientEmail?: unknown }) => boolean,
  { path: string[]; error: string; when: () => boolean },
] = [
  ({ handover, recipientEmail }) => handover !== "email" || Boolean(recipientEmail),
  { path: ["recipientEmail"], error: NO_EMAIL_MESSAGE, when: () => true },
];

export const givingForm = z.object(givingShape).refine(...hasAddress);

export type Giving = z.infer<typeof givingForm>;

/** What is stored of a gift: what its giver passes on by hand has no address and no day. */
export function giftWordsIn(typed: Giving): GiftInput {
  const { recipientName, giftMessage, giverName, handover } = typed;
  const { recipientEmail, sendOnDay } = handover === "email" ? typed : { recipientEmail: "", sendOnDay: "" };
  return { recipientName, recipientEmail, giftMessage, giverName, sendOnDay };
}

export const CURRENCIES = ["GBP", "USD", "EUR"] as const;
/** One order of a partner. */
export const MOST_IN_A_BATCH = 5_000;
/** More are made in the background, so many in each transaction. */
export const MADE_AT_ONCE = 100;
const MOST_VALUE_PENCE = 1_000_00;

export const DATES_MESSAGE = `Please choose a last day after the first, in the future and within ${numberInWords(LONGEST_VALIDITY_YEARS)} years`;
export const TOO_MANY_EMAILS_MESSAGE = `We can’t email more than ${MADE_AT_ONCE} vouchers to one address. Leave it blank, and hand over the codes as a file`;
const COUNT_MESSAGE = `Please enter a whole number from 1 to ${formatNumber(MOST_IN_A_BATCH)}`;
const VALUE_MESSAGE = `Please enter a value above 0, up to ${formatPence(MOST_VALUE_PENCE)}`;

const pounds = z
  .string({ error: VALUE_MESSAGE })
  .transform((value) => readPounds(value) ?? 0)
  .pipe(z.number().int().min(1, VALUE_MESSAGE).max(MOST_VALUE_PENCE, VALUE_MESSAGE));

export const generateForm = z.object({
  count: z
    .string({ error: COUNT_MESSAGE })
    .overwrite((typed) => clean(typed, "number"))
    .regex(/^\d{1,4}$/, COUNT_MESSAGE)
    .transform(Number)
    .pipe(z.number().min(1, COUNT_MESSAGE).max(MOST_IN_A_BATCH, COUNT_MESSAGE)),
  value: pounds,
  currency: z.enum(CURRENCIES, { error: "Please choose a currency" }),
  validFrom: optionalDay,
  expiresOn: optionalDay,
  recipientName: giftShape.recipientName,
  recipientEmail: giftShape.recipientEmail,
  giftMessage,
  note: line("Please say what they’re for", "What they are for", 200),
  isTest: checkbox,
});
export type VouchersWanted = z.infer<typeof generateForm>;

export const extendForm = z.object({
  expiresOn: day,
  reason,
});
export type Extension = z.infer<typeof extendForm>;

export const manualRedeemForm = z.object({
  email: email(),
  loop: z.string({ error: "Please choose a loop" }).min(1, "Please choose a loop").max(100, "Please choose a loop"),
  deliveryDay: day,
  reason,
});
export type ManualRedemption = z.infer<typeof manualRedeemForm>;
