import type Stripe from "stripe";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

/** A transfer from the seller's balance to the seller's bank account. The provider makes one each day. */
export function buildPayout(payout: Pick<Stripe.Payout, "amount" | "currency" | "arrival_date">, second: number) {
  return {
    ...unset.payout,
    ...payout,
    id: newId("po"),
    object: "payout",
    automatic: true,
    created: second,
    description: "STRIPE PAYOUT",
    destination: "ba_sandbox",
    method: "standard",
    reconciliation_status: "completed",
    source_type: "card",
    status: "in_transit",
    type: "bank_account",
  } satisfies Stripe.Payout;
}
