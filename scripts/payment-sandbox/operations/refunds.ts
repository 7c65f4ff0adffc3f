import type Stripe from "stripe";
import { z } from "zod";
import { idOf } from "../objects/refund";
import { refundCharge } from "../payments/refunds";
import { noSuch, wrongState } from "../protocol/errors";
import { integer, metadata, text } from "../protocol/parameters";
import type { Work } from "../work";
import { setNames } from "./checkout-sessions";
import { listing, operation } from "./operation";

const ROOT = "/v1/refunds";

const create = operation(
  "POST",
  ROOT,
  {
    payment_intent: text(255),
    amount: integer({ least: 1 }).optional(),
    reason: z.enum(["duplicate", "fraudulent", "requested_by_customer"]).optional(),
    metadata: metadata(),
  },
  (work, input) => {
    const charge = chargeToRefund(work, input.payment_intent);
    const { amount, reason = null } = input;
    return refundCharge(work, charge, { amount, reason, metadata: setNames(input.metadata) });
  },
);

function chargeToRefund(work: Work, intentId: string): Stripe.Charge {
  const intent = work.store.find("payment_intent", intentId)?.body;
  if (!intent) throw noSuch("payment_intent", intentId, "payment_intent");
  const latest = idOf(intent.latest_charge);
  const charge = latest ? work.store.find("charge", latest)?.body : undefined;
  if (!charge || intent.status !== "succeeded") {
    throw wrongState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: "payment_intent_unexpected_state",
    });
  }
  return charge;
}

const listAll = listing("refund", ROOT, { payment_intent: text(255), charge: text(255) });

export const REFUNDS = [create, listAll];
