import type Stripe from "stripe";
import type { Instrument } from "../instruments";
import { buildCustomerDetails } from "../objects/checkout-session";
import { buildPaymentIntent } from "../objects/payment-intent";
import { idOf } from "../objects/refund";
import { emit } from "../webhooks/queue";
import { secondOf, type Work } from "../work";
import { type AttemptResult, attemptAfterChallenge, attemptPayment, settlePayment } from "./attempts";
import { keepMethod, type Payer } from "./methods";
import { arrive, makePayouts } from "./payouts";
import { settleRefund } from "./refunds";

/**
 * A checkout page: open until it is complete or has expired, both of which are final. Its payment is created by the
 * first attempt to pay, and belongs to the page alone.
 */

export type PayResult =
  | { outcome: "paid"; successUrl: string }
  | { outcome: "challenge"; url: string }
  | { outcome: "declined"; decline: Extract<AttemptResult, { outcome: "declined" }>["decline"] };

/** Pays a page. @throws Error when the page is not open, which the caller has checked. */
export function payCheckout(work: Work, sessionId: string, instrument: Instrument, payer: Payer): PayResult {
  const session = work.store.find("checkout.session", sessionId)?.body;
  if (session?.status !== "open") throw new Error(`The page ${sessionId} is not open.`);
  const method = keepMethod(work, instrument, payer);
  const intentId = idOf(session.payment_intent) ?? openIntent(work, session).id;
  const returnUrl = `${work.publicOrigin}/pay/${sessionId}`;
  const result = attemptPayment(work, intentId, method.id, { returnUrl });
  return report(work, sessionId, result, payer.holder);
}

/** Answers the bank's challenge. `unknown`: no such challenge, or it is already answered. */
export function answerChallenge(
  work: Work,
  intentId: string,
  answer: "complete" | "fail",
): PayResult | { outcome: "unknown" } | { outcome: "return"; url: string } {
  const stored = work.store.find("payment_intent", intentId);
  const challenge = stored?.hidden.challenge;
  if (!stored || !challenge || stored.body.status !== "requires_action") return { outcome: "unknown" };
  const { checkoutId } = stored.hidden;
  const holder = work.store.find("payment_method", challenge.paymentMethodId)?.body.billing_details.name;
  const result = attemptAfterChallenge(work, intentId, challenge.paymentMethodId, answer);
  if (checkoutId) return report(work, checkoutId, result, holder ?? null);
  return { outcome: "return", url: withIntent(challenge.returnUrl, result.intent) };
}

/** Expires an open page; its payment is cancelled. */
export function expireCheckout(work: Work, sessionId: string): Stripe.Checkout.Session {
  const session = work.store.change("checkout.session", sessionId, { status: "expired", url: null }, { due: null });
  const intentId = idOf(session.payment_intent);
  if (intentId) cancelIntent(work, intentId, "expired");
  emit(work, "checkout.session.expired", session);
  return session;
}

export function cancelIntent(
  work: Work,
  intentId: string,
  reason: Stripe.PaymentIntent.CancellationReason | null,
): Stripe.PaymentIntent {
  const intent = work.store.change(
    "payment_intent",
    intentId,
    { status: "canceled", canceled_at: secondOf(work), cancellation_reason: reason, next_action: null },
    { hidden: { challenge: null } },
  );
  emit(work, "payment_intent.canceled", intent);
  return intent;
}

/** Runs what is due: pages expire, processing payments settle, refunds end, payouts leave and arrive. */
export function runDue(work: Work): void {
  work.store.transaction(() => {
    const due = work.store.due(secondOf(work));
    for (const { kind, id } of due) {
      if (kind === "checkout.session") expireCheckout(work, id);
      if (kind === "payment_intent") settle(work, id);
      if (kind === "refund") settleRefund(work, id);
      if (kind === "payout") arrive(work, id);
    }
    makePayouts(
      work,
      due.filter(({ kind }) => kind === "balance_transaction"),
    );
  });
}

function settle(work: Work, intentId: string): void {
  const hidden = work.store.find("payment_intent", intentId)?.hidden;
  if (!hidden?.settling) return;
  const { outcome } = settlePayment(work, intentId, hidden.settling);
  if (!hidden.checkoutId) return;
  if (outcome === "declined") {
    const session = work.store.find("checkout.session", hidden.checkoutId)?.body;
    if (session) emit(work, "checkout.session.async_payment_failed", session);
    return;
  }
  const session = work.store.change("checkout.session", hidden.checkoutId, { payment_status: "paid" });
  emit(work, "checkout.session.async_payment_succeeded", session);
}

function openIntent(work: Work, session: Stripe.Checkout.Session): Stripe.PaymentIntent {
  const second = secondOf(work);
  const hidden = work.store.find("checkout.session", session.id)?.hidden;
  const intent = buildPaymentIntent(
    {
      amount: session.amount_total ?? 0,
      currency: session.currency ?? "gbp",
      metadata: hidden?.intentMetadata ?? {},
      description: hidden?.intentDescription ?? null,
      payment_method_types: session.payment_method_types,
      automatic_payment_methods: null,
    },
    second,
  );
  work.store.insert("payment_intent", intent, {
    hidden: { checkoutId: session.id, challenge: null, settling: null },
    parent: session.id,
    created: second,
  });
  work.store.change("checkout.session", session.id, { payment_intent: intent.id });
  emit(work, "payment_intent.created", intent);
  return intent;
}

function report(work: Work, sessionId: string, result: AttemptResult, holder: string | null): PayResult {
  if (result.outcome === "declined") return { outcome: "declined", decline: result.decline };
  if (result.outcome === "requires_action") {
    return { outcome: "challenge", url: result.intent.next_action?.redirect_to_url?.url ?? "" };
  }
  const before = work.store.find("checkout.session", sessionId)?.body;
  const session = work.store.change(
    "checkout.session",
    sessionId,
    {
      status: "complete",
      payment_status: result.outcome === "succeeded" ? "paid" : "unpaid",
      url: null,
      customer_details: buildCustomerDetails(before?.customer_email ?? null, holder),
    },
    { due: null },
  );
  emit(work, "checkout.session.completed", session);
  return { outcome: "paid", successUrl: successUrlOf(session) };
}

/** Where a buyer goes after payment. */
export function successUrlOf(session: Stripe.Checkout.Session): string {
  return (session.success_url ?? "").replaceAll("{CHECKOUT_SESSION_ID}", session.id);
}

/** A payment's return address carries its id and secret, as the provider's does. */
function withIntent(url: string, intent: Stripe.PaymentIntent): string {
  const address = new URL(url);
  address.searchParams.set("payment_intent", intent.id);
  address.searchParams.set("payment_intent_client_secret", intent.client_secret ?? "");
  address.searchParams.set("redirect_status", intent.status === "succeeded" ? "succeeded" : "failed");
  return address.href;
}
