import { and, eq, or } from "drizzle-orm";
import { db, write } from "#db/client.server";
import { payments, refunds } from "#db/schema";
import { payments as provider } from "~/adapters/adapters.server";
import type { KnownRefund } from "~/adapters/payments/contract";
import { raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { formatPence } from "~/domain/kernel/money/pounds";
import { sendRefund, settle } from "./refunds.server";

/**
 * News of refunds, also of those made in the provider's dashboard: as soon as the provider confirms such a one it is
 * written down like ours, so that the order shows it and nothing is refunded twice. What it should have taken back is for
 * staff to decide, who get an alarm.
 */

/**
 * Updates the refund that a webhook names. @throws when the provider doesn't respond about one that we did not make.
 */
export async function noteRefundNews(
  news: { providerId: string; refundId: string | null; paymentIntentId: string | null },
  now: Date,
): Promise<void> {
  const ours = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(or(eq(refunds.providerId, news.providerId), eq(refunds.id, news.refundId ?? "")))
    .get();
  if (ours) {
    await sendRefund(ours.id, now);
    return;
  }
  const { paymentIntentId, providerId } = news;
  const paid = paymentIntentId
    ? db
        .select({ orderId: payments.orderId })
        .from(payments)
        .where(and(eq(payments.paymentIntentId, paymentIntentId), eq(payments.status, "paid")))
        .get()
    : undefined;
  if (!paid || !paymentIntentId) return;
  const outcome = await provider.readRefunds(paymentIntentId);
  if (!outcome.ok && outcome.reason === "unavailable") throw new Error("The payment provider didn’t answer.");
  const known = outcome.ok ? outcome.refunds.find(({ refundId }) => refundId === providerId) : undefined;
  if (known?.status === "failed") return;
  if (known) keep(paid.orderId, known, now);
  raise(paid.orderId, providerId, known, now);
}

function keep(orderId: string, { refundId: providerId, amountPence, status }: KnownRefund, now: Date): void {
  const refund = write((tx) =>
    tx
      .insert(refunds)
      .values({
        ...{ orderId, amountPence, providerId },
        reason: "Made in the payment provider’s dashboard.",
        ...{ createdAt: now, updatedAt: now },
      })
      .onConflictDoNothing()
      .returning()
      .get(),
  );
  if (refund) settle(refund, { status, providerId }, now);
}

function raise(orderId: string, providerId: string, known: KnownRefund | undefined, now: Date): void {
  const sum = known ? formatPence(known.amountPence) : "Money";
  write((tx) =>
    raiseAlarm(
      tx,
      {
        kind: "refund_outside",
        objectType: "order",
        objectId: orderId,
        message: `${sum} was refunded in the payment provider’s dashboard, not here.`,
        dedupeKey: `refund-outside:${providerId}`,
      },
      now,
    ),
  );
}
