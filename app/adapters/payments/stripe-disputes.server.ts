import Stripe from "stripe";
import type { AnswerDisputeResult, DisputeEvidence, KnownDispute } from "./contract";
import { failureOf, isUnknown, withoutAccents } from "./stripe-translation.server";

/** The provider's disputes, and what is sent to the bank. */

export function asDispute(dispute: Stripe.Dispute): KnownDispute {
  const { due_by: due } = dispute.evidence_details;
  const fees = dispute.balance_transactions.map(({ fee }) => fee);
  return {
    disputeId: dispute.id,
    stage: asDisputeStage(dispute.status),
    amountPence: dispute.amount,
    feePence: fees.length === 0 ? null : fees.reduce((sum, fee) => sum + fee, 0),
    reason: dispute.reason,
    isAnswered: dispute.evidence_details.submission_count > 0 && !WANTS_EVIDENCE.has(dispute.status),
    dueAt: due === null ? null : new Date(due * 1000),
    openedAt: new Date(dispute.created * 1000),
  };
}

/** What was sent for an inquiry does not answer the dispute that it became. */
const WANTS_EVIDENCE: ReadonlySet<Stripe.Dispute.Status> = new Set(["needs_response", "warning_needs_response"]);

function asDisputeStage(status: Stripe.Dispute.Status): KnownDispute["stage"] {
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

/** The longest text the provider takes in one field. */
const LONGEST_TEXT = 20_000;

/** Our evidence by the provider's names; what we do not have is left out. */
export function asEvidence(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const { shipment } = evidence;
  const whole: Stripe.DisputeUpdateParams.Evidence = {
    customer_name: evidence.customerName,
    customer_email_address: withoutAccents(evidence.customerEmail),
    product_description: evidence.product,
    shipping_address: shipment?.address,
    shipping_carrier: shipment?.carrier,
    shipping_date: shipment?.sentOn,
    shipping_tracking_number: shipment?.trackingNumber,
    service_date: evidence.startedOn,
    access_activity_log: evidence.use,
    refund_policy_disclosure: evidence.terms,
    uncategorized_text: evidence.other,
  };
  return Object.fromEntries(
    Object.entries(whole).flatMap(([name, words]) =>
      typeof words === "string" && words !== "" ? [[name, words.slice(0, LONGEST_TEXT)]] : [],
    ),
  );
}

/**
 * Translates the refusal of an answer. The provider has one error for a dispute that takes no answer and for evidence
 * that it refuses, so `retrieve` asks for the dispute itself.
 */
export async function disputeFailureOf(
  error: unknown,
  retrieve: () => Promise<Stripe.Dispute>,
): Promise<AnswerDisputeResult> {
  const refusal = failureOf(error);
  const { message } = refusal;
  if (isUnknown(error)) return { ok: false, reason: "unknown", message };
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) return refusal;
  try {
    const { status } = await retrieve();
    return { ok: false, reason: WANTS_EVIDENCE.has(status) ? "rejected" : "closed", message };
  } catch (failure) {
    return failureOf(failure);
  }
}
