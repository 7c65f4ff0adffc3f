import { cardNamed, type Decline, type Verdict } from "./cards";

/** What a buyer can pay with: a test card, PayPal as its stand-in, or a bank debit that takes its time. */
export type Instrument =
  | { kind: "card"; card: string }
  | { kind: "paypal" }
  | { kind: "debit"; account: DebitAccount };

export const METHOD_TYPES = ["card", "paypal", "bacs_debit"] as const;

/** Account numbers of the debit, which are the sandbox's own, and what its bank does with them. */
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
/** In the order in which they are offered. */
export const DEBIT_NUMBERS = ["00012345", "22222227"] as const satisfies readonly DebitAccount[];

export const DEBIT_SORT_CODE = "108800";
/** How long a debit is on its way where no switch says otherwise. */
export const DEBIT_SECONDS = 10;

export function isDebitAccount(number: string): number is DebitAccount {
  return Object.hasOwn(DEBIT_ACCOUNTS, number);
}

/** The buyer said no at PayPal. */
export const PAYPAL_CANCELLED: Decline = {
  code: "payment_method_customer_decline",
  declineCode: null,
  message: "The payment was cancelled at PayPal. Choose how to pay and try again.",
  field: "number",
};

/** The aftermath of what was paid with, if its story goes on. */
export function aftermathOf(instrument: Instrument) {
  return instrument.kind === "card" ? cardNamed(instrument.card).aftermath : null;
}
