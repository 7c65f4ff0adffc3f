import type { Store } from "./store";
import type { Switches } from "./switches";

/** Where webhooks are sent, and the secret that signs them. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** The types of events it is registered for; all of them if left out. */
  events?: readonly string[];
  /** The previous secret, during a rotation of secrets. */
  previousSecret?: string;
}

/** One piece of work: its resources, its time, and the request that caused it. */
export interface Work {
  store: Store;
  switches: Switches;
  endpoint: WebhookEndpoint | null;
  /** Where browsers reach the sandbox's pages; no slash at the end. */
  publicOrigin: string;
  now: Date;
  request: { id: string | null; idempotencyKey: string | null };
}

/** The time as the provider writes it: whole seconds since 1970. */
export function secondOf(work: Pick<Work, "now">): number {
  return Math.floor(work.now.getTime() / 1000);
}
