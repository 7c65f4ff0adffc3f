import type Stripe from "stripe";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

/** The fee of a British card for a British seller: 1.5 % and 20p (stripe.com/gb/pricing). */
function feeOf(amount: number): number {
  return Math.round((amount * 15) / 1000) + 20;
}

const DAYS_UNTIL_AVAILABLE = 7;

/** The fee of a dispute for a British seller, won or not (stripe.com/gb/pricing). */
const DISPUTE_FEE = 2_000;

const WORDS = {
  charge: { type: "charge", category: "charge", description: null },
  refund: { type: "refund", category: "refund", description: "REFUND FOR CHARGE" },
  refund_failure: { type: "refund_failure", category: "refund_failure", description: "REFUND FAILURE" },
  dispute: { type: "adjustment", category: "dispute", description: "Chargeback withdrawal" },
  dispute_reversal: { type: "adjustment", category: "dispute_reversal", description: "Chargeback reversal" },
  payout: { type: "payout", category: "payout", description: "STRIPE PAYOUT" },
} as const satisfies Record<
  string,
  { type: Stripe.BalanceTransaction.Type; category: string; description: string | null }
>;

/** A movement on the seller's balance: in with a charge, out with a refund, a dispute or a payout. A fee is never returned. */
export function buildBalanceTransaction(
  move: { kind: keyof typeof WORDS; amount: number; currency: string; source: string },
  second: number,
) {
  const { type, category, description } = WORDS[move.kind];
  const fee = move.kind === "charge" ? feeOf(move.amount) : move.kind === "dispute" ? DISPUTE_FEE : 0;
  const feeWords = move.kind === "charge" ? "Stripe processing fees" : "Dispute fee";
  return {
    ...unset.balanceTransaction,
    id: newId("txn"),
    object: "balance_transaction",
    amount: move.amount,
    available_on: second + DAYS_UNTIL_AVAILABLE * 86_400,
    balance_type: "payments",
    created: second,
    currency: move.currency,
    description,
    fee,
    fee_details: fee
      ? [{ amount: fee, application: null, currency: move.currency, description: feeWords, type: "stripe_fee" }]
      : [],
    net: move.amount - fee,
    reporting_category: category,
    source: move.source,
    status: "pending",
    type,
  } satisfies Stripe.BalanceTransaction;
}
