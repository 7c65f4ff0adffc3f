import type Stripe from "stripe";
import { newId } from "../identifiers";

/** A transfer from the seller's balance to the seller's bank account. The provider makes one each day. */
export function buildPayout(payout: { amount: number; currency: string; arrivesAt: number }, second: number) {
  return {
    id: newId("po"),
    object: "payout",
    amount: payout.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: payout.arrivesAt,
    automatic: true,
    balance_transaction: null,
    created: second,
    currency: payout.currency,
    description: "STRIPE PAYOUT",
    destination: "ba_sandbox",
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: {},
    method: "standard",
    original_payout: null,
    payout_method: null,
    reconciliation_status: "completed",
    reversed_by: null,
    source_type: "card",
    statement_descriptor: null,
    status: "in_transit",
    trace_id: null,
    type: "bank_account",
  } satisfies Stripe.Payout;
}
