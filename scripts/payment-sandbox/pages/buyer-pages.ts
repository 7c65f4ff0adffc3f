import { idOf } from "../objects/refund";
import { answerChallenge, payCheckout, successUrlOf } from "../payments/checkout";
import type { Work } from "../work";
import { mistakesOf, readCard, readTyped } from "./card-form";
import { challengePage, oldChallengePage } from "./challenge-page";
import { checkoutPage, closedPage, unknownPage } from "./checkout-page";
import type { Page } from "./frame";

/** What a buyer's browser asks for: the page to pay on and the bank's question. Both work without scripts. */

export type PageAnswer = Page | { goTo: string };

export function showCheckout(work: Work, sessionId: string): Page {
  const session = work.store.find("checkout.session", sessionId)?.body;
  if (!session) return unknownPage();
  if (session.status !== "open") return closedPage(session);
  const intentId = idOf(session.payment_intent);
  const refusal = intentId && work.store.find("payment_intent", intentId)?.body.last_payment_error;
  const again = refusal
    ? { mistakes: mistakesOf({ field: fieldOfCode(refusal.code), message: refusal.message ?? "" }) }
    : undefined;
  return checkoutPage(session, work.store.children("item", sessionId), again);
}

export function takeCheckout(work: Work, sessionId: string, form: URLSearchParams): PageAnswer {
  const session = work.store.find("checkout.session", sessionId)?.body;
  if (!session) return unknownPage();
  // Whoever pressed the button twice has paid once and goes on.
  if (session.status === "complete") return { goTo: successUrlOf(session) };
  if (session.status !== "open") return closedPage(session);
  const lines = work.store.children("item", sessionId);
  const typed = readTyped(form);
  const reading = readCard(typed, work.now);
  if (!reading.ok) return checkoutPage(session, lines, { typed, mistakes: reading.mistakes });
  const facts = { ...reading, email: session.customer_email };
  const result = work.store.transaction(() => payCheckout(work, sessionId, facts));
  switch (result.outcome) {
    case "paid":
      return { goTo: result.successUrl };
    case "challenge":
      return { goTo: result.url };
    case "declined":
      return checkoutPage(session, lines, { typed, mistakes: mistakesOf(result.decline) });
  }
}

export function showChallenge(work: Work, challengeId: string): Page {
  const kept = work.store.intentOfChallenge(challengeId);
  const challenge = kept?.hidden.challenge;
  if (!kept || !challenge) return oldChallengePage();
  const method = work.store.find("payment_method", challenge.paymentMethodId)?.body;
  const session = kept.hidden.checkoutId
    ? work.store.find("checkout.session", kept.hidden.checkoutId)?.body
    : undefined;
  const leadsTo = [challenge.returnUrl, session?.success_url ?? null];
  return challengePage(challengeId, kept.body, method?.card?.last4 ?? "", leadsTo);
}

export function takeChallenge(work: Work, challengeId: string, form: URLSearchParams): PageAnswer {
  const kept = work.store.intentOfChallenge(challengeId);
  const answer = form.get("answer");
  if (!kept || (answer !== "complete" && answer !== "fail")) return oldChallengePage();
  const result = work.store.transaction(() => answerChallenge(work, kept.body.id, answer));
  switch (result.outcome) {
    case "paid":
      return { goTo: result.successUrl };
    case "return":
      return { goTo: result.url };
    case "declined":
      return { goTo: `${work.publicOrigin}/pay/${kept.hidden.checkoutId}` };
    case "challenge":
    case "unknown":
      return oldChallengePage();
  }
}

function fieldOfCode(code: string | undefined) {
  if (code === "expired_card") return "expiry";
  return code === "incorrect_cvc" ? "cvc" : "number";
}
