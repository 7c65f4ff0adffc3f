import { and, count, eq, inArray, isNull, lt, lte, min, or, sql } from "drizzle-orm";
import { db } from "#db/client.server";
import { countingRows, countRows, memoize, prepareGet } from "#db/queries.server";
import { emails, jobs, photos, printOrders, shipments, webhookEvents } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { countSent, isInOpenLane } from "~/domain/mail/outbox/lanes.server";
import { BULK_LANES } from "~/domain/mail/outbox/rates";
import { EMAIL_LATE_MS, EMAIL_SLOW_MS } from "./health-limits";

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

/** Counted from an index alone: an evening's photos wait in thousands. */
export const countJobs = (state: "waiting" | "running"): number => countJobsIn(state)()?.found ?? 0;

const countJobsIn = memoize((state: "waiting" | "running") =>
  prepareGet(() => countingRows(jobs, eq(jobs.state, state))),
);

/** Shipments that the printer does not print, because it refused their order or waits for somebody. */
export function stoppedShipments(): string[] {
  return db
    .select({ id: shipments.id })
    .from(sql`${printOrders} INDEXED BY print_orders_trouble`)
    .innerJoin(shipments, and(eq(shipments.id, printOrders.shipmentId), sql`+${shipments.state} = 'printing'`))
    .where(
      and(
        sql`${printOrders.state} IN ('cancelled', 'failed', 'stuck') AND ${printOrders.closedAt} IS NULL`,
        sql`${printOrders.state} = 'failed'`,
      ),
    )
    .all()
    .map(({ id }) => id);
}

function asWaiting(found: { found: number; oldest: Date | null } | undefined): Waiting {
  return { found: found?.found ?? 0, oldest: found?.oldest ?? null };
}
