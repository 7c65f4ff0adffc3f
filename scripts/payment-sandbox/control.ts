import type Stripe from "stripe";
import type { Switches } from "./switches";
import { type Delivery, latestDeliveries, queueDelivery } from "./webhooks/queue";
import type { WebhookEndpoint, Work } from "./work";

/** Controls a running sandbox, for tests and for the control page. */
export interface Control {
  switches(): Readonly<Switches>;
  setSwitches(change: Partial<Switches>): void;
  /** Sends every due message and runs everything else that is due. Returns the number of attempts. */
  deliverDue(): Promise<number>;
  /** Queues an event again; false when it does not exist. */
  resend(eventId: string): boolean;
  pointWebhooksAt(endpoint: WebhookEndpoint | null): void;
  /** The latest events, oldest first. */
  events(): Stripe.EventBase[];
  /** The latest deliveries, oldest first. */
  deliveries(): Delivery[];
}

const LATEST = 1_000;

export function createControl(parts: {
  switches: Switches;
  beginWork(): Work;
  afterWork(): void;
  deliverDue(): Promise<number>;
  pointWebhooksAt(endpoint: WebhookEndpoint | null): void;
}): Control {
  return {
    switches: () => ({ ...parts.switches }),
    setSwitches(change) {
      Object.assign(parts.switches, change);
    },
    deliverDue: parts.deliverDue,
    resend(eventId) {
      const work = parts.beginWork();
      if (!work.store.find("event", eventId)) return false;
      queueDelivery(work, eventId, "waiting");
      parts.afterWork();
      return true;
    },
    pointWebhooksAt: parts.pointWebhooksAt,
    events: () => parts.beginWork().store.page("event", { limit: LATEST, where: {} })?.data.toReversed() ?? [],
    deliveries: () => latestDeliveries(parts.beginWork().store, LATEST).toReversed(),
  };
}
