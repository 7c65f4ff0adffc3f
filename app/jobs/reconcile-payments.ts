import { reconcilePayments, releaseLapsedDiscounts } from "~/domain/orders/reconciler.server";
import { sendWaitingRefunds } from "~/domain/orders/refunds.server";

/** Asks about payments nobody told us of, the third road to handing over. */
export async function reconcile(now: Date): Promise<void> {
  await reconcilePayments(now);
}

/** Frees the discounts that were held for somebody who did not pay. */
export async function releaseDiscounts(now: Date): Promise<void> {
  await releaseLapsedDiscounts(now);
}

/** Sends the refunds that wait, and asks after those that nobody has told us of. */
export async function giveMoneyBack(now: Date): Promise<void> {
  await sendWaitingRefunds(now);
}
