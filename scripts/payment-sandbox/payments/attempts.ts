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

/** A payment, and the method with which it is attempted. */
interface Attempt {
  work: Work;
  intentId: string;
  methodId: string;
  wasChallenged: boolean;
}

const instrumentOf = ({ work, methodId }: Attempt) => methodNamed(work, methodId).hidden.instrument;

/**
 * Attempts an unpaid payment. `returnUrl`: where the buyer goes after a challenge; `inFrame`: the provider's script
 * shows the challenge within the shop's page instead.
 */
export function attemptPayment(
  work: Work,
  intentId: string,
  methodId: string,
  home: { returnUrl: string; inFrame?: boolean },
): AttemptResult {
  const attempt = { work, intentId, methodId, wasChallenged: false };
  const instrument = instrumentOf(attempt);
  if (instrument.kind === "debit") return sendOnItsWay(attempt, DEBIT_SECONDS);
  if (instrument.kind === "paypal") return askBuyer(attempt, { ...home, inFrame: false, asker: "paypal" });
  const { outcome } = cardNamed(instrument.card);
  if (outcome.kind === "challenge") return askBuyer(attempt, { ...home, asker: "bank" });
  return conclude(attempt, outcome.kind === "mistyped" ? { ...outcome, kind: "decline" } : outcome);
}

/** Continues after the buyer answered the bank's challenge, or PayPal's. */
export function attemptAfterChallenge(
  work: Work,
  intentId: string,
  methodId: string,
  answer: "complete" | "fail",
): AttemptResult {
  const attempt = { work, intentId, methodId, wasChallenged: false };
  const instrument = instrumentOf(attempt);
  if (answer === "fail") {
    return refuse(attempt, instrument.kind === "paypal" ? PAYPAL_CANCELLED : UNAUTHENTICATED, null);
  }
  const outcome = instrument.kind === "card" ? cardNamed(instrument.card).outcome : null;
  const verdict = outcome?.kind === "challenge" ? outcome.then : { kind: "pay" as const };
  return conclude({ ...attempt, wasChallenged: instrument.kind === "card" }, verdict);
}

/** Settles a processing payment: the money arrives, or its bank refuses it. */
export function settlePayment(work: Work, intentId: string, methodId: string): AttemptResult {
  const attempt = { work, intentId, methodId, wasChallenged: false };
  const instrument = instrumentOf(attempt);
  const verdict = instrument.kind === "debit" ? DEBIT_ACCOUNTS[instrument.account].verdict : null;
  if (verdict?.kind === "decline") return refuse(attempt, verdict.decline, writeCharge(attempt, verdict.decline));
  return takeMoney(attempt);
}

function askBuyer(
  { work, intentId, methodId }: Attempt,
  about: { returnUrl: string; inFrame?: boolean; asker: Challenge["asker"] },
): AttemptResult {
  const { returnUrl, inFrame = false, asker } = about;
  const challenge: Challenge = { id: newId("payatt"), paymentMethodId: methodId, asker, returnUrl };
  const url = `${work.publicOrigin}/${asker === "paypal" ? "paypal" : "3ds"}/${challenge.id}`;
  const intent = work.store.change(
    "payment_intent",
    intentId,
    {
      status: "requires_action",
      payment_method: methodId,
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
function sendOnItsWay({ work, intentId, methodId }: Attempt, seconds: number): AttemptResult {
  const due = secondOf(work) + (work.switches.settleSeconds || seconds);
  const intent = work.store.change(
    "payment_intent",
    intentId,
    { status: "processing", payment_method: methodId, next_action: null, last_payment_error: null },
    { hidden: { challenge: null, settling: methodId }, due },
  );
  emit(work, "payment_intent.processing", intent);
  return { outcome: "processing", intent };
}

function conclude(attempt: Attempt, verdict: Verdict): AttemptResult {
  if (verdict.kind === "decline") return refuse(attempt, verdict.decline, writeCharge(attempt, verdict.decline));
  const { settleSeconds } = attempt.work.switches;
  return settleSeconds > 0 ? sendOnItsWay(attempt, settleSeconds) : takeMoney(attempt);
}

const DONE = { hidden: { challenge: null, settling: null }, due: null };

function takeMoney(attempt: Attempt): AttemptResult {
  const { work, intentId, methodId } = attempt;
  const charge = writeCharge(attempt, null);
  const intent = work.store.change(
    "payment_intent",
    intentId,
    {
      status: "succeeded",
      amount_received: charge.amount,
      latest_charge: charge.id,
      payment_method: methodId,
      next_action: null,
      last_payment_error: null,
    },
    DONE,
  );
  emit(work, "payment_intent.succeeded", intent);
  followUp(work, charge, aftermathOf(instrumentOf(attempt)));
  return { outcome: "succeeded", intent };
}

function writeCharge({ work, intentId, methodId, wasChallenged }: Attempt, decline: Decline | null): Stripe.Charge {
  const second = secondOf(work);
  const intent = work.store.find("payment_intent", intentId)?.body;
  if (!intent) throw new Error(`There is no payment ${intentId} to charge.`);
  const method = methodNamed(work, methodId).body;
  let charge: Stripe.Charge = buildCharge({ intent, method, decline, wasChallenged }, second);
  work.store.insert("charge", charge, { hidden: null, parent: intentId, created: second });
  if (!decline) {
    const { id, amount, currency } = charge;
    const transaction = moveBalance(work, { kind: "charge", amount, currency, source: id });
    charge = work.store.change("charge", id, { balance_transaction: transaction.id });
  }
  emit(work, decline ? "charge.failed" : "charge.succeeded", charge);
  return charge;
}

function refuse({ work, intentId, methodId }: Attempt, decline: Decline, charge: Stripe.Charge | null): AttemptResult {
  const reason = withDocumentation({
    type: decline.code === UNAUTHENTICATED.code ? "invalid_request_error" : "card_error",
    code: decline.code,
    ...(decline.declineCode ? { decline_code: decline.declineCode } : {}),
    message: decline.message,
    ...(charge ? { charge: charge.id } : {}),
    payment_method: methodNamed(work, methodId).body,
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
    DONE,
  );
  emit(work, "payment_intent.payment_failed", intent);
  return { outcome: "declined", intent, decline, error: { ...reason, payment_intent: intent } };
}
