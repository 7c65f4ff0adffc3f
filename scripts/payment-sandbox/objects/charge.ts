import type Stripe from "stripe";
import type { Decline } from "../cards";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

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
    ...unset.charge,
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    billing_details: { ...method.billing_details },
    calculated_statement_descriptor: "LOOP",
    captured: paid,
    created: second,
    currency: intent.currency,
    description: intent.description,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    metadata: intent.metadata,
    outcome: buildOutcome(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: buildDetails(method, intent.amount, paid, wasChallenged),
    receipt_email: intent.receipt_email,
    status: paid ? "succeeded" : "failed",
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
    ...unset.cardDetails,
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
    last4: card.last4,
    network: card.brand,
    regulated_status: card.regulated_status,
    three_d_secure: wasChallenged
      ? {
          ...unset.threeDSecure,
          authentication_flow: "challenge",
          electronic_commerce_indicator: "05",
          result: "authenticated",
          version: "2.2.0",
        }
      : null,
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
