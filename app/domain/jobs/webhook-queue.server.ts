import { and, asc, eq, isNull, lte, or, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { webhookEvents } from "#db/schema";
import { webhookRetryAt } from "./back-off";

/** The payment provider's messages that wait to be worked on, taken with a lease like any other work. */

/** Asking the provider and handing over takes seconds; a worker silent for longer counts as dead. */
const LEASE_MINUTES = 2;

/** Takes the oldest message that is due; null when there is none. */
export function takeWebhookEvent(now: Date): { id: string; tries: number } | null {
  if (dueEvent(db, now) === undefined) return null;
  return db.transaction(
    (tx) => {
      const due = dueEvent(tx, now);
      if (due === undefined) return null;
      const tries = due.tries + 1;
      tx.update(webhookEvents)
        .set({ tries, nextTryAt: new Date(now.getTime() + LEASE_MINUTES * 60_000) })
        .where(eq(webhookEvents.id, due.id))
        .run();
      return { id: due.id, tries };
    },
    { behavior: "immediate" },
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
    .where(and(eq(webhookEvents.id, event.id), isNull(webhookEvents.processedAt)))
    .run();
}
