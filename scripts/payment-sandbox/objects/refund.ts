import type Stripe from "stripe";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

export function buildRefund(
  refund: {
    amount: number;
    charge: Stripe.Charge;
    reason: Stripe.Refund.Reason | null;
    metadata: Record<string, string>;
  },
  second: number,
) {
  return {
    ...unset.refund,
    id: newId("re"),
    object: "refund",
    amount: refund.amount,
    charge: refund.charge.id,
    created: second,
    currency: refund.charge.currency,
    destination_details: {
      type: "card",
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
    },
    metadata: refund.metadata,
    payment_intent: idOf(refund.charge.payment_intent),
    payment_method: refund.charge.payment_method,
    reason: refund.reason,
    status: "succeeded",
  } satisfies Stripe.Refund;
}

/** Rows hold the ids of other objects, never the objects themselves; the SDK's types allow both. */
export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
