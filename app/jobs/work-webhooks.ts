import { putBackWebhookEvent, takeWebhookEvent } from "~/domain/jobs/webhook-queue.server";
import { workWebhookEvent } from "~/domain/orders/webhooks.server";
import { logLine, messageOf } from "./log";

/** A run takes few messages, so that each is worked on well within its lease. */
const EVENTS_PER_RUN = 5;

/** Works on what the payment provider told us. */
export async function workWebhooks(now: Date): Promise<void> {
  for (let taken = 0; taken < EVENTS_PER_RUN; taken += 1) {
    const event = takeWebhookEvent(now);
    if (event === null) return;
    try {
      await workWebhookEvent(event.id, now);
    } catch (error) {
      putBackWebhookEvent(event, messageOf(error), now);
      logLine("warn", "webhook_put_back", {
        eventId: event.id,
        tries: event.tries,
        message: messageOf(error),
      });
    }
  }
}
