import { and, asc, eq, isNull, lt, lte, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { webhookRetryAt } from "./back-off";
import { claim, DEATHS_ALLOWED, leaseEnd, PROCESS_DIED, raiseSetAside } from "./lease.server";

/**
 * The queue of the payment provider's webhook events, claimed with a lease. The holder renews the lease; if it fails
 * to, it counts as dead and the event can be claimed again, once.
 */

/** Short, so that the next worker continues a killed worker's events within half a minute of its start. */
const LEASE = { seconds: 15 };
/** How often the lease is renewed: two renewals may be missed before it expires. */
export const LEASE_RENEWED_SECONDS = 5;

/** Claims the oldest due event, or null. */
export function claimWebhookEvent(now: Date): { id: string; tries: number } | null {
  return claim(
    (reader) => dueEvent(reader, now),
    (tx, due) => {
      const { id } = due;
      const tries = due.tries + 1;
      const deaths = due.deaths + (due.takenUntil === null ? 0 : 1);
      const lease = leaseEnd(now, LEASE);
      const isSetAside = deaths >= DEATHS_ALLOWED;
      const changed = isSetAside
        ? { deaths, takenUntil: null, failure: PROCESS_DIED }
        : { deaths, tries, takenUntil: lease, nextTryAt: lease };
      tx.update(webhookEvents).set(changed).where(eq(webhookEvents.id, id)).run();
      if (!isSetAside) return { id, tries };
      raiseSetAside(tx, { queue: "webhook", id, name: `${due.type} ${id}` }, now);
      return null;
    },
  );
}

/** Extends the lease. Does nothing for a worker that has lost it. */
export function renewWebhookLease(event: { id: string; tries: number }, now: Date): void {
  const lease = leaseEnd(now, LEASE);
  db.update(webhookEvents).set({ takenUntil: lease, nextTryAt: lease }).where(isStillHeld(event)).run();
}

/** The attempt number identifies the lease. */
function isStillHeld(event: { id: string; tries: number }) {
  return and(eq(webhookEvents.id, event.id), eq(webhookEvents.tries, event.tries), isNull(webhookEvents.processedAt));
}

function dueEvent(reader: Pick<Transaction, "select">, now: Date) {
  return reader
    .select({
      id: webhookEvents.id,
      type: webhookEvents.type,
      tries: webhookEvents.tries,
      takenUntil: webhookEvents.takenUntil,
      deaths: webhookEvents.deaths,
    })
    .from(webhookEvents)
    .where(
      and(
        sql`${webhookEvents.processedAt} IS NULL`,
        lt(webhookEvents.deaths, DEATHS_ALLOWED),
        or(isNull(webhookEvents.nextTryAt), lte(webhookEvents.nextTryAt, now)),
      ),
    )
    .orderBy(asc(webhookEvents.nextTryAt), asc(webhookEvents.receivedAt), sql`rowid`)
    .limit(1)
    .get();
}

/** Records why an event failed and schedules the retry. */
export function rescheduleWebhookEvent(event: { id: string; tries: number }, failure: string, now: Date): void {
  db.update(webhookEvents)
    .set({ failure: failure.slice(0, 1000), takenUntil: null, nextTryAt: webhookRetryAt(event.tries, now) })
    .where(isStillHeld(event))
    .run();
}
