import { logLine, messageOf } from "~/adapters/log/log.server";
import {
  claimWebhookEvent,
  LEASE_RENEWED_SECONDS,
  renewWebhookLease,
  rescheduleWebhookEvent,
} from "~/domain/kernel/jobs/webhook-queue.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";
import { workWebhookEvent } from "~/domain/shop/orders/webhooks.server";

/** Limits a run, so that the scheduler regains control; the next run starts within the second. */
const EVENTS_PER_RUN = 50;

/** Processes the payment provider's webhook events one by one, each under a renewed lease. */
export async function workWebhooks(now: Date): Promise<void> {
  const began = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - began);
  for (let taken = 0; taken < EVENTS_PER_RUN; taken += 1) {
    const event = claimWebhookEvent(clock());
    if (event === null) return;
    const renewing = setInterval(() => renew(event, clock()), LEASE_RENEWED_SECONDS * SECOND_MS);
    try {
      await workWebhookEvent(event.id, clock());
    } catch (error) {
      rescheduleWebhookEvent(event, messageOf(error), clock());
      logLine("warn", "webhook_rescheduled", {
        eventId: event.id,
        tries: event.tries,
        message: messageOf(error),
      });
    } finally {
      clearInterval(renewing);
    }
  }
}

/** A lease that cannot be renewed may expire: the event is then processed twice, which has no further effect. */
function renew(event: { id: string; tries: number }, now: Date): void {
  try {
    renewWebhookLease(event, now);
  } catch (error) {
    logLine("warn", "lease_not_renewed", { eventId: event.id, message: messageOf(error) });
  }
}
