import type Stripe from "stripe";
import { newId } from "../identifiers";
import { buildEvent, type EventType } from "../objects/event";
import type { Store } from "../store";
import { takeDrop } from "../switches";
import { secondOf, type Work } from "../work";

/** The queue of webhooks. Each is kept until the response is a 2xx, or for three days. */

export type DeliveryStatus = "waiting" | "delivered" | "dropped" | "given_up";

export interface Delivery {
  id: string;
  eventId: string;
  status: DeliveryStatus;
  attempts: number;
  createdAt: Date;
  nextAt: Date | null;
  responseStatus: number | null;
  failure: string | null;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** The pauses after the first, second, third … failure; the last one repeats. */
const PAUSES = [SECOND, 5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR] as const;
const GIVE_UP_AFTER = 72 * HOUR;

/** Stores an event and queues it, in the transaction of the change it reports. The endpoint gets what it is registered for. */
export function emit(work: Work, type: EventType, object: object, before: object | null = null): void {
  const isWanted = work.endpoint !== null && (work.endpoint.events?.includes(type) ?? true);
  const { twins, extraCopies, delaySeconds } = work.switches;
  for (let twin = 0; twin <= twins; twin += 1) {
    const event = buildEvent(
      { type, object, before, request: work.request, listeners: isWanted ? 1 : 0 },
      secondOf(work),
    );
    work.store.insert("event", event, { hidden: null, created: event.created });
    if (!isWanted) continue;
    const status = takeDrop(work.switches) ? "dropped" : "waiting";
    for (let copy = 0; copy <= extraCopies; copy += 1) queueDelivery(work, event.id, status, delaySeconds);
  }
}

export function queueDelivery(work: Work, eventId: string, status: "waiting" | "dropped", delaySeconds = 0): string {
  const id = newId("dlv");
  const created = work.now.getTime();
  work.store.connection
    .prepare("INSERT INTO deliveries (id, event_id, status, created_ms, next_ms) VALUES (?, ?, ?, ?, ?)")
    .run(id, eventId, status, created, status === "waiting" ? created + delaySeconds * SECOND : null);
  return id;
}

interface Row {
  id: string;
  event_id: string;
  status: DeliveryStatus;
  attempts: number;
  created_ms: number;
  next_ms: number | null;
  response_status: number | null;
  failure: string | null;
}

function asDelivery(row: Row): Delivery {
  return {
    id: row.id,
    eventId: row.event_id,
    status: row.status,
    attempts: row.attempts,
    createdAt: new Date(row.created_ms),
    nextAt: row.next_ms === null ? null : new Date(row.next_ms),
    responseStatus: row.response_status,
    failure: row.failure,
  };
}

export interface DueDelivery extends Delivery {
  event: Stripe.EventBase;
}

/**
 * Leases due deliveries with their events, oldest first unless shuffled. The lease of `leaseMs` from now prevents a
 * second attempt meanwhile, and lets a restarted sandbox send them again.
 */
export function takeDueDeliveries(
  store: Store,
  now: Date,
  take: { most: number; leaseMs: number; shuffle: boolean },
): DueDelivery[] {
  const { most, leaseMs, shuffle } = take;
  return store.transaction(() => {
    const rows = store.connection
      .prepare<[number, number], Row>(
        `SELECT * FROM deliveries WHERE next_ms <= ? ORDER BY ${shuffle ? "random()" : "next_ms, sequence"} LIMIT ?`,
      )
      .all(now.getTime(), most);
    const putOff = store.connection.prepare("UPDATE deliveries SET next_ms = ? WHERE id = ?");
    return rows.flatMap((row) => {
      putOff.run(now.getTime() + leaseMs, row.id);
      const event = store.find("event", row.event_id)?.body;
      return event ? [{ ...asDelivery(row), event }] : [];
    });
  });
}

/** When the next delivery is due, in milliseconds since 1970. */
export function nextDelivery(store: Store): number | null {
  const next = store.connection.prepare<[], number | null>("SELECT min(next_ms) FROM deliveries").pluck().get();
  return next ?? null;
}

export type Reception = { ok: true; status: number } | { ok: false; status: number | null; failure: string };

/** Records an attempt; a failed one is retried after a pause, for three days. */
export function noteAttempt(store: Store, delivery: Delivery, reception: Reception, now: Date): void {
  const attempts = delivery.attempts + 1;
  const pause = PAUSES[Math.min(attempts, PAUSES.length) - 1] ?? HOUR;
  const next = now.getTime() + pause;
  const givesUp = next - delivery.createdAt.getTime() > GIVE_UP_AFTER;
  const status: DeliveryStatus = reception.ok ? "delivered" : givesUp ? "given_up" : "waiting";
  store.connection
    .prepare(
      "UPDATE deliveries SET status = ?, attempts = ?, next_ms = ?, response_status = ?, failure = ? WHERE id = ?",
    )
    .run(
      status,
      attempts,
      status === "waiting" ? next : null,
      reception.status,
      reception.ok ? null : reception.failure,
      delivery.id,
    );
}

export function latestDeliveries(store: Store, most: number): Delivery[] {
  return store.connection
    .prepare<[number], Row>("SELECT * FROM deliveries ORDER BY sequence DESC LIMIT ?")
    .all(most)
    .map(asDelivery);
}
