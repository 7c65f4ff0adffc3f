import type Stripe from "stripe";
import { framePage, messagePage, type Page } from "./frame";
import { html, pounds } from "./markup";

/**
 * The bank's challenge. `leadsTo`: where the buyer may end up after answering; `isFramed`: it is shown in a dialog over
 * the shop's page.
 */
export function challengePage(
  challengeId: string,
  intent: Stripe.PaymentIntent,
  last4: string,
  where: { leadsTo: readonly (string | null)[]; isFramed: boolean },
): Page {
  const { leadsTo, isFramed } = where;
  const total = pounds(intent.amount);
  const body = html`<h1>Confirm with your bank</h1>
<p>The bank of the test card ending in ${last4} asks whether you want to pay ${total}.</p>
<form class="buttons" method="post" action="/3ds/${challengeId}${isFramed && "?framed=1"}" data-question>
<button type="submit" name="answer" value="complete">Complete</button>
<button class="second" type="submit" name="answer" value="fail">Fail</button>
</form>
<p class="quiet">Complete confirms the payment. Fail refuses it, as a bank does when the code is wrong.</p>`;
  const script = isFramed ? ({ script: "question.js" } as const) : {};
  return framePage({ title: "Confirm with your bank", body, width: "narrow", goesTo: leadsTo, ...script });
}

/** The substitute for PayPal's own page. */
export function paypalPage(
  challengeId: string,
  intent: Stripe.PaymentIntent,
  leadsTo: readonly (string | null)[],
): Page {
  const total = pounds(intent.amount);
  const body = html`<h1>PayPal, for trying out</h1>
<p>Stands in for PayPal’s own page. ${intent.description && html`It is about ${intent.description}.`}</p>
<form class="buttons" method="post" action="/paypal/${challengeId}">
<button type="submit" name="answer" value="complete">Approve ${total}</button>
<button class="second" type="submit" name="answer" value="fail">Cancel and go back</button>
</form>`;
  return framePage({ title: "PayPal, for trying out", body, width: "narrow", goesTo: leadsTo });
}

/** Shown in the dialog until it closes. */
export function answeredPage(): Page {
  const body = html`<p data-answered>Thank you. One moment …</p>`;
  return framePage({ title: "Answered", body, width: "narrow", script: "question.js" });
}

export function oldChallengePage(): Page {
  return messagePage({
    status: 410,
    title: "This question is no longer asked",
    words: "It has been answered, or the payment was begun again. Go back to the page you were paying on.",
  });
}

export function returnedPage(): Page {
  return messagePage({
    status: 200,
    title: "You have answered your bank",
    words: "You can close this page.",
  });
}
