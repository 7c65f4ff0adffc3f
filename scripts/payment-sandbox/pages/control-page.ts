import type Stripe from "stripe";
import type { Store } from "../store";
import { API_FAULTS, type Switches, WEBHOOK_FAULTS } from "../switches";
import { type Delivery, latestDeliveries } from "../webhooks/queue";
import type { WebhookEndpoint } from "../work";
import { framePage, type Page } from "./frame";
import { html, type Markup, pounds } from "./markup";

const ROWS = 50;

const FAULT_LABELS = {
  error: "answers 500",
  hang: "never answers",
  too_many: "answers 429",
  reset: "breaks off, with nothing done",
  lose_answer: "is done, and its answer is lost",
} as const;

const SPOIL_LABELS = {
  bad_signature: "signed with a wrong secret",
  old_stamp: "signed ten minutes ago",
  huge_body: "far too long",
} as const;

/** The switches by their names, and the most that a number can be. */
export const TICKS = {
  dropWebhooks: "Drop all messages",
  shuffle: "Send messages in any order",
  rolling: "Sign with the secret before, too",
  refusesRefunds: "Refuse refunds, for lack of balance",
} as const;
export const NUMBERS = {
  dropFirst: ["Drop the next so many messages", 1_000],
  extraCopies: ["Extra copies of each message", 1_000],
  twins: ["Twins of each event, with other names", 20],
  delaySeconds: ["Seconds before a message is sent", 3_600],
  atOnce: ["Messages on their way at once", 200],
  settleSeconds: ["Seconds a payment is processing", 3_600],
} as const;

const STATUS_LABELS: Record<Delivery["status"], string> = {
  waiting: "Waiting",
  delivered: "Delivered",
  dropped: "Dropped",
  given_up: "Given up",
};

