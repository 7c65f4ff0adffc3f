import type Stripe from "stripe";
import type { Decline } from "../cards";
import { newId } from "../identifiers";

export interface NewCharge {
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  /** The refusal, or null when the charge succeeded. */
  decline: Decline | null;
  wasChallenged: boolean;
}

export function buildCharge({ intent, method, decline, wasChallenged }: NewCharge, second: number) {
  const paid = decline === null;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: "LOOP",
    captured: paid,
    created: second,
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: buildOutcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: buildDetails(method, intent.amount, paid, wasChallenged),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? "succeeded" : "failed",
    transfer_data: null,
    transfer_group: null,
  } satisfies Stripe.Charge;
}

function buildDetails(
  method: Stripe.PaymentMethod,
  amount: number,
  paid: boolean,
  wasChallenged: boolean,
): Stripe.Charge.PaymentMethodDetails {
  if (method.card) return { type: "card", card: buildCardDetails(method.card, amount, paid, wasChallenged) };
  if (method.bacs_debit) return { type: "bacs_debit", bacs_debit: { ...method.bacs_debit, mandate: null } };
  return {
    type: "paypal",
    paypal: {
      country: "GB",
      payer_email: method.paypal?.payer_email ?? null,
      payer_id: method.paypal?.payer_id ?? null,
      payer_name: method.billing_details.name,
      seller_protection: null,
      transaction_id: paid ? newId("ppt", 17).toUpperCase() : null,
    },
  };
}

function buildCardDetails(card: Stripe.PaymentMethod.Card, amount: number, paid: boolean, wasChallenged: boolean) {
  return {
    amount_authorized: paid ? amount : null,
    authorization_code: paid ? "123456" : null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: wasChallenged ? "05" : "07",
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: wasChallenged
      ? {
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          exemption_indicator: null,
          result: "authenticated",
          result_reason: null,
          transaction_id: null,
          version: "2.2.0",
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  } satisfies Stripe.Charge.PaymentMethodDetails.Card;
}

function buildOutcome(decline: Decline | null): Stripe.Charge.Outcome {
  const none = { advice_code: null, network_advice_code: null, network_decline_code: null };
  if (!decline) {
    return {
      ...none,
      network_status: "approved_by_network",
      reason: null,
      risk_level: "normal",
      risk_score: 12,
      seller_message: "Payment complete.",
      type: "authorized",
    };
  }
  if (decline.isBlocked) {
    return {
      ...none,
      network_status: "not_sent_to_network",
      reason: "highest_risk_level",
      risk_level: "highest",
      risk_score: 96,
      seller_message: "Stripe blocked this payment as too risky.",
      type: "blocked",
    };
  }
  return {
    ...none,
    network_status: "declined_by_network",
    reason: decline.declineCode ?? decline.code,
    risk_level: "normal",
    risk_score: 34,
    seller_message: "The bank did not return any further details with this decline.",
    type: "issuer_declined",
  };
}
