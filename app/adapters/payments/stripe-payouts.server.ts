import type Stripe from "stripe";
import type { Payout, PayoutLine } from "./contract";
import { readPages, secondOf, sourceOf } from "./stripe-movements.server";

/** The provider's payouts, and the balance transactions that left with each. */

type Page<T> = Promise<{ data: T[]; has_more: boolean }>;

/** Reads every page of the payouts between two instants with `read`. Throws what `read` throws. */
export async function readPayouts(
  read: (page: Stripe.PayoutListParams) => Page<Stripe.Payout>,
  between: { since: Date; until: Date },
): Promise<Payout[]> {
  const created = { gte: secondOf(between.since), lte: secondOf(between.until) };
  return (await readPages(read, { created })).map(asPayout);
}

/** Reads every movement of one payout with `read`, without the payout's own. Throws what `read` throws. */
export async function readPayoutParts(
  read: (page: Stripe.BalanceTransactionListParams) => Page<Stripe.BalanceTransaction>,
  payout: string,
): Promise<PayoutLine[]> {
  const parts = await readPages(read, { payout, expand: ["data.source"] });
  return parts.filter((part) => sourceOf(part).id !== payout).map(asLine);
}

function asPayout(payout: Stripe.Payout): Payout {
  const { id, amount, automatic, reconciliation_status: reconciled, created, arrival_date } = payout;
  return {
    payoutId: id,
    amountPence: amount,
    status: asPayoutStatus(payout.status),
    parts: !automatic || reconciled === "not_applicable" ? "never" : reconciled === "completed" ? "known" : "later",
    leftAt: new Date(created * 1000),
    arrivesAt: new Date(arrival_date * 1000),
  };
}

function asPayoutStatus(status: string): Payout["status"] {
  if (status === "paid") return "paid";
  return status === "failed" || status === "canceled" ? "failed" : "on_its_way";
}

/** The provider's kinds of movements; every other one is not buyers' money. */
const KINDS: Readonly<Record<string, PayoutLine["kind"]>> = {
  charge: "payment",
  payment: "payment",
  refund: "refund",
  payment_refund: "refund",
  refund_failure: "refund_failed",
  payment_failure_refund: "refund",
  payment_reversal: "refund",
  stripe_fee: "fee",
  stripe_fx_fee: "fee",
  tax_fee: "fee",
};

function asLine(transaction: Stripe.BalanceTransaction): PayoutLine {
  const { id, amount, fee, type, created } = transaction;
  const source = sourceOf(transaction);
  const isDispute = type === "adjustment" && source.isDispute;
  return {
    id,
    kind: isDispute ? (amount < 0 ? "dispute" : "dispute_won") : (KINDS[type] ?? "other"),
    source: source.id,
    amountPence: amount,
    feePence: fee,
    paymentIntentId: source.paymentIntentId,
    at: new Date(created * 1000),
  };
}
