import type Stripe from "stripe";
import { cardNamed, type Decline, type Verdict } from "../cards";
import { newId } from "../identifiers";
import { aftermathOf, DEBIT_ACCOUNTS, DEBIT_SECONDS, PAYPAL_CANCELLED } from "../instruments";
import type { Challenge } from "../kinds";
import { buildCharge } from "../objects/charge";
import { type ErrorBody, withDocumentation } from "../protocol/errors";
import { emit } from "../webhooks/queue";
import { secondOf, type Work } from "../work";
import { followUp } from "./disputes";
import { methodNamed } from "./methods";
import { moveBalance } from "./payouts";

/**
 * One attempt to take money with one card. A payment moves from awaiting a card to succeeded, or back with the reason
 * of the refusal; in between the bank may challenge the buyer, or the money may be processing. Only this file creates
 * charges.
 */

export type AttemptResult =
  | { outcome: "succeeded" | "processing" | "requires_action"; intent: Stripe.PaymentIntent }
  | { outcome: "declined"; intent: Stripe.PaymentIntent; decline: Decline; error: ErrorBody };

const UNAUTHENTICATED: Decline = {
  code: "payment_intent_authentication_failure",
  declineCode: null,
  message: "We are unable to authenticate your payment method. Please choose a different payment method and try again.",
  field: "number",
};

/**
 * Attempts an unpaid payment. `returnUrl`: where the buyer goes after a challenge; `inFrame`: the provider's script
 * shows the challenge within the shop's page instead.
 */
export function attemptPayment(
  work: Work,
  intentId: string,
  paymentMethodId: string,
  home: { returnUrl: string; inFrame?: boolean },
): AttemptResult {
  const { instrument } = methodNamed(work, paymentMethodId).hidden;
  if (instrument.kind === "debit") return sendOnItsWay(work, intentId, paymentMethodId, DEBIT_SECONDS);
  if (instrument.kind === "paypal") {
    return askBuyer(work, intentId, paymentMethodId, { ...home, inFrame: false, asker: "paypal" });
  }
  const { outcome } = cardNamed(instrument.card);
  if (outcome.kind === "challenge") return askBuyer(work, intentId, paymentMethodId, { ...home, asker: "bank" });
  const verdict: Verdict = outcome.kind === "mistyped" ? { ...outcome, kind: "decline" } : outcome;
  return conclude(work, intentId, paymentMethodId, verdict, false);
}

/** Continues after the buyer answered the bank's challenge, or PayPal's. */
export function attemptAfterChallenge(
  work: Work,
  intentId: string,
  paymentMethodId: string,
  answer: "complete" | "fail",
): AttemptResult {
  const { instrument } = methodNamed(work, paymentMethodId).hidden;
  if (answer === "fail") {
    const decline = instrument.kind === "paypal" ? PAYPAL_CANCELLED : UNAUTHENTICATED;
    return refuse(work, intentId, paymentMethodId, decline, null);
  }
  const outcome = instrument.kind === "card" ? cardNamed(instrument.card).outcome : null;
  const verdict = outcome?.kind === "challenge" ? outcome.then : { kind: "pay" as const };
  return conclude(work, intentId, paymentMethodId, verdict, instrument.kind === "card");
}

/** Settles a processing payment: the money arrives, or its bank refuses it. */
export function settlePayment(work: Work, intentId: string, paymentMethodId: string): AttemptResult {
  const { instrument } = methodNamed(work, paymentMethodId).hidden;
  const verdict = instrument.kind === "debit" ? DEBIT_ACCOUNTS[instrument.account].verdict : null;
  if (verdict?.kind === "decline") {
    const charge = writeCharge(work, intentId, paymentMethodId, verdict.decline, false);
    return refuse(work, intentId, paymentMethodId, verdict.decline, charge);
  }
  return { outcome: "succeeded", intent: takeMoney(work, intentId, paymentMethodId, false) };
}

function askBuyer(
  work: Work,
  intentId: string,
  paymentMethodId: string,
  about: { returnUrl: string; inFrame?: boolean; asker: Challenge["asker"] },
): AttemptResult {
  const { returnUrl, inFrame = false, asker } = about;
  const challenge: Challenge = { id: newId("payatt"), paymentMethodId, asker, returnUrl };
  const url = `${work.publicOrigin}/${asker === "paypal" ? "paypal" : "3ds"}/${challenge.id}`;
  const intent = work.store.change(
    "payment_intent",
    intentId,
    {
      status: "requires_action",
      payment_method: paymentMethodId,
      last_payment_error: null,
      next_action: inFrame
        ? { type: "use_stripe_sdk", use_stripe_sdk: { type: "three_d_secure_redirect", stripe_js: url } }
        : { type: "redirect_to_url", redirect_to_url: { url, return_url: returnUrl } },
    },
    { hidden: { challenge } },
  );
  emit(work, "payment_intent.requires_action", intent);
  return { outcome: "requires_action", intent };
}

