import type Stripe from "stripe";
import { newId, randomAlphanumeric } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

export interface NewIntent {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  description: string | null;
  receiptEmail: string | null;
  automaticMethods: { allow_redirects: "always" | "never" } | null;
  paymentMethodTypes: string[];
  paymentMethodId: string | null;
}

export function buildPaymentIntent(intent: NewIntent, second: number) {
  const id = newId("pi");
  return {
    ...unset.paymentIntent,
    id,
    object: "payment_intent",
    amount: intent.amount,
    automatic_payment_methods: intent.automaticMethods && { ...intent.automaticMethods, enabled: true },
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomAlphanumeric(25)}`,
    confirmation_method: "automatic",
    created: second,
    currency: intent.currency,
    description: intent.description,
    metadata: intent.metadata,
    payment_method: intent.paymentMethodId,
    payment_method_options: {
      card: {
        ...unset.cardOptions,
        request_three_d_secure: "automatic",
      },
    },
    payment_method_types: intent.paymentMethodTypes,
    receipt_email: intent.receiptEmail,
    status: intent.paymentMethodId ? "requires_confirmation" : "requires_payment_method",
  } satisfies Stripe.PaymentIntent;
}
