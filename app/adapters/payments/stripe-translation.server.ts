import Stripe from "stripe";
import type {
  CheckoutRequest,
  Decline,
  ElementRequest,
  ProviderFailure,
  ReadPaymentResult,
  RefundResult,
} from "./contract";

/** Translates our requests for the provider, and its responses and errors into our contract. */

/** The state of a page, from a response that includes its payment and charge. */
export function asCheckout(session: Stripe.Checkout.Session): ReadPaymentResult {
  const intent = isWhole(session.payment_intent) ? session.payment_intent : null;
  const charge = isWhole(intent?.latest_charge) ? intent.latest_charge : null;
  const isPaid = session.payment_status === "paid";
  const card = isPaid ? charge?.payment_method_details?.card : null;
  // A bank can refuse a debit days later: the page then stays "complete", and only its payment shows the failure.
  const hasFailed = !isPaid && (intent?.status === "requires_payment_method" || intent?.status === "canceled");
  return {
    ok: true,
    status: session.status === "complete" && hasFailed ? "expired" : asStatus(session.status),
    paymentStatus: asPaymentStatus(session.payment_status),
    amountPence: (isPaid ? intent?.amount_received : null) ?? session.amount_total ?? 0,
    currency: (isPaid ? intent?.currency : null) ?? session.currency ?? "",
    orderId: session.metadata?.orderId ?? null,
    paymentIntentId: intent?.id ?? null,
    chargeId: isPaid ? (charge?.id ?? null) : null,
    cardLast4: card?.last4 ?? null,
    cardBrand: card?.brand ?? null,
    lastError: intent?.last_payment_error?.message ?? null,
    decline: asDecline(intent?.last_payment_error),
  };
}

/** The state of an element's payment, from a response that includes its charge. */
export function asElementPayment(intent: Stripe.PaymentIntent): ReadPaymentResult {
  const charge = isWhole(intent.latest_charge) ? intent.latest_charge : null;
  const isPaid = intent.status === "succeeded";
  const card = isPaid ? charge?.payment_method_details?.card : null;
  const isUnderWay = isPaid || intent.status === "processing";
  return {
    ok: true,
    status: isUnderWay ? "complete" : intent.status === "canceled" ? "expired" : "open",
    paymentStatus: isPaid ? "paid" : "unpaid",
    amountPence: isPaid ? intent.amount_received : intent.amount,
    currency: intent.currency,
    orderId: intent.metadata.orderId ?? null,
    paymentIntentId: intent.id,
    chargeId: isPaid ? (charge?.id ?? null) : null,
    cardLast4: card?.last4 ?? null,
    cardBrand: card?.brand ?? null,
    lastError: intent.last_payment_error?.message ?? null,
    decline: asDecline(intent.last_payment_error),
  };
}

function asDecline(error: Stripe.PaymentIntent.LastPaymentError | null | undefined): Decline | null {
  if (!error?.charge) return null;
  return { chargeId: error.charge, card: error.payment_method?.card?.fingerprint ?? null };
}

function asStatus(status: string | null): "open" | "complete" | "expired" {
  if (status === "complete") return "complete";
  return status === "expired" ? "expired" : "open";
}

/** An unknown status counts as unpaid. */
function asPaymentStatus(status: string): "paid" | "unpaid" | "no_payment_required" {
  if (status === "paid") return "paid";
  return status === "no_payment_required" ? "no_payment_required" : "unpaid";
}

export function asRefundStatus(status: string | null): "pending" | "succeeded" | "failed" {
  if (status === "succeeded") return "succeeded";
  return status === "failed" || status === "canceled" ? "failed" : "pending";
}

function isWhole<T extends object>(reference: string | T | null | undefined): reference is T {
  return typeof reference === "object" && reference !== null;
}

const WORTH_A_RETRY = [
  Stripe.errors.StripeConnectionError,
  Stripe.errors.StripeAPIError,
  Stripe.errors.StripeRateLimitError,
];

/** Translates an error of the provider. @throws any other error. */
export function failureOf(error: unknown): ProviderFailure {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { message } = error;
  if (WORTH_A_RETRY.some((kind) => error instanceof kind)) return { ok: false, reason: "unavailable", message };
  const isAboutKey =
    error instanceof Stripe.errors.StripeAuthenticationError || error instanceof Stripe.errors.StripePermissionError;
  return { ok: false, reason: isAboutKey ? "misconfigured" : "rejected", message };
}

const DISPUTED = new Set(["charge_disputed", "refund_disputed_payment"]);
const NO_BALANCE = new Set(["balance_insufficient", "insufficient_funds"]);

export function refundFailureOf(error: unknown): RefundResult {
  const failure = failureOf(error);
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return failure;
  const { message } = error;
  if (error.code === "charge_already_refunded") return { ok: false, reason: "already_refunded", message };
  if (DISPUTED.has(error.code ?? "")) return { ok: false, reason: "disputed", message };
  // The provider may only put it into the message.
  if (NO_BALANCE.has(error.code ?? "") || /insufficient funds/i.test(message))
    return { ok: false, reason: "no_balance", message };
  return { ok: false, reason: error.param === "amount" ? "too_much" : "refused", message };
}

export function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

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

/** Nobody has tried what the provider does with an address that has accents before the @: its page then asks for one. */
export const withoutAccents = (email: string) => (/^\p{ASCII}*$/u.test(email) ? email : undefined);

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
    customer_email: withoutAccents(request.customerEmail),
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
