import type Stripe from "stripe";
import { z } from "zod";
import { METHOD_TYPES } from "../instruments";
import { buildPaymentIntent } from "../objects/payment-intent";
import { attemptPayment } from "../payments/attempts";
import { cancelIntent } from "../payments/checkout";
import { invalid, noSuch, wrongState } from "../protocol/errors";
import { flag, group, integer, metadata, text, webAddress } from "../protocol/parameters";
import { emit } from "../webhooks/queue";
import { secondOf, type Work } from "../work";
import { checkAmount } from "./amounts";
import { setNames } from "./checkout-sessions";
import { asShipping, keepWritten, METHOD_DATA, SHIPPING } from "./element-data";
import { type Outcome, operation } from "./operation";

const ROOT = "/v1/payment_intents";
const WAITING = ["requires_payment_method", "requires_action"];

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
    description: text(1_000).optional(),
    metadata: metadata(),
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
        metadata: setNames(input.metadata),
        description: input.description ?? null,
        // Without a choice of methods the provider offers what the account allows, redirects included.
        automatic_payment_methods:
          automatic?.enabled === false
            ? null
            : { allow_redirects: automatic?.allow_redirects ?? "always", enabled: true },
        payment_method_types: [...METHOD_TYPES],
      },
      second,
    );
    work.store.insert("payment_intent", intent, {
      hidden: { checkoutId: null, challenge: null, settling: null },
      created: second,
    });
    emit(work, "payment_intent.created", intent);
    return intent;
  },
);

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

/** What the provider's script sends. */
const confirm = operation(
  "POST",
  `${ROOT}/:id/confirm`,
  {
    payment_method_data: METHOD_DATA,
    return_url: webAddress().optional(),
    shipping: SHIPPING.optional(),
    use_stripe_sdk: flag().optional(),
    client_secret: text(255),
  },
  (work, input, id): Outcome => {
    const intent = ownIntent(work, id, "confirm");
    if (!WAITING.includes(intent.status)) throw unexpectedState(intent, "confirm");
    const methodId = keepWritten(work, intent, input.payment_method_data);
    work.store.change("payment_intent", id, {
      payment_method: methodId,
      ...(input.shipping && { shipping: asShipping(input.shipping) }),
    });
    if (intent.automatic_payment_methods?.allow_redirects === "always" && input.return_url === undefined) {
      throw invalid(
        "This PaymentIntent accepts payment methods that redirect the customer. Provide a `return_url`, or set `automatic_payment_methods[allow_redirects]` to never.",
        { param: "return_url" },
      );
    }
    const home = `${work.publicOrigin}/returned`;
    const where = { returnUrl: input.return_url ?? home, inFrame: input.use_stripe_sdk };
    const result = attemptPayment(work, id, methodId, where);
    return result.outcome === "declined" ? { refused: { status: 402, error: result.error } } : result.intent;
  },
  "browsers",
);

const cancel = operation("POST", `${ROOT}/:id/cancel`, {}, (work, _asked, id) => {
  const intent = ownIntent(work, id, "cancel");
  if (!WAITING.includes(intent.status)) throw unexpectedState(intent, "cancel");
  return cancelIntent(work, id, null);
});

export const PAYMENT_INTENTS = [create, retrieve, confirm, cancel];