/** Marks a payment as processing; it settles after this many seconds, or as the switch says. */
function sendOnItsWay(work: Work, intentId: string, paymentMethodId: string, seconds: number): AttemptResult {
  const intent = work.store.change(
    "payment_intent",
    intentId,
    { status: "processing", payment_method: paymentMethodId, next_action: null, last_payment_error: null },
    {
      hidden: { challenge: null, settling: paymentMethodId },
      due: secondOf(work) + (work.switches.settleSeconds || seconds),
    },
  );
  emit(work, "payment_intent.processing", intent);
  return { outcome: "processing", intent };
}

function conclude(
  work: Work,
  intentId: string,
  paymentMethodId: string,
  verdict: Verdict,
  wasChallenged: boolean,
): AttemptResult {
  if (verdict.kind === "decline") {
    const charge = writeCharge(work, intentId, paymentMethodId, verdict.decline, wasChallenged);
    return refuse(work, intentId, paymentMethodId, verdict.decline, charge);
  }
  if (work.switches.settleSeconds > 0) {
    return sendOnItsWay(work, intentId, paymentMethodId, work.switches.settleSeconds);
  }
  return { outcome: "succeeded", intent: takeMoney(work, intentId, paymentMethodId, wasChallenged) };
}

function takeMoney(
  work: Work,
  intentId: string,
  paymentMethodId: string,
  wasChallenged: boolean,
): Stripe.PaymentIntent {
  const charge = writeCharge(work, intentId, paymentMethodId, null, wasChallenged);
  const intent = work.store.change(
    "payment_intent",
    intentId,
    {
      status: "succeeded",
      amount_received: charge.amount,
      latest_charge: charge.id,
      payment_method: paymentMethodId,
      next_action: null,
      last_payment_error: null,
    },
    { hidden: { challenge: null, settling: null }, due: null },
  );
  emit(work, "payment_intent.succeeded", intent);
  followUp(work, charge, aftermathOf(methodNamed(work, paymentMethodId).hidden.instrument));
  return intent;
}

function writeCharge(
  work: Work,
  intentId: string,
  paymentMethodId: string,
  decline: Decline | null,
  wasChallenged: boolean,
): Stripe.Charge {
  const second = secondOf(work);
  const intent = work.store.find("payment_intent", intentId)?.body;
  if (!intent) throw new Error(`There is no payment ${intentId} to charge.`);
  const method = methodNamed(work, paymentMethodId).body;
  let charge: Stripe.Charge = buildCharge({ intent, method, decline, wasChallenged }, second);
  work.store.insert("charge", charge, { hidden: null, parent: intentId, created: second });
  if (!decline) {
    const move = {
      kind: "charge",
      amount: charge.amount,
      currency: charge.currency,
      source: charge.id,
    } as const;
    const transaction = moveBalance(work, move);
    charge = work.store.change("charge", charge.id, { balance_transaction: transaction.id });
  }
  emit(work, decline ? "charge.failed" : "charge.succeeded", charge);
  return charge;
}

function refuse(
  work: Work,
  intentId: string,
  paymentMethodId: string,
  decline: Decline,
  charge: Stripe.Charge | null,
): AttemptResult {
  const reason = withDocumentation({
    type: decline.code === UNAUTHENTICATED.code ? "invalid_request_error" : "card_error",
    code: decline.code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    message: decline.message,
    ...(charge ? { charge: charge.id } : {}),
    payment_method: methodNamed(work, paymentMethodId).body,
  });
  const intent = work.store.change(
    "payment_intent",
    intentId,
    {
      status: "requires_payment_method",
      payment_method: null,
      next_action: null,
      last_payment_error: reason,
      ...(charge ? { latest_charge: charge.id } : {}),
    },
    { hidden: { challenge: null, settling: null }, due: null },
  );
  emit(work, "payment_intent.payment_failed", intent);
  return { outcome: "declined", intent, decline, error: { ...reason, payment_intent: intent } };
}
