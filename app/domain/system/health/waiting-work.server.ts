import { and, count, eq, gt, inArray, isNull, lt, lte, min, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { countRows, prepareGet } from "#db/queries.server";
import { emails, fulfilments, jobs, orders, payments, photos, printOrders, shipments, webhookEvents } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { countSent, isInOpenLane } from "~/domain/mail/outbox/lanes.server";
import { BULK_LANES } from "~/domain/mail/outbox/rates";
import { EMAIL_LATE_MS, EMAIL_SLOW_MS, UNFULFILLED_MS } from "./health-limits";

/** Work that waits: how much of it, and since when. */

export interface Waiting {
  found: number;
  /** Null when nothing waits. */
  oldest: Date | null;
}

/** Somebody is waiting for these; weekly emails and reminders leave at a pace, over hours. */
const URGENT_LANES = ["codes", "orders"] as const;
/** By the state alone SQLite would read all of it, and emails are long. */
const WAITING = sql`${emails} INDEXED BY emails_waiting`;
const isWaiting = sql`${emails.state} = 'waiting'`;
const counted = { found: count(), oldest: min(emails.createdAt) };

/**
 * Urgent emails that have waited for longer than a quarter of an hour, where sending itself fails: never tried, or refused
 * while no other urgent email went out. One full mailbox is no outage, and neither are lanes that staff have paused.
 */
export function lateEmails(now: Date): Waiting {
  const due = new Date(now.getTime() - EMAIL_LATE_MS);
  const isSending = URGENT_LANES.some((lane) => countSent(lane, due) > 0);
  const isLate = or(
    and(eq(emails.tries, 0), lte(emails.nextTryAt, due)),
    isSending ? sql`0` : sql`${emails.tries} > 0`,
  );
  return asWaiting(
    db
      .select(counted)
      .from(emails)
      .where(and(isWaiting, isInOpenLane(URGENT_LANES), lte(emails.createdAt, due), isLate))
      .get(),
  );
}

/** Weekly emails and reminders that are due and have waited for a day: they are slow, or paused, and no outage. */
export function lateBulkEmails(now: Date): Waiting {
  const isLate = and(lte(emails.nextTryAt, now), lte(emails.createdAt, new Date(now.getTime() - DAY_MS)));
  return asWaiting(
    db
      .select(counted)
      .from(WAITING)
      .where(and(isWaiting, inArray(emails.lane, BULK_LANES), isLate))
      .get(),
  );
}

/** Urgent emails that are overdue by ten minutes, by which sending is slow. */
export function slowEmails(now: Date): number {
  const due = new Date(now.getTime() - EMAIL_SLOW_MS);
  return countRows(emails, and(isWaiting, isInOpenLane(URGENT_LANES), lt(emails.nextTryAt, due)));
}

/** All emails of the outbox that wait, due or not. */
export function waitingEmails(): Waiting {
  return asWaiting(db.select(counted).from(emails).where(isWaiting).get());
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

/** Photos that wait for their sizes. */
export function waitingPhotos(): Waiting {
  return asWaiting(
    db
      .select({ found: count(), oldest: min(photos.createdAt) })
      .from(photos)
      .where(sql`${photos.isWaiting} = 1`)
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
    .where(and(gt(orders.paidAt, since), lt(orders.paidAt, until), isNull(fulfilments.at)))
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
