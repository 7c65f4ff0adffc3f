import type Stripe from "stripe";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

export interface NewSession {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
  clientReferenceId: string | null;
  customerEmail: string | null;
  successUrl: string;
  cancelUrl: string | null;
  expiresAt: number;
  locale: string | null;
  submitType: string | null;
  adaptivePricing: boolean;
  paymentMethodTypes: string[];
}

/** `publicOrigin`: where browsers reach the payment page. */
export function buildCheckoutSession(session: NewSession, publicOrigin: string, second: number) {
  const id = newId("cs_test", 58);
  return {
    ...unset.checkoutSession,
    id,
    object: "checkout.session",
    adaptive_pricing: { enabled: session.adaptivePricing },
    amount_subtotal: session.amount,
    amount_total: session.amount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.clientReferenceId,
    created: second,
    currency: session.currency,
    customer_creation: "if_required",
    customer_details: session.customerEmail ? buildCustomerDetails(session.customerEmail, null) : null,
    customer_email: session.customerEmail,
    expires_at: session.expiresAt,
    locale: session.locale,
    metadata: session.metadata,
    mode: "payment",
    payment_method_collection: "if_required",
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_method_types: session.paymentMethodTypes,
    payment_status: "unpaid",
    status: "open",
    submit_type: session.submitType,
    success_url: session.successUrl,
    ui_mode: "hosted_page",
    url: `${publicOrigin}/pay/${id}`,
  } satisfies Stripe.Checkout.Session;
}

export function buildCustomerDetails(email: string | null, name: string | null) {
  return {
    ...unset.customerDetails,
    email,
    name,
    tax_exempt: "none",
  } satisfies Stripe.Checkout.Session.CustomerDetails;
}
