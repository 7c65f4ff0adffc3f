import type Stripe from "stripe";
import type { Store } from "../store";
import { API_FAULTS, type Switches } from "../switches";
import { type Delivery, latestDeliveries } from "../webhooks/queue";
import type { WebhookEndpoint } from "../work";
import { framePage, type Page } from "./frame";
import { html, type Markup, pounds } from "./markup";

const ROWS = 50;

const FAULT_WORDS = {
  error: "answers 500",
  hang: "never answers",
  lose_answer: "is done, and its answer is lost",
} as const;

const STATUS_WORDS: Record<Delivery["status"], string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  dropped: "Dropped",
  given_up: "Given up",
};

/** Everything that happened, newest first, and the trouble that can be asked for. */
export function controlPage(store: Store, switches: Switches, endpoint: WebhookEndpoint | null): Page {
  const all = { limit: ROWS, where: {} };
  const payments = store.page("payment_intent", all)?.data ?? [];
  const events = store.page("event", all)?.data ?? [];
  const deliveries = latestDeliveries(store, ROWS);
  const body = html`<h1>Payment sandbox</h1>
<p>${endpoint ? html`Messages go to <code>${endpoint.url}</code>` : "Messages go nowhere: no address is set."}</p>
<h2>Trouble</h2>
${switchForm(switches)}
<h2>Payments</h2>
${table(
  "Payments",
  ["Made", "Payment", "Sum", "Status", "Order"],
  payments.map((intent) => paymentRow(intent)),
  "No payments yet.",
)}
<h2>Deliveries</h2>
${table(
  "Deliveries",
  ["Queued", "Event", "Status", "Attempts", "Next attempt", "Last answer"],
  deliveries.map((delivery) => deliveryRow(delivery)),
  "Nothing has been sent yet.",
)}
<h2>Events</h2>
${table(
  "Events",
  ["Made", "Type", "Event", "About", "Send again"],
  events.map((event) => eventRow(event, endpoint !== null)),
  "Nothing has happened yet.",
)}`;
  return framePage({ title: "Payment sandbox", body, width: "wide" });
}

function switchForm(switches: Switches): Markup {
  const { dropWebhooks, extraCopies, delaySeconds, settleSeconds, fault } = switches;
  return html`<form class="switches" method="post" action="/control">
<div class="field tick"><input type="checkbox" id="drop" name="drop" value="yes"${dropWebhooks && html` checked`}><label for="drop">Drop all messages</label></div>
${numberField("copies", "Extra copies of each message", extraCopies, 20)}
${numberField("delay", "Seconds before a message is sent", delaySeconds, 3_600)}
${numberField("settle", "Seconds a payment is processing", settleSeconds, 3_600)}
<div class="field"><label for="fault">The next call of the API</label><select id="fault" name="fault">
<option value="">is answered as usual</option>
${API_FAULTS.map((kind) => html`<option value="${kind}"${fault?.kind === kind && html` selected`}>${FAULT_WORDS[kind]}</option>`)}
</select></div>
${numberField("calls", "How many calls", fault?.calls ?? 1, 100)}
<button class="small" type="submit" name="intent" value="switches">Save</button>
</form>`;
}

function numberField(name: string, label: string, value: number, most: number): Markup {
  return html`<div class="field"><label for="${name}">${label}</label><input type="number" id="${name}" name="${name}" value="${value}" min="0" max="${most}"></div>`;
}

function table(name: string, heads: readonly string[], rows: readonly Markup[], none: string): Markup {
  if (rows.length === 0) return html`<p class="quiet scroll">${none}</p>`;
  return html`<div class="scroll" role="region" aria-label="${name}" tabindex="0"><table>
<thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
<tbody>${rows}</tbody>
</table></div>`;
}

function paymentRow(intent: Stripe.PaymentIntent): Markup {
  const order = intent.metadata.orderNumber ?? intent.metadata.orderId ?? "";
  return html`<tr><td class="number">${moment(intent.created)}</td><td><code>${intent.id}</code></td><td class="number">${pounds(intent.amount)}</td><td>${intent.status}${intent.last_payment_error && html`<br><span class="quiet">${intent.last_payment_error.message}</span>`}</td><td><code>${order}</code></td></tr>`;
}

function deliveryRow(delivery: Delivery): Markup {
  const answer = delivery.failure ?? delivery.responseStatus;
  return html`<tr><td class="number">${moment(delivery.createdAt.getTime() / 1000)}</td><td><code>${delivery.eventId}</code></td><td>${STATUS_WORDS[delivery.status]}</td><td class="number">${delivery.attempts}</td><td class="number">${delivery.nextAt && moment(delivery.nextAt.getTime() / 1000)}</td><td>${answer}</td></tr>`;
}

function eventRow(event: Stripe.EventBase, canSend: boolean): Markup {
  const about = (event.data.object as { id?: string }).id ?? "";
  return html`<tr><td class="number">${moment(event.created)}</td><td>${event.type}</td><td><code>${event.id}</code></td><td><code title="${about}">${about.length > 32 ? `${about.slice(0, 16)}…${about.slice(-8)}` : about}</code></td><td>${canSend && html`<form method="post" action="/control"><input type="hidden" name="event" value="${event.id}"><button class="small second" type="submit" name="intent" value="resend">Resend</button></form>`}</td></tr>`;
}

function moment(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 19).replace("T", " ");
}
