import type Stripe from "stripe";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

/** What a seller says of a checkout page. */
type NewSession = Pick<
  Stripe.Checkout.Session,
  | ("adaptive_pricing" | "cancel_url" | "client_reference_id" | "currency" | "customer_email" | "expires_at")
  | ("locale" | "metadata" | "payment_method_types" | "submit_type" | "success_url")
> & { amount_total: number };

/** `publicOrigin`: where browsers reach the payment page. */
export function buildCheckoutSession(session: NewSession, publicOrigin: string, second: number) {
  const id = newId("cs_test", 58);
  return {
    ...unset.checkoutSession,
    ...session,
    id,
    object: "checkout.session",
    amount_subtotal: session.amount_total,
    created: second,
    customer_creation: "if_required",
    customer_details: session.customer_email ? buildCustomerDetails(session.customer_email, null) : null,
    mode: "payment",
    payment_method_collection: "if_required",
    payment_method_options: { card: { request_three_d_secure: "automatic" } },
    payment_status: "unpaid",
    status: "open",
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
