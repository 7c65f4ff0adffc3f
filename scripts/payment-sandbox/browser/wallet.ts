import type { Confirmation, FrameReport, FrameRequest, PaymentResult, WalletRequest } from "./messages.ts";

/** Runs in the two frames of the pretend wallet: its button in the shop's page, and the wallet over that page. */
const form = document.querySelector("form");
/** What the shop asks the wallet for. */
let asked: WalletRequest = {};
/** The first page that sent a message: the one that contains this frame. Messages from others are ignored. */
let shop: { source: Window; origin: string } | null = null;
const post = (message: FrameReport) => shop?.source.postMessage(message, shop.origin);

/** The part of this page that a selector finds. @throws Error without one. */
function find<Found extends Element>(selector: string, kind: new () => Found): Found {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Not every browser has it, and TypeScript's own types do not. */
interface FeaturePolicy {
  allowsFeature(name: string): boolean;
}

/** A browser has a wallet where it knows payment requests, and the shop's page lets this frame make one. */
function hasWallet() {
  const policy: unknown = Reflect.get(document, "featurePolicy");
  const isAllowed = (policy as FeaturePolicy | undefined)?.allowsFeature("payment") ?? true;
  return "PaymentRequest" in window && isAllowed;
}

function configureButton() {
  const isThere = hasWallet();
  find("main", HTMLElement).hidden = !isThere;
  const details = isThere ? { availablePaymentMethods: { applePay: false, googlePay: true } } : {};
  postHeight();
  post({ type: "ready", details });
}

function configureWallet({ asks, amount }: { asks: WalletRequest; amount: number }, inside: HTMLFormElement) {
  find("[data-sum]", HTMLElement).textContent = `£${(amount / 100).toFixed(2)}`;
  find('[data-asks="email"]', HTMLElement).hidden = !asks.emailRequired;
  find('[data-asks="address"]', HTMLElement).hidden = !asks.shippingAddressRequired;
  find("[data-delivery]", HTMLElement).textContent = asks.shippingRates?.[0]?.displayName ?? "";
  asked = asks;
  inside.inert = false;
  find("#card", HTMLSelectElement).focus();
}

function authorise(inside: HTMLFormElement) {
  const { emailRequired, shippingAddressRequired } = asked;
  const { email, name, line1, city, postal_code } = Object.fromEntries(new FormData(inside));
  const address = { line1, line2: null, city, state: "", postal_code, country: "GB" };
  post({
    type: "authorise",
    details: {
      billingDetails: { name, ...(emailRequired ? { email } : {}), address },
      ...(shippingAddressRequired ? { shippingAddress: { name, address } } : {}),
    },
  });
}

async function confirm({ key, clientSecret, confirmParams }: Confirmation): Promise<PaymentResult> {
  const sent = new URLSearchParams({ key, client_secret: clientSecret, use_stripe_sdk: "true" });
  const method = {
    type: "card",
    billing_details: { name: find("#name", HTMLInputElement).value },
    card: {
      number: find("#card", HTMLSelectElement).value,
      exp_month: 12,
      exp_year: new Date().getUTCFullYear() + 3,
      cvc: "123",
    },
  };
  write(sent, "return_url", confirmParams.return_url);
  write(sent, "shipping", confirmParams.shipping);
  write(sent, "payment_method_data", method);
  const id = clientSecret.split("_secret_")[0];
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const response = await fetch(`/v1/payment_intents/${id}/confirm`, { method: "POST", headers, body: sent });
  const body = await response.json();
  return body.error ? { error: body.error } : { paymentIntent: body };
}

/** Writes nested values in bracket notation and omits empty ones. */
function write(sent: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === "") return;
  if (typeof value !== "object") sent.append(name, String(value));
  else for (const [inner, one] of Object.entries(value)) write(sent, `${name}[${inner}]`, one);
}

function postHeight() {
  post({ type: "height", height: document.documentElement.getBoundingClientRect().height });
}

addEventListener("message", async (event: MessageEvent<(FrameRequest & { to: string }) | undefined>) => {
  if (event.source !== parent || event.data?.to !== "expressCheckout") return;
  shop ??= { source: parent, origin: event.origin };
  if (event.origin !== shop.origin) return;
  const message = event.data;
  if (message.type === "configure" && "asks" in message && form) configureWallet(message, form);
  else if (message.type === "configure" && !form) configureButton();
  if (message.type === "confirm") post({ type: "answer", id: message.id, response: await confirm(message) });
});
document.querySelector("[data-press]")?.addEventListener("click", () => post({ type: "press" }));
document.querySelector("[data-cancel]")?.addEventListener("click", () => post({ type: "cancel" }));
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  authorise(form);
});
new ResizeObserver(postHeight).observe(document.documentElement);
// The page that contains this frame is unknown until it sends a message, and only it receives this one.
parent.postMessage({ type: "loaded" }, "*");
