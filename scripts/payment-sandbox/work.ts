import type { Store } from "./store";
import type { Switches } from "./switches";

/** Where messages go, and the secret that signs them. */
export interface WebhookEndpoint {
  url: string;
  secret: string;
  /** The one that was valid before, for messages signed while secrets are changed. */
  previousSecret?: string;
}

/** One piece of work: what it may use, at what moment, and on whose request. */
export interface Work {
  store: Store;
  switches: Switches;
  endpoint: WebhookEndpoint | null;
  /** Where browsers reach the sandbox's pages; no slash at the end. */
  publicOrigin: string;
  now: Date;
  request: { id: string | null; idempotencyKey: string | null };
}

/** The moment as the provider writes it: whole seconds since 1970. */
export function secondOf(work: Pick<Work, "now">): number {
  return Math.floor(work.now.getTime() / 1000);
}
