import type Stripe from "stripe";
import { newId } from "../identifiers";

export const API_VERSION = "2026-10-28.endive";

export const EVENT_TYPES = [
  "payment_intent.created",
  "payment_intent.processing",
  "payment_intent.requires_action",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.succeeded",
  "charge.failed",
  "charge.refunded",
  "charge.updated",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "checkout.session.completed",
  "checkout.session.expired",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "radar.early_fraud_warning.created",
] as const satisfies readonly Stripe.Event["type"][];
export type EventType = (typeof EVENT_TYPES)[number];

export function buildEvent(
  event: {
    type: EventType;
    object: object;
    before: object | null;
    request: { id: string | null; idempotencyKey: string | null };
    listeners: number;
  },
  second: number,
) {
  return {
    id: newId("evt"),
    object: "event",
    api_version: API_VERSION,
    created: second,
    data: event.before ? { object: event.object, previous_attributes: event.before } : { object: event.object },
    livemode: false,
    pending_webhooks: event.listeners,
    request: { id: event.request.id, idempotency_key: event.request.idempotencyKey },
    type: event.type,
  } satisfies Stripe.EventBase;
}
