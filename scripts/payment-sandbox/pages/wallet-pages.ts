import { TEST_CARDS } from "../cards";
import { framePage, type Page } from "./frame";
import { html, inFours } from "./markup";

/** The pretend wallet: its button in the shop's page, and the wallet itself, which opens over that page. */

export function walletButtonPage(): Page {
  const body = html`<h1 class="hidden">Wallets</h1>
<button type="button" data-press>Pay with Pretend Pay</button>`;
  return framePage({ title: "Wallets", body, width: "element", script: "wallet.js" });
}

export function walletPage(): Page {
  const body = html`<h1>Pretend Pay</h1>
<p class="total" data-sum></p>
<form novalidate inert>
<div data-asks="email">
${field("email", "Email", "olive@example.com")}
</div>
<div data-asks="address">
${field("name", "Name", "Olive Ashby")}
${field("line1", "Address", "2 Mill Lane")}
${field("city", "Town", "Hebden Bridge")}
${field("postal_code", "Postcode", "HX7 8AD")}
<p class="quiet" data-delivery></p>
</div>
<div class="field">
<label for="card">Card in this wallet</label>
<select id="card" name="card">
${TEST_CARDS.filter((card) => card.promise !== null).map((card) => html`<option value="${card.number}">${inFours(card.number)}: ${card.promise}</option>`)}
</select>
</div>
<div class="buttons">
<button>Pay</button>
<button type="button" class="second" data-cancel>Cancel</button>
</div>
</form>`;
  return framePage({ title: "Pretend Pay", body, width: "narrow", script: "wallet.js" });
}

function field(name: string, label: string, value: string) {
  return html`<div class="field">
<label for="${name}">${label}</label>
<input type="text" id="${name}" name="${name}" value="${value}">
</div>`;
}
