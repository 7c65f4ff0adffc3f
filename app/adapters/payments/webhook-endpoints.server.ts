import Stripe from "stripe";
import type { StripeSettings } from "./stripe.server";
import { failureOf } from "./stripe-translation.server";

export interface RegisteredEndpoint {
  url: string;
  isEnabled: boolean;
  /** The types of events it gets; "*" for all. */
  events: readonly string[];
}

export type EndpointsResult =
  | { ok: true; endpoints: RegisteredEndpoint[] }
  | { ok: false; reason: "unavailable" | "misconfigured" | "rejected"; message: string };

const TIME_LIMIT_MS = 10_000;
/** More than any account may have. */
const MOST_ENDPOINTS = 100;

/** The webhook endpoints of the account. Restricted keys may not be allowed to ask. Never throws. */
export async function listWebhookEndpoints({ secretKey, api }: StripeSettings): Promise<EndpointsResult> {
  try {
    const stripe = new Stripe(secretKey, {
      ...api,
      timeout: TIME_LIMIT_MS,
      maxNetworkRetries: 0,
      telemetry: false,
    });
    const { data } = await stripe.webhookEndpoints.list({ limit: MOST_ENDPOINTS });
    return {
      ok: true,
      endpoints: data.map(({ url, status, enabled_events }) => ({
        url,
        isEnabled: status === "enabled",
        events: enabled_events,
      })),
    };
  } catch (error) {
    return failureOf(error);
  }
}
