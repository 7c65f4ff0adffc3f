import type Stripe from "stripe";
import { z } from "zod";
import { METHOD_TYPES } from "../instruments";
import { buildPaymentIntent } from "../objects/payment-intent";
import { attemptPayment } from "../payments/attempts";
import { cancelIntent } from "../payments/checkout";
import { methodFor } from "../payments/methods";
import { invalid, noSuch, wrongState } from "../protocol/errors";
import { emailAddress, flag, group, integer, list, metadata, text, webAddress } from "../protocol/parameters";
import { emit } from "../webhooks/queue";
import { secondOf, type Work } from "../work";
import { checkAmount } from "./amounts";
import { setNames } from "./checkout-sessions";
import { asShipping, keepWritten, METHOD_DATA, SHIPPING } from "./element-data";
import { listing, type Outcome, operation } from "./operation";

const ROOT = "/v1/payment_intents";
const WAITING = ["requires_payment_method", "requires_confirmation", "requires_action"];

const create = operation(
  "POST",
  ROOT,
  {
    amount: integer({ least: 1 }),
    currency: text(3),
    automatic_payment_methods: group({
      enabled: flag(),
      allow_redirects: z.enum(["always", "never"]).optional(),
    }).optional(),
    payment_method_types: list(z.enum(METHOD_TYPES)).optional(),
    payment_method: text(255).optional(),
    confirm: flag().optional(),
    return_url: webAddress().optional(),
    description: text(1_000).optional(),
    metadata: metadata(),
    receipt_email: emailAddress().optional(),
  },
  (work, input) => {
    const second = secondOf(work);
    const currency = input.currency.toLowerCase();
    checkAmount(input.amount, currency, "amount");
    const automatic = input.automatic_payment_methods;
    const intent = buildPaymentIntent(
      {
        amount: input.amount,
        currency,
        metadata: setNames({}, input.metadata),
        description: input.description ?? null,
        receipt_email: input.receipt_email ?? null,
        // Without a choice of methods the provider offers what the account allows, redirects included.
        automatic_payment_methods:
          automatic?.enabled === false || input.payment_method_types
            ? null
            : { allow_redirects: automatic?.allow_redirects ?? "always", enabled: true },
        payment_method_types: input.payment_method_types ?? [...METHOD_TYPES],
        payment_method: input.payment_method ? methodFor(work, input.payment_method) : null,
      },
      second,
    );
    work.store.insert("payment_intent", intent, {
      hidden: { checkoutId: null, challenge: null, settling: null },
      created: second,
    });
    emit(work, "payment_intent.created", intent);
    return input.confirm ? confirmIntent(work, intent, input.return_url) : intent;
  },
);

function confirmIntent(
  work: Work,
  intent: Stripe.PaymentIntent,
  returnUrl: string | undefined,
  inFrame = false,
): Outcome {
  if (!WAITING.includes(intent.status)) throw unexpectedState(intent, "confirm");
  if (typeof intent.payment_method !== "string") {
    throw wrongState(
      "You cannot confirm this PaymentIntent because it's missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.",
      { code: "payment_intent_unexpected_state", payment_intent: intent },
    );
  }
  if (intent.automatic_payment_methods?.allow_redirects === "always" && returnUrl === undefined) {
    throw invalid(
      "This PaymentIntent accepts payment methods that redirect the customer. Provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to never.",
      { param: "return_url" },
    );
  }
  const home = `${work.publicOrigin}/returned`;
  const where = { returnUrl: returnUrl ?? home, inFrame };
  const result = attemptPayment(work, intent.id, intent.payment_method, where);
  return result.outcome === "declined" ? { refused: { status: 402, error: result.error } } : result.intent;
}

function unexpectedState(intent: Stripe.PaymentIntent, action: string) {
  return wrongState(`This PaymentIntent's status is ${intent.status}, so you cannot ${action} it.`, {
    code: "payment_intent_unexpected_state",
    payment_intent: intent,
  });
}

