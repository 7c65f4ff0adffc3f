import type Stripe from "stripe";
import { LIST_PARAMETERS, listPage } from "../protocol/lists";
import { text } from "../protocol/parameters";
import { listing, operation } from "./operation";

/** Objects that are only read. */

const charges = listing("charge", "/v1/charges", { payment_intent: text(255) });

const events = listing("event", "/v1/events", { type: text(100) });

const balanceTransactions = operation(
  "GET",
  "/v1/balance_transactions",
  {
    ...LIST_PARAMETERS,
    type: text(50).optional(),
    source: text(255).optional(),
    currency: text(3).optional(),
    payout: text(255).optional(),
  },
  (work, input) => {
    const { type, source, currency, payout } = input;
    const where = { type, source, currency };
    return listPage(work.store, "balance_transaction", "/v1/balance_transactions", input, where, { payout });
  },
);

const webhookEndpoints = operation("GET", "/v1/webhook_endpoints", LIST_PARAMETERS, (work) => ({
  object: "list",
  data: work.endpoint
    ? [
        {
          id: "we_sandbox",
          object: "webhook_endpoint",
          api_version: null,
          application: null,
          created: 0,
          description: null,
          enabled_events: [...(work.endpoint.events ?? ["*"])],
          livemode: false,
          metadata: {},
          status: "enabled",
          url: work.endpoint.url,
        } satisfies Stripe.WebhookEndpoint,
      ]
    : [],
  has_more: false,
  url: "/v1/webhook_endpoints",
}));

const payouts = listing("payout", "/v1/payouts", { status: text(50) });

export const RECORDS = [charges, events, balanceTransactions, payouts, webhookEndpoints];
