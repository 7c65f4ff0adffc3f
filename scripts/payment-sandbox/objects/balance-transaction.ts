import type Stripe from "stripe";
import { newId } from "../identifiers";

/** What a British card costs a British seller: 1.5 % and 20p (stripe.com/gb/pricing). */
function feeOf(amount: number): number {
  return Math.round((amount * 15) / 1000) + 20;
}

const DAYS_UNTIL_AVAILABLE = 7;

/** Money on the seller's balance: in with a charge, out with a refund. The fee is not given back. */
export function buildBalanceTransaction(
  move: { type: "charge" | "refund"; amount: number; currency: string; source: string },
  second: number,
) {
  const fee = move.type === "charge" ? feeOf(move.amount) : 0;
  return {
    id: newId("txn"),
    object: "balance_transaction",
    amount: move.amount,
    available_on: second + DAYS_UNTIL_AVAILABLE * 86_400,
    balance_type: "payments",
    created: second,
    currency: move.currency,
    description: move.type === "refund" ? "REFUND FOR CHARGE" : null,
    exchange_rate: null,
    fee,
    fee_details: fee
      ? [
          {
            amount: fee,
            application: null,
            currency: move.currency,
            description: "Stripe processing fees",
            type: "stripe_fee",
          },
        ]
      : [],
    net: move.amount - fee,
    reporting_category: move.type,
    source: move.source,
    status: "pending",
    type: move.type,
  } satisfies Stripe.BalanceTransaction;
}
