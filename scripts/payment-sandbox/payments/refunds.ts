import type Stripe from "stripe";
import { aftermathOf } from "../instruments";
import { buildRefund, idOf } from "../objects/refund";
import { invalid } from "../protocol/errors";
import { emit } from "../webhooks/queue";
import { secondOf, type Work } from "../work";
import { isTakenBack } from "./disputes";
import { methodNamed } from "./methods";
import { moveBalance } from "./payouts";

/**
 * Refunds: never more than was taken, in any number of parts. Usually at once; with some cards delayed, and with some
 * it fails later and the money returns to the seller's balance.
 */

/** The delay of a refund that succeeds, or fails, later. */
const LATER_SECONDS = 10;

export function refundCharge(
  work: Work,
  charge: Stripe.Charge,
  refund: { amount?: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
): Stripe.Refund {
  if (isTakenBack(work, charge)) {
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (work.switches.refusesRefunds) throw invalid("Insufficient funds in your Stripe balance to refund this amount.");
  const left = charge.amount_captured - charge.amount_refunded;
  if (!charge.paid) {
    throw invalid(`Charge ${charge.id} is not paid and cannot be refunded.`, {
      code: "charge_not_refundable",
    });
  }
  if (left === 0) {
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  const amount = refund.amount ?? left;
  if (amount > left) {
    throw invalid(`Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`, {
      param: "amount",
    });
  }
  return writeRefund(work, charge, { ...refund, amount });
}

function writeRefund(
  work: Work,
  charge: Stripe.Charge,
  refund: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
): Stripe.Refund {
  const second = secondOf(work);
  const aftermath = aftermathOf(methodNamed(work, idOf(charge.payment_method) ?? "").hidden.instrument);
  const becomes = aftermath === "refund_pending" ? "succeeded" : aftermath === "refund_fails" ? "failed" : null;
  const built = buildRefund(charge, { ...refund, status: becomes === "succeeded" ? "pending" : "succeeded" }, second);
  const transaction = moveBalance(work, {
    kind: "refund",
    amount: -refund.amount,
    currency: charge.currency,
    source: built.id,
  });
  const written: Stripe.Refund = { ...built, balance_transaction: transaction.id };
  work.store.insert("refund", written, {
    hidden: { becomes },
    parent: charge.id,
    created: second,
    due: becomes && second + LATER_SECONDS,
  });
  emit(work, "refund.created", written);
  const refunded = charge.amount_refunded + refund.amount;
  const changed = work.store.change("charge", charge.id, {
    amount_refunded: refunded,
    refunded: refunded === charge.amount_captured,
  });
  emit(work, "charge.refunded", changed, {
    amount_refunded: charge.amount_refunded,
    refunded: charge.refunded,
  });
  return becomes ? written : giveReference(work, written);
}

/** Settles a delayed refund: it succeeds or fails. */
export function settleRefund(work: Work, refundId: string): void {
  const stored = work.store.find("refund", refundId);
  if (!stored?.hidden.becomes) return;
  const { becomes } = stored.hidden;
  const done = { hidden: { becomes: null }, due: null };
  if (becomes === "succeeded") {
    const refund = work.store.change("refund", refundId, { status: "succeeded" }, done);
    emit(work, "refund.updated", refund, { status: stored.body.status });
    return;
  }
  const { amount, currency } = stored.body;
  const back = moveBalance(work, { kind: "refund_failure", amount, currency, source: refundId });
  const change = {
    status: "failed",
    failure_reason: "expired_or_canceled_card",
    failure_balance_transaction: back.id,
  };
  const refund = work.store.change("refund", refundId, change, done);
  emit(work, "refund.updated", refund, { status: stored.body.status });
  emit(work, "refund.failed", refund);
}

/** The bank's reference arrives a moment after the refund itself, as a separate event. */
function giveReference(work: Work, refund: Stripe.Refund): Stripe.Refund {
  const card = { ...refund.destination_details?.card, type: "refund" as const };
  const withReference = work.store.change("refund", refund.id, {
    destination_details: {
      type: "card",
      card: { ...card, reference_status: "available", reference: `7${refund.id.replace(/\D/g, "")}` },
    },
  });
  emit(work, "refund.updated", withReference, { destination_details: refund.destination_details ?? null });
  return withReference;
}

function pounds(pence: number): string {
  return `£${(pence / 100).toFixed(2)}`;
}
