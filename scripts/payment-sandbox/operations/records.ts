import type Stripe from "stripe";
import { EVENT_TYPES } from "../objects/event";
import { LIST_PARAMETERS, listPage } from "../protocol/lists";
import { list, text } from "../protocol/parameters";
import { listing, operation, retrieval } from "./operation";

/** Objects that can only be read. */

const charge = retrieval("charge", "/v1/charges");

const charges = listing("charge", "/v1/charges", { payment_intent: text(255) });

const paymentMethod = retrieval("payment_method", "/v1/payment_methods", "PaymentMethod");

const event = retrieval("event", "/v1/events");

const events = operation(
  "GET",
  "/v1/events",
  { ...LIST_PARAMETERS, type: text(100).optional(), types: list(text(100), 20).optional() },
  (work, input) => {
    const wanted = input.types ?? (input.type === undefined ? undefined : [input.type]);
    const type = wanted?.flatMap((word) => (word.endsWith(".*") ? typesOf(word.slice(0, -1)) : [word]));
    return listPage(work.store, "event", "/v1/events", input, { type });
  },
);

function typesOf(beginning: string): string[] {
  return EVENT_TYPES.filter((type) => type.startsWith(beginning));
}

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

const PAYOUTS = [retrieval("payout", "/v1/payouts"), listing("payout", "/v1/payouts", { status: text(50) })];

export const RECORDS = [
  ...PAYOUTS,
  charge,
  charges,
  paymentMethod,
  event,
  events,
  balanceTransactions,
  webhookEndpoints,
];
