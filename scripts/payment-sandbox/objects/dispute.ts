import type Stripe from "stripe";
import { newId } from "../identifiers";
import { idOf } from "./refund";
import unset from "./unset.json" with { type: "json" };

export const DAYS_TO_ANSWER = 9;

export type DisputeReason = "fraudulent" | "product_not_received" | "general";

/** A buyer's objection at their bank; an inquiry is one that has not taken any money yet. */
export function buildDispute(
  dispute: { charge: Stripe.Charge; reason: DisputeReason; isInquiry: boolean },
  second: number,
) {
  const { charge, reason, isInquiry } = dispute;
  return {
    ...unset.dispute,
    id: newId("du"),
    object: "dispute",
    amount: charge.amount,
    charge: charge.id,
    created: second,
    currency: charge.currency,
    evidence: unset.evidence,
    evidence_details: {
      ...unset.evidenceDetails,
      due_by: second + DAYS_TO_ANSWER * 86_400,
      submission_method: "manual",
    },
    is_charge_refundable: isInquiry,
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      type: "card",
      card: {
        brand: charge.payment_method_details?.card?.brand ?? "visa",
        network: "visa",
        case_type: isInquiry ? "inquiry" : "chargeback",
        network_reason_code: reason === "fraudulent" ? "10.4" : "13.1",
      },
    },
    reason,
    status: isInquiry ? "warning_needs_response" : "needs_response",
  } satisfies Stripe.Dispute;
}

export function buildEarlyFraudWarning(charge: Stripe.Charge, second: number) {
  return {
    id: newId("issfr"),
    object: "radar.early_fraud_warning",
    actionable: true,
    charge: charge.id,
    created: second,
    fraud_type: "unauthorized_use_of_card",
    livemode: false,
    payment_intent: idOf(charge.payment_intent) ?? undefined,
  } satisfies Stripe.Radar.EarlyFraudWarning;
}
