import type Stripe from "stripe";
import type { CheckoutRequest, ElementRequest } from "./contract";

/** What we ask of the provider for a payment. */

/** @throws Error if the lines of an order do not come to its sum. */
export function checkSum(request: CheckoutRequest): void {
  const sum = request.lines.reduce((total, line) => total + line.amountPence * line.quantity, 0);
  if (sum !== request.totalPence) {
    throw new Error(`The lines of order ${request.orderId} come to ${sum}p, not ${request.totalPence}p.`);
  }
}

function metadataOf(request: ElementRequest) {
  return { ...request.metadata, orderId: request.orderId, orderNumber: request.orderNumber };
}

export function asIntentParams(request: ElementRequest): Stripe.PaymentIntentCreateParams {
  return {
    amount: request.totalPence,
    currency: "gbp",
    automatic_payment_methods: { enabled: true },
    description: `Order ${request.orderNumber}`,
    metadata: metadataOf(request),
  };
}

export function asSessionParams(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const metadata = metadataOf(request);
  return {
    mode: "payment",
    ui_mode: "hosted_page",
    line_items: request.lines.map(({ name, description, amountPence, quantity }) => ({
      quantity,
      price_data: { currency: "gbp", unit_amount: amountPence, product_data: { name, description } },
    })),
    client_reference_id: request.orderId,
    customer_email: request.customerEmail,
    metadata,
    payment_intent_data: { metadata, description: `Order ${request.orderNumber}` },
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    expires_at: Math.floor(request.expiresAt.getTime() / 1000),
    locale: "en-GB",
    submit_type: "pay",
    // Otherwise the provider offers the buyer another currency, and the paid sum differs from the requested one.
    adaptive_pricing: { enabled: false },
  };
}
