import type Stripe from "stripe";
import { newId, randomAlphanumeric } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

/** What a seller, or a checkout page, says of a payment. */
type NewIntent = Pick<
  Stripe.PaymentIntent,
  "amount" | "currency" | "metadata" | "description" | "payment_method_types" | "automatic_payment_methods"
>;

export function buildPaymentIntent(intent: NewIntent, second: number) {
  const id = newId("pi");
  return {
    ...unset.paymentIntent,
    ...intent,
    id,
    object: "payment_intent",
    capture_method: "automatic_async",
    client_secret: `${id}_secret_${randomAlphanumeric(25)}`,
    confirmation_method: "automatic",
    created: second,
    payment_method: null,
    payment_method_options: {
      card: { ...unset.cardOptions, request_three_d_secure: "automatic" },
    },
    receipt_email: null,
    status: "requires_payment_method",
  } satisfies Stripe.PaymentIntent;
}
