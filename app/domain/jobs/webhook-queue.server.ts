import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { webhookRetryAt } from "./back-off";
import { claim, leaseEnd } from "./lease.server";

/**
 * The queue of the payment provider's webhook events, claimed with a lease. The holder renews the lease; if it fails
 * to, it counts as dead and the event can be claimed again.
 */

/** Short, so that the next worker continues a killed worker's events within half a minute of its start. */
const LEASE = { seconds: 15 };
/** How often the lease is renewed: two renewals may be missed before it expires. */
export const LEASE_RENEWED_SECONDS = 5;

/** Claims the oldest due event, or null. */
export function claimWebhookEvent(now: Date): { id: string; tries: number } | null {
  return claim(
    (reader) => dueEvent(reader, now),
    (tx, { id, tries: before }) => {
      const tries = before + 1;
      tx.update(webhookEvents)
        .set({ tries, nextTryAt: leaseEnd(now, LEASE) })
        .where(eq(webhookEvents.id, id))
        .run();
      return { id, tries };
    },
  );
}

/** Extends the lease. Does nothing for a worker that has lost it. */
export function renewWebhookLease(event: { id: string; tries: number }, now: Date): void {
  db.update(webhookEvents)
    .set({ nextTryAt: leaseEnd(now, LEASE) })
    .where(isStillHeld(event))
    .run();
}

/** The attempt number identifies the lease. */
function isStillHeld(event: { id: string; tries: number }) {
  return and(
    eq(webhookEvents.id, event.id),
    eq(webhookEvents.tries, event.tries),
    isNull(webhookEvents.processedAt),
  );
}

function dueEvent(reader: Pick<Transaction, "select">, now: Date) {
  return reader
    .select({ id: webhookEvents.id, tries: webhookEvents.tries })
    .from(webhookEvents)
    .where(
      and(
        sql`${webhookEvents.processedAt} IS NULL`,
        or(isNull(webhookEvents.nextTryAt), lte(webhookEvents.nextTryAt, now)),
      ),
    )
    .orderBy(asc(webhookEvents.nextTryAt), asc(webhookEvents.receivedAt), sql`rowid`)
    .limit(1)
    .get();
}

/** Records why an event failed and schedules the retry. */
export function rescheduleWebhookEvent(
  event: { id: string; tries: number },
  failure: string,
  now: Date,
): void {
  db.update(webhookEvents)
    .set({ failure: failure.slice(0, 1000), nextTryAt: webhookRetryAt(event.tries, now) })
    .where(isStillHeld(event))
    .run();
}
