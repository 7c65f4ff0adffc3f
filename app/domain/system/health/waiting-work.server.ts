import { and, count, eq, gt, isNotNull, isNull, lt, lte, max, min, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { emails, fulfilments, jobs, orders, payments, printOrders, shipments, webhookEvents } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { EMAIL_LATE_MS, EMAIL_SLOW_MS, UNFULFILLED_MS } from "./health-limits";

/** Work that waits: how much of it, and since when. */

export interface Waiting {
  found: number;
  /** Null when nothing waits. */
  oldest: Date | null;
}

/**
 * Emails that have waited for longer than a quarter of an hour, where sending itself fails: never tried, or
 * refused while no other email went out. One full mailbox is no outage.
 */
export function lateEmails(now: Date): Waiting {
  const due = new Date(now.getTime() - EMAIL_LATE_MS);
  const lastSent = db
    .select({ at: max(emails.sentAt) })
    .from(emails)
    .where(and(eq(emails.state, "sent"), gt(emails.createdAt, new Date(now.getTime() - DAY_MS))))
    .get()?.at;
  const isSending = lastSent ? lastSent > due : false;
  const found = db
    .select({ found: count(), oldest: min(emails.createdAt) })
    .from(emails)
    .where(
      and(
        sql`${emails.state} = 'waiting'`,
        lte(emails.createdAt, due),
        or(and(eq(emails.tries, 0), lte(emails.nextTryAt, due)), isSending ? sql`0` : sql`${emails.tries} > 0`),
      ),
    )
    .get();
  return asWaiting(found);
}

/** Emails that are overdue by ten minutes, by which sending is slow. */
export function slowEmails(now: Date): number {
  const due = new Date(now.getTime() - EMAIL_SLOW_MS);
  const late = db
    .select({ found: count() })
    .from(emails)
    .where(and(eq(emails.state, "waiting"), lt(emails.nextTryAt, due)))
    .get();
  return late?.found ?? 0;
}

/** All emails of the outbox that wait, due or not. */
export function waitingEmails(): Waiting {
  return asWaiting(
    db
      .select({ found: count(), oldest: min(emails.createdAt) })
      .from(emails)
      .where(sql`${emails.state} = 'waiting'`)
      .get(),
  );
}

export function waitingWebhooks(): Waiting {
  return asWaiting(
    db
      .select({ found: count(), oldest: min(webhookEvents.receivedAt) })
      .from(webhookEvents)
      .where(isNull(webhookEvents.processedAt))
      .get(),
  );
}

export const countJobs = (state: "waiting" | "running"): number => countJobsIn(state)?.found ?? 0;

const countJobsIn = prepareGet((state: "waiting" | "running") =>
  db
    .select({ found: count() })
    .from(jobs)
    .where(and(sql`${jobs.state} IN ('waiting', 'running')`, eq(jobs.state, state))),
);

/** Older ones are found by the nightly check of the invariants. */
const UNFULFILLED_DAYS = 30;

/** Orders that have been paid for five minutes and gave nothing. */
export function unfulfilledOrders(now: Date): string[] {
  const since = new Date(now.getTime() - UNFULFILLED_DAYS * DAY_MS);
  const until = new Date(now.getTime() - UNFULFILLED_MS);
  const rows = db
    .select({ id: orders.id })
    .from(orders)
    .leftJoin(fulfilments, eq(fulfilments.orderId, orders.id))
    .where(and(isNotNull(orders.paidAt), gt(orders.paidAt, since), lt(orders.paidAt, until), isNull(fulfilments.at)))
    .union(
      db
        .select({ id: orders.id })
        .from(payments)
        .innerJoin(orders, eq(orders.id, payments.orderId))
        .leftJoin(fulfilments, eq(fulfilments.orderId, orders.id))
        .where(
          and(
            eq(payments.status, "paid"),
            gt(payments.createdAt, since),
            lt(payments.updatedAt, until),
            isNull(fulfilments.at),
          ),
        ),
    )
    .all();
  return rows.map(({ id }) => id);
}

/** Shipments that the printer does not print, because it refused their order or waits for somebody. */
export function stoppedShipments(): string[] {
  return db
    .select({ id: shipments.id })
    .from(printOrders)
    .innerJoin(shipments, eq(shipments.id, printOrders.shipmentId))
    .where(and(sql`${printOrders.state} = 'failed'`, isNull(printOrders.closedAt), eq(shipments.state, "printing")))
    .all()
    .map(({ id }) => id);
}

function asWaiting(found: { found: number; oldest: Date | null } | undefined): Waiting {
  return { found: found?.found ?? 0, oldest: found?.oldest ?? null };
}