/** All events, newest first, and the switches for simulated faults. */
export function controlPage(store: Store, switches: Switches, endpoint: WebhookEndpoint | null): Page {
  const all = { limit: ROWS, where: {} };
  const payments = store.page("payment_intent", all)?.data ?? [];
  const disputes = store.page("dispute", all)?.data ?? [];
  const payouts = store.page("payout", all)?.data ?? [];
  const events = store.page("event", all)?.data ?? [];
  const deliveries = latestDeliveries(store, ROWS);
  const body = html`<h1>Payment sandbox</h1>
<p>${endpoint ? html`Messages go to <code>${endpoint.url}</code>` : "Messages go nowhere: no address is set."}</p>
<h2>Trouble</h2>
${switchForm(switches)}
<h2>Payments</h2>
${table(
  "Payments",
  ["Made", "Payment", "Sum", "Status", "Order", "Then"],
  payments.map((intent) => paymentRow(intent)),
  "No payments yet.",
)}
<h2>Disputes</h2>
${table(
  "Disputes",
  ["Raised", "Dispute", "Sum", "Reason", "Status", "The bank says"],
  disputes.map((dispute) => disputeRow(dispute)),
  "Nobody has objected yet.",
)}
<h2>Payouts</h2>
<form class="acts" method="post" action="/control"><button class="small" type="submit" name="intent" value="payout">Pay out now</button></form>
${table(
  "Payouts",
  ["Left", "Payout", "Sum", "Status"],
  payouts.map((payout) => payoutRow(payout)),
  "Nothing has been paid out yet.",
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
  const { fault } = switches;
  return html`<form class="switches" method="post" action="/control">
${Object.entries(TICKS).map(([name, label]) => tickField(name, label, switches[name as keyof typeof TICKS]))}
${Object.entries(NUMBERS).map(([name, [label, most]]) => numberField(name, label, switches[name as keyof typeof NUMBERS], most))}
${choiceField("spoil", "Every message is", "as it should be", WEBHOOK_FAULTS, SPOIL_LABELS, switches.spoil)}
${choiceField("fault", "The next call of the API", "is answered as usual", API_FAULTS, FAULT_LABELS, fault?.kind ?? null)}
${numberField("calls", "How many calls", fault?.calls ?? 1, 100)}
<button class="small" type="submit" name="intent" value="switches">Save</button>
</form>`;
}

function tickField(name: string, label: string, isOn: boolean): Markup {
  return html`<div class="field tick"><input type="checkbox" id="${name}" name="${name}" value="yes"${isOn && html` checked`}><label for="${name}">${label}</label></div>`;
}

function choiceField<Word extends string>(
  name: string,
  label: string,
  usual: string,
  words: readonly Word[],
  told: Record<Word, string>,
  chosen: Word | null,
): Markup {
  return html`<div class="field"><label for="${name}">${label}</label><select id="${name}" name="${name}">
<option value="">${usual}</option>
${words.map((word) => html`<option value="${word}"${word === chosen && html` selected`}>${told[word]}</option>`)}
</select></div>`;
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
  return html`<tr><td class="number">${moment(intent.created)}</td><td><code>${intent.id}</code></td><td class="number">${pounds(intent.amount)}</td><td>${intent.status}${intent.last_payment_error && html`<br><span class="quiet">${intent.last_payment_error.message}</span>`}</td><td><code>${order}</code></td><td>${
    intent.status === "succeeded" &&
    action("payment", intent.id, [
      ["dispute", "Dispute"],
      ["warn", "Warn of fraud"],
    ])
  }</td></tr>`;
}

function disputeRow(dispute: Stripe.Dispute): Markup {
  const isOpen = ["needs_response", "under_review", "warning_needs_response", "warning_under_review"].includes(
    dispute.status,
  );
  const ends: [string, string][] = dispute.status.startsWith("warning_")
    ? [
        ["warning_closed", "Close"],
        ["escalate", "Make it a dispute"],
      ]
    : [
        ["won", "Won"],
        ["lost", "Lost"],
      ];
  return html`<tr><td class="number">${moment(dispute.created)}</td><td><code>${dispute.id}</code></td><td class="number">${pounds(dispute.amount)}</td><td>${dispute.reason}</td><td>${dispute.status}</td><td>${isOpen && action("dispute", dispute.id, ends)}</td></tr>`;
}

function payoutRow(payout: Stripe.Payout): Markup {
  return html`<tr><td class="number">${moment(payout.created)}</td><td><code>${payout.id}</code></td><td class="number">${pounds(payout.amount)}</td><td>${payout.status}</td></tr>`;
}

/** Buttons for one object. */
function action(about: string, id: string, buttons: readonly (readonly [string, string])[]): Markup {
  return html`<form class="acts" method="post" action="/control"><input type="hidden" name="${about}" value="${id}">${buttons.map(([intent, words]) => html`<button class="small second" type="submit" name="intent" value="${intent}">${words}</button>`)}</form>`;
}

function deliveryRow(delivery: Delivery): Markup {
  const answer = delivery.failure ?? delivery.responseStatus;
  return html`<tr><td class="number">${moment(delivery.createdAt.getTime() / 1000)}</td><td><code>${delivery.eventId}</code></td><td>${STATUS_LABELS[delivery.status]}</td><td class="number">${delivery.attempts}</td><td class="number">${delivery.nextAt && moment(delivery.nextAt.getTime() / 1000)}</td><td>${answer}</td></tr>`;
}

function eventRow(event: Stripe.EventBase, canSend: boolean): Markup {
  const about = (event.data.object as { id?: string }).id ?? "";
  return html`<tr><td class="number">${moment(event.created)}</td><td>${event.type}</td><td><code>${event.id}</code></td><td><code title="${about}">${about.length > 32 ? `${about.slice(0, 16)}…${about.slice(-8)}` : about}</code></td><td>${canSend && html`<form method="post" action="/control"><input type="hidden" name="event" value="${event.id}"><button class="small second" type="submit" name="intent" value="resend">Resend</button></form>`}</td></tr>`;
}

function moment(second: number): string {
  return new Date(second * 1000).toISOString().slice(0, 19).replace("T", " ");
}
