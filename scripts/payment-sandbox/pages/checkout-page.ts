import type Stripe from "stripe";
import { TEST_CARDS } from "../cards";
import { DEBIT_ACCOUNTS, DEBIT_NUMBERS, DEBIT_SECONDS } from "../instruments";
import type { LineItem } from "../kinds";
import { successUrlOf } from "../payments/checkout";
import { type FieldName, type Mistakes, ONLY_TEST_CARDS, type Typed } from "./card-form";
import { framePage, messagePage, type Page } from "./frame";
import { html, inFours, type Markup, pounds } from "./markup";

type Session = Stripe.Checkout.Session;

const EMPTY: Typed = { number: "", expiry: "", cvc: "", holder: "" };

/** The payment page, with everything typed before except the number and the security code. */
export function checkoutPage(
  session: Session,
  lines: readonly LineItem[],
  again?: { typed?: Typed; mistakes: Mistakes },
): Page {
  const typed = again?.typed ?? EMPTY;
  const mistakes = again?.mistakes ?? {};
  const total = pounds(session.amount_total ?? 0);
  const hasMistakes = Object.keys(mistakes).length > 0;
  const body = html`${session.cancel_url && html`<a class="back" href="${session.cancel_url}">Back to the shop</a>`}
${hasMistakes && mistakeSummary(mistakes)}
<div class="columns">
<section aria-labelledby="order">
<h1 id="order">Your order</h1>
<p class="total">${total}</p>
<ul class="lines">
${lines.map((line) => html`<li><span>${line.name}${line.quantity > 1 && html` <span class="quiet">× ${line.quantity}</span>`}</span><span class="sum">${pounds(line.amount)}</span></li>`)}
<li class="last"><span>Total due</span><span class="sum">${total}</span></li>
</ul>
</section>
<section aria-labelledby="card">
<h2 id="card">Pay with a test card</h2>
${session.customer_email && html`<p class="quiet">The receipt goes to ${session.customer_email}</p>`}
<form method="post" action="/pay/${session.id}" novalidate>
${field({ name: "number", label: "Card number", value: "", autocomplete: "cc-number", numeric: true, mistakes })}
<div class="pair">
${field({ name: "expiry", label: "Expiry date", hint: "MM / YY", value: typed.expiry, autocomplete: "cc-exp", numeric: true, mistakes })}
${field({ name: "cvc", label: "Security code", hint: "3 digits", value: "", autocomplete: "cc-csc", numeric: true, mistakes })}
</div>
${field({ name: "holder", label: "Name on card", value: typed.holder, autocomplete: "cc-name", numeric: false, mistakes })}
<button type="submit">Pay ${total}</button>
</form>
${otherMethods(session, total)}
<details${mistakes.number === ONLY_TEST_CARDS && html` open`}>
<summary>Test cards</summary>
<p>Any date to come, any three digits and any name go with them.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">The card …</th></tr></thead>
<tbody>
${TEST_CARDS.filter((card) => card.promise !== null).map((card) => html`<tr><td class="number">${inFours(card.number)}</td><td>${card.promise}</td></tr>`)}
</tbody>
</table>
</details>
</section>
</div>`;
  return framePage({
    status: hasMistakes && again?.typed ? 422 : 200,
    title: `Pay ${total}`,
    body,
    hasMistakes,
    goesTo: [session.success_url],
  });
}

/** Payment methods without a card. */
function otherMethods(session: Session, total: string): Markup {
  const offers = (type: string) => session.payment_method_types.includes(type);
  return html`${
    offers("paypal") &&
    html`<form class="other" method="post" action="/pay/${session.id}">
<h2>Or with PayPal</h2>
<button class="second" type="submit" name="method" value="paypal">Pay ${total} with PayPal</button>
</form>`
  }${
    offers("bacs_debit") &&
    html`<form class="other" method="post" action="/pay/${session.id}">
<h2>Or by bank debit (test)</h2>
<div class="field"><label for="account">What the bank will do, ${DEBIT_SECONDS} seconds later</label><select id="account" name="account">
${DEBIT_NUMBERS.map((number) => html`<option value="${number}">${DEBIT_ACCOUNTS[number].promise}</option>`)}
</select></div>
<button class="second" type="submit" name="method" value="bacs_debit">Pay ${total} by bank debit</button>
</form>`
  }`;
}

function field(input: {
  name: FieldName;
  label: string;
  hint?: string;
  value: string;
  autocomplete: string;
  numeric: boolean;
  mistakes: Mistakes;
}): Markup {
  const { name, label, hint, value, autocomplete, numeric } = input;
  const mistake = input.mistakes[name];
  const describedBy = [hint && `${name}-hint`, mistake && `${name}-error`].filter(Boolean).join(" ");
  return html`<div class="field${mistake && " wrong"}">
<label for="${name}">${label}</label>
${hint && html`<span class="hint" id="${name}-hint">${hint}</span>`}
${mistake && html`<span class="error" id="${name}-error">${mistake}</span>`}
<input type="text" id="${name}" name="${name}" value="${value}" autocomplete="${autocomplete}"${numeric && html` inputmode="numeric"`} spellcheck="false" required${describedBy && html` aria-describedby="${describedBy}"`}${mistake && html` aria-invalid="true"`}>
</div>`;
}

function mistakeSummary(mistakes: Mistakes): Markup {
  return html`<div class="summary" role="alert" aria-labelledby="mistakes">
<h2 id="mistakes">There is a problem</h2>
<ul>
${Object.entries(mistakes).map(([name, mistake]) => html`<li><a href="#${name}">${mistake}</a></li>`)}
</ul>
</div>`;
}

/** The message of a page that is no longer open. */
export function closedPage(session: Session): Page {
  if (session.status === "complete") {
    return messagePage({
      status: 200,
      title: "This has been paid",
      words: "There is nothing more to pay on this page.",
      link: { url: successUrlOf(session), label: "Go on to the shop" },
    });
  }
  const link = session.cancel_url && {
    url: session.cancel_url,
    label: "Back to the shop",
  };
  return messagePage({
    status: 410,
    title: "This page has expired",
    words: "Nothing was paid. Go back to begin the payment again.",
    link: link || null,
  });
}

export function unknownPage(): Page {
  return messagePage({
    status: 404,
    title: "Page not found",
    words: "There is nothing to pay at this address.",
  });
}
