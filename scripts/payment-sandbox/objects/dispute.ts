import type Stripe from "stripe";
import { newId } from "../identifiers";
import { idOf } from "./refund";

export const DAYS_TO_ANSWER = 9;

export type DisputeReason = "fraudulent" | "product_not_received" | "general";

const NO_EVIDENCE: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};

/** A buyer's objection at their bank; an inquiry is one that has not taken any money yet. */
export function buildDispute(
  dispute: { charge: Stripe.Charge; reason: DisputeReason; isInquiry: boolean },
  second: number,
) {
  const { charge, reason, isInquiry } = dispute;
  return {
    id: newId("du"),
    object: "dispute",
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: second,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: NO_EVIDENCE,
    evidence_details: {
      due_by: second + DAYS_TO_ANSWER * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "manual",
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
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
