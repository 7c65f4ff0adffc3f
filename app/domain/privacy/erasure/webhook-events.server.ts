import { eq, inArray, or, sql } from "drizzle-orm";
import { z } from "zod";
import { db, type Transaction } from "#db/client.server";
import { payments, webhookEvents } from "#db/schema";

export type WebhookEvent = typeof webhookEvents.$inferSelect;

/**
 * The payment provider's webhook events that name this person or one of their payments. It searches every event of the
 * last months, so it runs before the transaction that needs the result.
 */
export function webhookEventsAbout({ email }: { email: string }, orderIds: readonly string[]): WebhookEvent[] {
  const attemptsToPay = db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, [...orderIds]))
    .all();
  const marks = attemptsToPay
    .flatMap(({ checkoutId, paymentIntentId, chargeId }) => [checkoutId, paymentIntentId, chargeId])
    .filter((mark) => mark !== null);
  const names = JSON.stringify([...orderIds, ...marks]);
  return db
    .select()
    .from(webhookEvents)
    .where(
      or(
        sql`instr(lower(${webhookEvents.payload}), lower(${email})) > 0`,
        sql`EXISTS (SELECT 1 FROM json_each(${names}) AS name WHERE instr(${webhookEvents.payload}, name.value) > 0)`,
      ),
    )
    .all();
}

const EventEssentials = z.object({
  object: z.string(),
  id: z.string(),
  metadata: z
    .object({ orderId: z.string().optional() })
    .nullish()
    .transform((metadata) => (metadata?.orderId ? { orderId: metadata.orderId } : null)),
  payment_intent: z.string().nullish(),
});

/** Empties a processed event; an unprocessed one keeps only what processing needs. */
export function emptyWebhookEvent(tx: Transaction, { id, payload, processedAt }: WebhookEvent): void {
  const needed = processedAt ? undefined : EventEssentials.safeParse(asJson(payload)).data;
  tx.update(webhookEvents)
    .set({ payload: needed ? JSON.stringify(needed) : processedAt ? "" : "{}" })
    .where(eq(webhookEvents.id, id))
    .run();
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
