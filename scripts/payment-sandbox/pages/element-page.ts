import { TEST_CARDS } from "../cards";
import { DEBIT_ACCOUNTS, DEBIT_NUMBERS, DEBIT_SECONDS } from "../instruments";
import { framePage, type Page } from "./frame";
import { html, inFours, type Markup } from "./markup";

/** The page in the element's frame: the payment methods, and the form of the chosen one. */
export function elementPage(): Page {
  const body = html`<h1 class="hidden">Payment</h1>
<form novalidate>
<fieldset>
<legend class="hidden">How would you like to pay?</legend>
${method("card", "Card", true, html`<span class="brands" aria-hidden="true"><span>VISA</span><span>MC</span><span>AMEX</span></span>`)}
<div class="panel" data-panel="card">
${field("number", "Card number", "cc-number", "0000 0000 0000 0000", true)}
<div class="pair">
${field("expiry", "Expiry date", "cc-exp", "For example, 09/28", true)}
${field("cvc", "Security code", "cc-csc", "Three digits on the back", true)}
</div>
${field("holder", "Name on card", "cc-name", "", false)}
<details>
<summary>Test cards</summary>
<p class="quiet">No real card works here. Any later date, any three digits and any name go with these.</p>
<ul class="cards">
${TEST_CARDS.filter((card) => card.promise !== null).map((card) => html`<li><code>${inFours(card.number)}</code> ${card.promise}</li>`)}
</ul>
</details>
</div>
${method("paypal", "PayPal", false, null)}
<div class="panel" data-panel="paypal" hidden>
<p>You go on to PayPal, approve the payment there, and come back.</p>
</div>
${method("bacs_debit", "Bank debit (test)", false, null)}
<div class="panel" data-panel="bacs_debit" hidden>
<div class="field">
<label for="account">What the bank will do, ${DEBIT_SECONDS} seconds later</label>
<select id="account" name="account">
${DEBIT_NUMBERS.map((number) => html`<option value="${number}">${DEBIT_ACCOUNTS[number].promise}</option>`)}
</select>
</div>
</div>
</fieldset>
</form>`;
  return framePage({ title: "Payment", body, width: "element", script: "element.js" });
}

function method(value: string, label: string, checked: boolean, aside: Markup | null): Markup {
  return html`<label class="method"><input type="radio" name="method" value="${value}"${checked && html` checked`}><span>${label}</span>${aside}</label>`;
}

function field(name: string, label: string, autocomplete: string, hint: string, numeric: boolean): Markup {
  const isPlaceholder = name === "number";
  const describedBy = [hint && !isPlaceholder && `${name}-hint`, `${name}-error`].filter(Boolean).join(" ");
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && !isPlaceholder && html`<span class="hint" id="${name}-hint">${hint}</span>`}
<span class="error" id="${name}-error" aria-live="polite" hidden></span>
<input type="text" id="${name}" name="${name}" autocomplete="${autocomplete}"${numeric && html` inputmode="numeric"`} spellcheck="false" aria-describedby="${describedBy}"${isPlaceholder && html` placeholder="${hint}"`}>
</div>`;
}
