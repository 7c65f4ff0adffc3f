import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { TestCard } from "../cards";
import { newId } from "../identifiers";

export interface CardFacts {
  card: TestCard;
  expiryMonth: number;
  expiryYear: number;
  holder: string | null;
  email: string | null;
}

/** Keeps what a till slip would show: brand, last four digits, expiry, and a fingerprint. Never the number. */
export function buildPaymentMethod(facts: CardFacts, second: number) {
  return {
    id: newId("pm"),
    object: "payment_method",
    allow_redisplay: "limited",
    billing_details: {
      address: { city: null, country: "GB", line1: null, line2: null, postal_code: null, state: null },
      email: facts.email,
      name: facts.holder,
      phone: null,
      tax_id: null,
    },
    card: {
      brand: "visa",
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: facts.card.name === "incorrect_cvc" ? "fail" : "pass",
      },
      country: facts.card.country,
      display_brand: "visa",
      exp_month: facts.expiryMonth,
      exp_year: facts.expiryYear,
      fingerprint: createHash("sha256").update(`card:${facts.card.name}`).digest("base64url").slice(0, 16),
      funding: "credit",
      generated_from: null,
      last4: facts.card.number.slice(-4),
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: second,
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: "card",
  } satisfies Stripe.PaymentMethod;
}
