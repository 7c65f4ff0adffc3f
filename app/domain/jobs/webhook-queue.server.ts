import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { SECOND_MS } from "../time/durations";
import { webhookRetryAt } from "./back-off";

/**
 * The payment provider's messages that wait to be worked on, taken with a lease like any other work. Its holder
 * renews it; one who has not for its length counts as dead, and the message is anybody's again.
 */

/** Short, so that what a killed worker held is worked on within half a minute of the next one's start. */
const LEASE_SECONDS = 15;
/** How often the lease has to be renewed: two renewals may be late before it is lost. */
export const LEASE_RENEWED_SECONDS = 5;

/** Takes the oldest message that is due; null when there is none. */
export function takeWebhookEvent(now: Date): { id: string; tries: number } | null {
  if (dueEvent(db, now) === undefined) return null;
  return db.transaction(
    (tx) => {
      const due = dueEvent(tx, now);
      if (due === undefined) return null;
      const tries = due.tries + 1;
      tx.update(webhookEvents)
        .set({ tries, nextTryAt: leaseEnd(now) })
        .where(eq(webhookEvents.id, due.id))
        .run();
      return { id: due.id, tries };
    },
    { behavior: "immediate" },
  );
}

/** Says that its holder is still at work on it. A worker that had lost its lease changes nothing. */
export function renewWebhookLease(event: { id: string; tries: number }, now: Date): void {
  db.update(webhookEvents)
    .set({ nextTryAt: leaseEnd(now) })
    .where(isStillHeld(event))
    .run();
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LEASE_SECONDS * SECOND_MS);
}

/** The lease is told apart by the number of the try. */
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

/** Notes why a message could not be worked on and when it is tried again. */
export function putBackWebhookEvent(event: { id: string; tries: number }, failure: string, now: Date): void {
  db.update(webhookEvents)
    .set({ failure: failure.slice(0, 1000), nextTryAt: webhookRetryAt(event.tries, now) })
    .where(isStillHeld(event))
    .run();
}
