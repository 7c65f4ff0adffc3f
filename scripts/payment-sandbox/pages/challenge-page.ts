import type Stripe from "stripe";
import { framePage, messagePage, type Page } from "./frame";
import { html, pounds } from "./markup";

/** The bank's question. `leadsTo`: where the buyer may end up after answering. */
export function challengePage(
  challengeId: string,
  intent: Stripe.PaymentIntent,
  last4: string,
  leadsTo: readonly (string | null)[],
): Page {
  const total = pounds(intent.amount);
  const body = html`<h1>Confirm with your bank</h1>
<p>The bank of the test card ending in ${last4} asks whether you want to pay ${total}.</p>
<form class="buttons" method="post" action="/3ds/${challengeId}">
<button type="submit" name="answer" value="complete">Complete</button>
<button class="second" type="submit" name="answer" value="fail">Fail</button>
</form>
<p class="quiet">Complete confirms the payment. Fail refuses it, as a bank does when the code is wrong.</p>`;
  return framePage({ title: "Confirm with your bank", body, width: "narrow", goesTo: leadsTo });
}

export function oldChallengePage(): Page {
  return messagePage({
    status: 410,
    title: "This question is no longer asked",
    words: "It has been answered, or the payment was begun anew. Go back to the page you were paying on.",
  });
}

export function returnedPage(): Page {
  return messagePage({
    status: 200,
    title: "You have answered your bank",
    words: "You can close this page.",
  });
}
