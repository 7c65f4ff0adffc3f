import { and, eq, gt, inArray, lt } from "drizzle-orm";
import { db } from "#db/client.server";
import { orders, payments } from "#db/schema";
import { releaseDiscount } from "../discounts/discounts.server";
import { fulfilOrder } from "./fulfilment.server";

/** The third road: looking after payments that neither a message nor a returning customer told us about. */

const RECONCILE_DAYS = 4;

/**
 * Looks after payments nobody told us about: every live attempt of the last four days that is older than two
 * minutes is asked about; what was paid is handed over, what has lapsed gives its discount back.
 */
export async function reconcilePayments(now: Date): Promise<void> {
  const live = db
    .select()
    .from(payments)
    .where(
      and(
        inArray(payments.status, ["opening", "open"]),
        gt(payments.createdAt, new Date(now.getTime() - RECONCILE_DAYS * 86_400_000)),
        lt(payments.createdAt, new Date(now.getTime() - 2 * 60_000)),
      ),
    )
    .all();
  for (const orderId of new Set(live.map((payment) => payment.orderId))) {
    await fulfilOrder(orderId, now);
    letGoOfLapsed(orderId, now);
  }
}

function letGoOfLapsed(orderId: string, now: Date): void {
  db.transaction(
    (tx) => {
      const order = tx.select().from(orders).where(eq(orders.id, orderId)).get();
      if (order?.status !== "PENDING") return;
      const attempts = tx.select().from(payments).where(eq(payments.orderId, orderId)).all();
      for (const attempt of attempts) {
        if (attempt.status !== "opening" || !attempt.expiresAt || attempt.expiresAt > now) continue;
        tx.update(payments)
          .set({ status: "expired", updatedAt: now })
          .where(eq(payments.id, attempt.id))
          .run();
      }
      const live = attempts.some(
        (attempt) => attempt.expiresAt && attempt.expiresAt > now && attempt.status !== "expired",
      );
      if (!live) releaseDiscount(tx, orderId);
    },
    { behavior: "immediate" },
  );
}
