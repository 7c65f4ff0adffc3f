import {
  LEASE_RENEWED_SECONDS,
  putBackWebhookEvent,
  renewWebhookLease,
  takeWebhookEvent,
} from "~/domain/jobs/webhook-queue.server";
import { workWebhookEvent } from "~/domain/orders/webhooks.server";
import { SECOND_MS } from "~/domain/time/durations";
import { logLine, messageOf } from "./log";

/** A run ends after so many, so that the shift hears of it; the next begins within the second. */
const EVENTS_PER_RUN = 50;

/** Works on what the payment provider told us, one message after the other, each under a lease kept alive. */
export async function workWebhooks(now: Date): Promise<void> {
  const began = performance.now();
  const clock = () => new Date(now.getTime() + performance.now() - began);
  for (let taken = 0; taken < EVENTS_PER_RUN; taken += 1) {
    const event = takeWebhookEvent(clock());
    if (event === null) return;
    const renewing = setInterval(() => renew(event, clock()), LEASE_RENEWED_SECONDS * SECOND_MS);
    try {
      await workWebhookEvent(event.id, clock());
    } catch (error) {
      putBackWebhookEvent(event, messageOf(error), clock());
      logLine("warn", "webhook_put_back", {
        eventId: event.id,
        tries: event.tries,
        message: messageOf(error),
      });
    } finally {
      clearInterval(renewing);
    }
  }
}

/** A lease that could not be renewed is lost at worst: the message is then worked on twice, which changes nothing. */
function renew(event: { id: string; tries: number }, now: Date): void {
  try {
    renewWebhookLease(event, now);
  } catch (error) {
    logLine("warn", "lease_not_renewed", { eventId: event.id, message: messageOf(error) });
  }
}