function intentOf(work: Work, id: string) {
  const stored = work.store.find("payment_intent", id);
  if (!stored) throw noSuch("payment_intent", id, "intent");
  return stored;
}

/** A payment that belongs to a checkout page can be changed only by that page. */
function ownIntent(work: Work, id: string, action: string): Stripe.PaymentIntent {
  const { body, hidden } = intentOf(work, id);
  if (hidden.checkoutId) {
    throw wrongState(
      `You cannot ${action} this PaymentIntent because it was created by a Checkout Session. Expire the Checkout Session ${hidden.checkoutId} instead.`,
      { code: "payment_intent_unexpected_state", payment_intent: body },
    );
  }
  return body;
}

const retrieve = operation(
  "GET",
  `${ROOT}/:id`,
  { client_secret: text(255).optional() },
  (work, _asked, id) => intentOf(work, id).body,
  "browsers",
);

const update = operation(
  "POST",
  `${ROOT}/:id`,
  {
    amount: integer({ least: 1 }).optional(),
    payment_method: text(255).optional(),
    description: text(1_000).optional(),
    metadata: metadata(),
    receipt_email: emailAddress().optional(),
  },
  (work, input, id) => {
    const { amount, payment_method: methodId } = input;
    const movesMoney = amount !== undefined || methodId !== undefined;
    const intent = movesMoney ? ownIntent(work, id, "update") : intentOf(work, id).body;
    if (movesMoney && !WAITING.includes(intent.status)) throw unexpectedState(intent, "update");
    if (amount !== undefined) checkAmount(amount, intent.currency, "amount");
    const method = methodId === undefined ? undefined : methodFor(work, methodId);
    const chosen = { payment_method: method, status: "requires_confirmation", next_action: null } as const;
    return work.store.change(
      "payment_intent",
      id,
      {
        ...(amount === undefined ? {} : { amount }),
        ...(method === undefined ? {} : chosen),
        ...(input.description === undefined ? {} : { description: input.description }),
        ...(input.receipt_email === undefined ? {} : { receipt_email: input.receipt_email }),
        metadata: setNames(intent.metadata, input.metadata),
      },
      method === undefined ? {} : { hidden: { challenge: null } },
    );
  },
);

const confirm = operation(
  "POST",
  `${ROOT}/:id/confirm`,
  {
    payment_method: text(255).optional(),
    payment_method_data: METHOD_DATA.optional(),
    return_url: webAddress().optional(),
    receipt_email: emailAddress().optional(),
    shipping: SHIPPING.optional(),
    use_stripe_sdk: flag().optional(),
    client_secret: text(255).optional(),
  },
  (work, input, id) => {
    const intent = ownIntent(work, id, "confirm");
    if (!WAITING.includes(intent.status)) throw unexpectedState(intent, "confirm");
    const { payment_method: method, payment_method_data: written, receipt_email: email, shipping } = input;
    const methodId = written ? keepWritten(work, intent, written) : method && methodFor(work, method);
    const ready = work.store.change("payment_intent", id, {
      ...(methodId === undefined ? {} : { payment_method: methodId }),
      ...(email === undefined ? {} : { receipt_email: email }),
      ...(shipping === undefined ? {} : { shipping: asShipping(shipping) }),
    });
    return confirmIntent(work, ready, input.return_url, input.use_stripe_sdk);
  },
  "browsers",
);

const cancel = operation(
  "POST",
  `${ROOT}/:id/cancel`,
  { cancellation_reason: z.enum(["abandoned", "duplicate", "fraudulent", "requested_by_customer"]).optional() },
  (work, input, id) => {
    const intent = ownIntent(work, id, "cancel");
    if (!WAITING.includes(intent.status)) throw unexpectedState(intent, "cancel");
    return cancelIntent(work, id, input.cancellation_reason ?? null);
  },
);

const listAll = listing("payment_intent", ROOT, {});

export const PAYMENT_INTENTS = [create, listAll, retrieve, update, confirm, cancel];
