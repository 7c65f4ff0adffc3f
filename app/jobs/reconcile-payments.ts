import { sendDueEvidence } from "~/domain/operations/disputes/held-evidence.server";
import { reconcilePayments, releaseLapsedDiscounts } from "~/domain/shop/orders/reconciler.server";
import { sendWaitingRefunds } from "~/domain/shop/orders/refunds.server";

/**
 * Asks the provider about open payments: the third way to fulfilment, besides the webhook and the customer's return.
 */
export async function reconcile(now: Date): Promise<void> {
  await reconcilePayments(now);
}

/** Releases discounts reserved by customers who did not pay. */
export async function releaseDiscounts(now: Date): Promise<void> {
  await releaseLapsedDiscounts(now);
}

/** Sends waiting refunds, and asks the provider about those without a webhook event. */
export async function sendRefunds(now: Date): Promise<void> {
  await sendWaitingRefunds(now);
}

/** Sends evidence to banks once it can no longer be taken back. */
export async function sendEvidence(now: Date): Promise<void> {
  await sendDueEvidence(now);
}
