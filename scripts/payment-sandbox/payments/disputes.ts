import type Stripe from "stripe";
import type { Aftermath } from "../cards";
import { buildDispute, buildEarlyFraudWarning, DAYS_TO_ANSWER, type DisputeReason } from "../objects/dispute";
import { idOf } from "../objects/refund";
import { emit } from "../webhooks/queue";
import { secondOf, type Work } from "../work";
import { moveBalance } from "./payouts";

/**
 * A buyer who disputes a payment at their bank. The bank takes the money back at once and the seller answers with
 * evidence: when won, the money returns; when lost, it does not. The fee is never returned. An inquiry takes no money;
 * a bad answer makes it a dispute, a good one closes it.
 */

const REASONS: Partial<Record<Aftermath, DisputeReason>> = {
  dispute_fraudulent: "fraudulent",
  dispute_not_received: "product_not_received",
  inquiry: "general",
};

/** Starts the later event of a payment's test card. */
export function followUp(work: Work, charge: Stripe.Charge, aftermath: Aftermath | null): void {
  if (aftermath === "early_fraud_warning") warnOfFraud(work, charge);
  const reason = aftermath && REASONS[aftermath];
  if (reason) raiseDispute(work, charge, reason, aftermath === "inquiry");
}

export function warnOfFraud(work: Work, charge: Stripe.Charge): void {
  const second = secondOf(work);
  const warning = buildEarlyFraudWarning(charge, second);
  work.store.insert("radar.early_fraud_warning", warning, {
    hidden: null,
    parent: charge.id,
    created: second,
  });
  emit(work, "radar.early_fraud_warning.created", warning);
}

export function raiseDispute(
  work: Work,
  charge: Stripe.Charge,
  reason: DisputeReason,
  isInquiry: boolean,
): Stripe.Dispute {
  const second = secondOf(work);
  const dispute = buildDispute({ charge, reason, isInquiry }, second);
  work.store.insert("dispute", dispute, { hidden: null, parent: charge.id, created: second });
  const changed = work.store.change("charge", charge.id, { disputed: true });
  emit(work, "charge.updated", changed, { disputed: false });
  emit(work, "charge.dispute.created", dispute);
  return isInquiry ? dispute : moveFunds(work, dispute, "out");
}

/**
 * Stores the seller's evidence. Once submitted, the bank decides at once by the texts from the provider's testing
 * guide.
 */
export function answerDispute(
  work: Work,
  dispute: Stripe.Dispute,
  answer: { evidence: Partial<Stripe.Dispute.Evidence>; metadata: Record<string, string>; submit: boolean },
): Stripe.Dispute {
  const { evidence, metadata, submit } = answer;
  const details = { ...dispute.evidence_details, has_evidence: Object.keys(evidence).length > 0 };
  const isInquiry = dispute.status.startsWith("warning_");
  const changed = work.store.change("dispute", dispute.id, {
    evidence: { ...dispute.evidence, ...evidence },
    evidence_details: { ...details, submission_count: details.submission_count + (submit ? 1 : 0) },
    metadata,
    ...(submit ? { status: isInquiry ? "warning_under_review" : "under_review" } : {}),
  });
  emit(work, "charge.dispute.updated", changed);
  const words = changed.evidence.uncategorized_text;
  if (!submit || (words !== "winning_evidence" && words !== "losing_evidence")) return changed;
  if (words === "winning_evidence") return decide(work, changed, isInquiry ? "warning_closed" : "won");
  return isInquiry ? escalate(work, changed) : decide(work, changed, "lost");
}

/** Ends a dispute: by the bank's decision, or because the seller accepted it. */
export function decide(work: Work, dispute: Stripe.Dispute, status: "won" | "lost" | "warning_closed"): Stripe.Dispute {
  const closed = work.store.change("dispute", dispute.id, { status });
  emit(work, "charge.dispute.closed", closed);
  return status === "won" ? moveFunds(work, closed, "back") : closed;
}

/** Turns an inquiry into a dispute, answered or not: it takes the money, and the bank wants new evidence. */
export function escalate(work: Work, inquiry: Stripe.Dispute): Stripe.Dispute {
  const due_by = secondOf(work) + DAYS_TO_ANSWER * 86_400;
  const dispute = work.store.change("dispute", inquiry.id, {
    status: "needs_response",
    is_charge_refundable: false,
    evidence_details: { ...inquiry.evidence_details, due_by },
  });
  emit(work, "charge.dispute.updated", dispute);
  return moveFunds(work, dispute, "out");
}

function moveFunds(work: Work, dispute: Stripe.Dispute, way: "out" | "back"): Stripe.Dispute {
  const kind = way === "out" ? "dispute" : "dispute_reversal";
  const amount = way === "out" ? -dispute.amount : dispute.amount;
  const transaction = moveBalance(work, { kind, amount, currency: dispute.currency, source: dispute.id });
  const changed = work.store.change("dispute", dispute.id, {
    balance_transactions: [...dispute.balance_transactions, transaction],
  });
  const type = way === "out" ? "charge.dispute.funds_withdrawn" : "charge.dispute.funds_reinstated";
  emit(work, type, changed);
  return changed;
}

/** Whether the bank holds this charge's money, so that it cannot also be refunded. */
export function isTakenBack(work: Work, charge: Stripe.Charge): boolean {
  return work.store
    .children("dispute", charge.id)
    .some((dispute) => idOf(dispute.charge) === charge.id && !dispute.is_charge_refundable && dispute.status !== "won");
}
