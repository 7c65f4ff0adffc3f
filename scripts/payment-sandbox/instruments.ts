import { cardNamed, type Decline, type Verdict } from "./cards";

/** How a buyer can pay: a test card, a substitute for PayPal, or a bank debit that takes time. */
export type Instrument = { kind: "card"; card: string } | { kind: "paypal" } | { kind: "debit"; account: DebitAccount };

export const METHOD_TYPES = ["card", "paypal", "bacs_debit"] as const;

/** The sandbox's own debit accounts, with their bank's verdict. */
export const DEBIT_ACCOUNTS = {
  "00012345": { promise: "The money comes", verdict: { kind: "pay" } },
  "22222227": {
    promise: "The bank refuses, for want of money",
    verdict: {
      kind: "decline",
      decline: {
        code: "insufficient_funds",
        declineCode: null,
        message: "The account does not have enough money for this debit.",
        field: "number",
      },
    },
  },
} as const satisfies Record<string, { promise: string; verdict: Verdict }>;
export type DebitAccount = keyof typeof DEBIT_ACCOUNTS;
/** In the order offered. */
export const DEBIT_NUMBERS = ["00012345", "22222227"] as const satisfies readonly DebitAccount[];

export const DEBIT_SORT_CODE = "108800";
/** How long a debit takes unless a switch says otherwise. */
export const DEBIT_SECONDS = 10;

export function isDebitAccount(number: string): number is DebitAccount {
  return Object.hasOwn(DEBIT_ACCOUNTS, number);
}

/** The buyer declined at PayPal. */
export const PAYPAL_CANCELLED: Decline = {
  code: "payment_method_customer_decline",
  declineCode: null,
  message: "The payment was cancelled at PayPal. Choose how to pay and try again.",
  field: "number",
};

/** The later event of the card used, if any. */
export function aftermathOf(instrument: Instrument) {
  return instrument.kind === "card" ? cardNamed(instrument.card).aftermath : null;
}
