import Stripe from "stripe";
import type { KnownDispute, ReadPaymentResult, RefundResult, Trouble } from "./contract";

/** The provider's answers and refusals, in the words of our contract. */

/** How a page stands, from the provider's answer with its payment and charge in it. */
export function asCheckout(session: Stripe.Checkout.Session): ReadPaymentResult {
  const intent = isWhole(session.payment_intent) ? session.payment_intent : null;
  const charge = isWhole(intent?.latest_charge) ? intent.latest_charge : null;
  const isPaid = session.payment_status === "paid";
  const card = isPaid ? charge?.payment_method_details?.card : null;
  // A debit that the bank refuses days later: the page says "complete" for ever, and only its payment knows.
  const hasFailed =
    !isPaid && (intent?.status === "requires_payment_method" || intent?.status === "canceled");
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
  };
}

/** How a payment of an element stands, from the provider's answer with its charge in it. */
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
  };
}

function asStatus(status: string | null): "open" | "complete" | "expired" {
  if (status === "complete") return "complete";
  return status === "expired" ? "expired" : "open";
}

/** A word we do not know is not "paid". */
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

const WORTH_ANOTHER_TRY = [
  Stripe.errors.StripeConnectionError,
  Stripe.errors.StripeAPIError,
  Stripe.errors.StripeRateLimitError,
];

/** What the provider's refusal means to us. Throws on what is no answer of the provider's. */
export function troubleOf(error: unknown): Trouble {
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  const { message } = error;
  if (WORTH_ANOTHER_TRY.some((kind) => error instanceof kind))
    return { ok: false, reason: "unavailable", message };
  const isAboutKey =
    error instanceof Stripe.errors.StripeAuthenticationError ||
    error instanceof Stripe.errors.StripePermissionError;
  return { ok: false, reason: isAboutKey ? "misconfigured" : "rejected", message };
}

/** What a refusal of a refund means to us. */
export function refundTroubleOf(error: unknown): RefundResult {
  const trouble = troubleOf(error);
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return trouble;
  const { message } = error;
  if (error.code === "charge_already_refunded") return { ok: false, reason: "already_refunded", message };
  return { ok: false, reason: error.param === "amount" ? "too_much" : "refused", message };
}

export function isUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.code === "resource_missing";
}

/** How a dispute stands, whichever of the provider's words for it. */
export function asDisputeStage(status: Stripe.Dispute.Status): KnownDispute["stage"] {
  switch (status) {
    case "won":
      return "won";
    case "lost":
      return "lost";
    case "warning_needs_response":
    case "warning_under_review":
      return "inquiry";
    case "warning_closed":
    case "prevented":
      return "inquiry_closed";
    default:
      return "open";
  }
}
