import { type Instrument, isDebitAccount } from "../instruments";
import type { Challenge } from "../kinds";
import { idOf } from "../objects/refund";
import { answerChallenge, payCheckout, successUrlOf } from "../payments/checkout";
import type { Work } from "../work";
import { mistakesOf, readCard, readTyped } from "./card-form";
import { answeredPage, challengePage, oldChallengePage, paypalPage } from "./challenge-page";
import { checkoutPage, closedPage, unknownPage } from "./checkout-page";
import type { Page } from "./frame";

/** Pages for the buyer's browser: the payment page and the bank's challenge. Both work without scripts. */

export type PageResponse = Page | { goTo: string };

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

export function takeCheckout(work: Work, sessionId: string, form: URLSearchParams): PageResponse {
  const session = work.store.find("checkout.session", sessionId)?.body;
  if (!session) return unknownPage();
  // After a double click the buyer has paid once and continues.
  if (session.status === "complete") return { goTo: successUrlOf(session) };
  if (session.status !== "open") return closedPage(session);
  const lines = work.store.children("item", sessionId);
  const other = otherInstrument(form);
  const typed = readTyped(form);
  const reading = other ? null : readCard(typed, work.now);
  if (reading && !reading.ok) return checkoutPage(session, lines, { typed, mistakes: reading.mistakes });
  const email = session.customer_email;
  const result = work.store.transaction(() => {
    if (other) return payCheckout(work, sessionId, other, { holder: null, email });
    if (!reading) throw new Error("Nothing was chosen to pay with.");
    const { card, holder, expiryMonth: month, expiryYear: year } = reading;
    const instrument = { kind: "card", card: card.name } as const;
    return payCheckout(work, sessionId, instrument, { holder, email, expiry: { month, year } });
  });
  switch (result.outcome) {
    case "paid":
      return { goTo: result.successUrl };
    case "challenge":
      return { goTo: result.url };
    case "declined":
      return checkoutPage(session, lines, { typed, mistakes: mistakesOf(result.decline) });
  }
}

function otherInstrument(form: URLSearchParams): Instrument | null {
  if (form.get("method") === "paypal") return { kind: "paypal" };
  const account = form.get("account") ?? "";
  if (form.get("method") === "bacs_debit" && isDebitAccount(account)) return { kind: "debit", account };
  return null;
}

/** A challenge by its id, while this asker still asks it. */
function challengeNamed(work: Work, challengeId: string, asker: Challenge["asker"]) {
  const stored = work.store.intentOfChallenge(challengeId);
  const challenge = stored?.hidden.challenge;
  return stored && challenge?.asker === asker ? { stored, challenge } : null;
}

export function showChallenge(
  work: Work,
  challengeId: string,
  about: { asker: Challenge["asker"]; isFramed: boolean },
): Page {
  const found = challengeNamed(work, challengeId, about.asker);
  if (!found) return oldChallengePage();
  const { stored, challenge } = found;
  const session = stored.hidden.checkoutId
    ? work.store.find("checkout.session", stored.hidden.checkoutId)?.body
    : undefined;
  const leadsTo = [challenge.returnUrl, session?.success_url ?? null];
  if (about.asker === "paypal") return paypalPage(challengeId, stored.body, leadsTo);
  const method = work.store.find("payment_method", challenge.paymentMethodId)?.body;
  const where = { leadsTo, isFramed: about.isFramed };
  return challengePage(challengeId, stored.body, method?.card?.last4 ?? "", where);
}

export function takeChallenge(
  work: Work,
  challengeId: string,
  form: URLSearchParams,
  about: { asker: Challenge["asker"]; isFramed: boolean },
): PageResponse {
  const found = challengeNamed(work, challengeId, about.asker);
  const answer = form.get("answer");
  if (!found || (answer !== "complete" && answer !== "fail")) return oldChallengePage();
  const { stored } = found;
  const result = work.store.transaction(() => answerChallenge(work, stored.body.id, answer));
  if (about.isFramed) return answeredPage();
  switch (result.outcome) {
    case "paid":
      return { goTo: result.successUrl };
    case "return":
      return { goTo: result.url };
    case "declined":
      return { goTo: `${work.publicOrigin}/pay/${stored.hidden.checkoutId}` };
    case "challenge":
    case "unknown":
      return oldChallengePage();
  }
}

function fieldOfCode(code: string | undefined) {
  if (code === "expired_card") return "expiry";
  return code === "incorrect_cvc" ? "cvc" : "number";
}
