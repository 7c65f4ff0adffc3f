import { createHash } from "node:crypto";
import type Stripe from "stripe";
import type { TestCard } from "../cards";
import { newId } from "../identifiers";
import { DEBIT_SORT_CODE, type DebitAccount } from "../instruments";
import unset from "./unset.json" with { type: "json" };

export interface CardDetails {
  card: TestCard;
  expiryMonth: number;
  expiryYear: number;
  holder: string | null;
  email: string | null;
}

/** Who pays, with any instrument. */
interface Payer {
  holder: string | null;
  email: string | null;
}

/** Keeps what a printed receipt would show: brand, last four digits, expiry, and a fingerprint. Never the number. */
export function buildPaymentMethod(data: CardDetails, second: number) {
  return {
    ...buildAnyMethod(data, second),
    card: {
      brand: "visa",
      checks: {
        address_line1_check: null,
        address_postal_code_check: null,
        cvc_check: data.card.name === "incorrect_cvc" ? "fail" : "pass",
      },
      country: data.card.country,
      display_brand: "visa",
      exp_month: data.expiryMonth,
      exp_year: data.expiryYear,
      fingerprint: fingerprintOf(`card:${data.card.name}`),
      funding: "credit",
      generated_from: null,
      last4: data.card.number.slice(-4),
      networks: { available: ["visa"], preferred: null },
      regulated_status: "unregulated",
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    type: "card",
  } satisfies Stripe.PaymentMethod;
}

export function buildPaypalMethod(payer: Payer, second: number) {
  const email = payer.email ?? "buyer@paypal.example";
  return {
    ...buildAnyMethod({ ...payer, email }, second),
    paypal: { country: "GB", payer_email: email, payer_id: "SANDBOXPAYER" },
    type: "paypal",
  } satisfies Stripe.PaymentMethod;
}

export function buildDebitMethod(payer: Payer & { account: DebitAccount }, second: number) {
  return {
    ...buildAnyMethod(payer, second),
    bacs_debit: {
      fingerprint: fingerprintOf(`debit:${payer.account}`),
      last4: payer.account.slice(-4),
      sort_code: DEBIT_SORT_CODE,
    },
    type: "bacs_debit",
  } satisfies Stripe.PaymentMethod;
}

function buildAnyMethod(payer: Payer, second: number) {
  return {
    ...unset.paymentMethod,
    id: newId("pm"),
    object: "payment_method" as const,
    allow_redisplay: "limited" as const,
    billing_details: {
      ...unset.billingDetails,
      address: { city: null, country: "GB", line1: null, line2: null, postal_code: null, state: null },
      email: payer.email,
      name: payer.holder,
    },
    created: second,
  };
}

function fingerprintOf(what: string): string {
  return createHash("sha256").update(what).digest("base64url").slice(0, 16);
}
