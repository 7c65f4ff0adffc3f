/**
 * The provider's published test cards and their behaviour. No other number is ever accepted, and a number is never
 * stored once recognised.
 */

/** A refusal by the bank, or by the provider before the bank is involved. */
export interface Decline {
  code: string;
  declineCode: string | null;
  message: string;
  /** The part of the card form it concerns. */
  field: "number" | "expiry" | "cvc";
  /** Refused by the provider's own fraud rules, without the bank. */
  isBlocked?: boolean;
}

export type Verdict = { kind: "pay" } | { kind: "decline"; decline: Decline };
export type Outcome =
  | Verdict
  /** The bank challenges the buyer first; the verdict follows a "yes". */
  | { kind: "challenge"; then: Verdict }
  /** Refused before a payment is attempted. */
  | { kind: "mistyped"; decline: Decline };

/** What happens later to a payment with this card, unasked or when it is refunded. */
export type Aftermath =
  | "dispute_fraudulent"
  | "dispute_not_received"
  | "inquiry"
  | "early_fraud_warning"
  | "refund_pending"
  | "refund_fails";

export interface TestCard {
  /** The card's internal name, used instead of its number. */
  name: string;
  number: string;
  country: "GB" | "US";
  outcome: Outcome;
  /** What the buyer will see, for the list on the page; null keeps it off the list. */
  promise: string | null;
  aftermath: Aftermath | null;
}

const DECLINED = "Your card was declined.";

function decline(
  code: string,
  declineCode: string | null,
  message: string,
  field: Decline["field"] = "number",
): Verdict & { kind: "decline" } {
  return { kind: "decline", decline: { code, declineCode, message, field } };
}

const PAY: Verdict = { kind: "pay" };
const GENERIC = decline("card_declined", "generic_decline", DECLINED);
const NO_FUNDS = decline("card_declined", "insufficient_funds", "Your card has insufficient funds.");
const LOST = decline("card_declined", "lost_card", DECLINED);
const STOLEN = decline("card_declined", "stolen_card", DECLINED);
const EXPIRED = decline("expired_card", null, "Your card has expired.", "expiry");
const WRONG_CVC = decline("incorrect_cvc", null, "Your card's security code is incorrect.", "cvc");
const PROCESSING = decline(
  "processing_error",
  null,
  "An error occurred while processing your card. Try again in a little bit.",
);
const FRAUD: Verdict = {
  kind: "decline",
  decline: {
    code: "card_declined",
    declineCode: "fraudulent",
    message: DECLINED,
    field: "number",
    isBlocked: true,
  },
};
const MISTYPED: Outcome = {
  kind: "mistyped",
  decline: {
    code: "incorrect_number",
    declineCode: null,
    message: "Your card number is incorrect.",
    field: "number",
  },
};

function card(
  name: string,
  number: string,
  outcome: Outcome,
  promise: string | null,
  aftermath: Aftermath | null = null,
): TestCard {
  // The provider's country-specific test numbers contain the ISO 3166 code; 826 is the United Kingdom.
  const country = number.startsWith("40000082") ? "GB" : "US";
  return { name, number, country, outcome, promise, aftermath };
}

/** A card that pays, with a later event. */
function later(number: string, aftermath: Aftermath, promise: string): TestCard {
  return card(aftermath, number, PAY, promise, aftermath);
}

const challenge = (then: Verdict): Outcome => ({ kind: "challenge", then });

export const TEST_CARDS: readonly TestCard[] = [
  card("visa", "4242424242424242", PAY, "Pays"),
  card("visa_gb", "4000008260000000", PAY, "Pays, with a British card"),
  card("generic_decline", "4000000000000002", GENERIC, "Is declined"),
  card("insufficient_funds", "4000000000009995", NO_FUNDS, "Has too little money on it"),
  card("always_challenge", "4000002760003184", challenge(PAY), "Asks you to confirm with your bank"),
  card("expired_card", "4000000000000069", EXPIRED, "Has expired"),
  card("incorrect_cvc", "4000000000000127", WRONG_CVC, "Has another security code"),
  card("processing_error", "4000000000000119", PROCESSING, null),
  card("lost_card", "4000000000009987", LOST, null),
  card("stolen_card", "4000000000009979", STOLEN, null),
  card("incorrect_number", "4242424242424241", MISTYPED, null),
  card("fraudulent", "4100000000000019", FRAUD, null),
  card("challenge", "4000000000003220", challenge(PAY), null),
  card("challenge_then_decline", "4000008400001629", challenge(GENERIC), "Asks, and is then declined"),
  card("challenge_then_no_funds", "4000008260003178", challenge(NO_FUNDS), null),
  later("4000000000000259", "dispute_fraudulent", "Pays, and is then disputed as fraud"),
  later("4000000000002685", "dispute_not_received", "Pays, and is then disputed as not received"),
  later("4000000000001976", "inquiry", "Pays, and the bank then asks about it"),
  later("4000000000005423", "early_fraud_warning", "Pays, and its bank then warns of fraud"),
  later("4000000000007726", "refund_pending", "Pays; a refund takes its time"),
  later("4000000000005126", "refund_fails", "Pays; a refund fails afterwards"),
];

export function cardByNumber(number: string): TestCard | undefined {
  return TEST_CARDS.find((one) => one.number === number);
}

/** @throws Error when no card has that name, which would be a bug. */
export function cardNamed(name: string): TestCard {
  const found = TEST_CARDS.find((one) => one.name === name);
  if (!found) throw new Error(`There is no test card called ${name}.`);
  return found;
}
