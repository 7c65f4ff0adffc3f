import type Stripe from "stripe";
import { buildBalanceTransaction } from "../objects/balance-transaction";
import { buildRefund } from "../objects/refund";
import { invalid } from "../protocol/errors";
import { emit } from "../webhooks/queue";
import { secondOf, type Work } from "../work";

/** Giving money back: never more than was taken, in as many parts as wanted, and at once. */

export function refundCharge(
  work: Work,
  charge: Stripe.Charge,
  refund: { amount?: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
): Stripe.Refund {
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
    throw invalid(
      `Refund amount (${pounds(amount)}) is greater than unrefunded amount on charge (${pounds(left)})`,
      {
        param: "amount",
      },
    );
  }
  return writeRefund(work, charge, { ...refund, amount });
}

function writeRefund(
  work: Work,
  charge: Stripe.Charge,
  refund: { amount: number; reason: Stripe.Refund.Reason | null; metadata: Record<string, string> },
): Stripe.Refund {
  const second = secondOf(work);
  const built = buildRefund({ ...refund, charge }, second);
  const transaction = buildBalanceTransaction(
    { type: "refund", amount: -refund.amount, currency: charge.currency, source: built.id },
    second,
  );
  work.store.insert("balance_transaction", transaction, { hidden: null, parent: built.id, created: second });
  const written: Stripe.Refund = { ...built, balance_transaction: transaction.id };
  work.store.insert("refund", written, { hidden: null, parent: charge.id, created: second });
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
  return giveReference(work, written);
}

/** The bank's reference comes a moment after the refund itself, and is told of separately. */
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
