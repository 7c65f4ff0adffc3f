import type Stripe from "stripe";
import { newId } from "../identifiers";
import unset from "./unset.json" with { type: "json" };

export function buildRefund(
  charge: Stripe.Charge,
  refund: Pick<Stripe.Refund, "amount" | "reason" | "metadata" | "status">,
  second: number,
) {
  return {
    ...unset.refund,
    ...refund,
    id: newId("re"),
    object: "refund",
    charge: charge.id,
    created: second,
    currency: charge.currency,
    destination_details: {
      type: "card",
      card: { reference_status: "pending", reference_type: "acquirer_reference_number", type: "refund" },
    },
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
  } satisfies Stripe.Refund;
}

/** Rows hold the ids of other objects, never the objects themselves; the SDK's types allow both. */
export function idOf(reference: string | { id: string } | null): string | null {
  return typeof reference === "string" ? reference : (reference?.id ?? null);
}
