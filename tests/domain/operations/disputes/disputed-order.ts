import "../../../support/payment-sandbox";
import { disputesOfOrder } from "~/domain/shop/orders/dispute-records.server";
import { fulfilOrder } from "~/domain/shop/orders/fulfilment.server";
import { openPayment } from "~/domain/shop/orders/payments.server";
import { payWith } from "../../../adapters/payments/buyer";
import { clock, sandbox } from "../../../support/payment-sandbox";
import { person } from "../../../support/people";
import { deliverWebhooks, ordered } from "../../../support/shop";

/** Orders that a bank objects to, by the cards of the payment sandbox. */

export const DISPUTED = "4000 0000 0000 0259";
export const INQUIRED = "4000 0000 0000 1976";

export async function disputedOrder(card = DISPUTED, change = {}) {
  const order = ordered(person("Gwen"), change);
  const opened = await openPayment(order, clock.now);
  if (!opened.ok) throw new Error(opened.reason);
  await payWith(opened.url, card);
  await fulfilOrder(order.id, clock.now);
  await deliverWebhooks();
  const [dispute] = disputesOfOrder(order.id);
  if (!dispute) throw new Error("Nobody disputes it.");
  return { orderId: order.id, disputeId: dispute.id };
}

/** What the provider has of a dispute. */
export async function atProvider(disputeId: string) {
  const authorization = `Bearer ${process.env.STRIPE_SECRET_KEY}`;
  const response = await fetch(`${sandbox.origin}/v1/disputes/${disputeId}`, { headers: { authorization } });
  return (await response.json()) as { status: string; evidence: Record<string, string | null> };
}
