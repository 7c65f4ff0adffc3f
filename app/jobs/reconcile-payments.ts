import { reconcilePayments } from "~/domain/orders/reconciler.server";

/** Asks about payments nobody told us of, the third road to handing over. */
export async function reconcile(now: Date): Promise<void> {
  await reconcilePayments(now);
}
