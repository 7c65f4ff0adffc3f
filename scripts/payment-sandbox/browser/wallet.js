/** Runs in the two frames of the pretend wallet: its button in the shop's page, and the wallet over that page. */
const form = document.querySelector("form");
/** What the shop asks the wallet for. */
let asked;
/** The first page that sent a message: the one that contains this frame. Messages from others are ignored. */
let shop = null;
const post = (message) => shop?.source.postMessage(message, shop.origin);

/** A browser has a wallet where it knows payment requests, and the shop's page lets this frame make one. */
function hasWallet() {
  const isAllowed = document.featurePolicy?.allowsFeature("payment") ?? true;
  return "PaymentRequest" in window && isAllowed;
}

function configureButton() {
  const isThere = hasWallet();
  document.querySelector("main").hidden = !isThere;
  const details = isThere ? { availablePaymentMethods: { applePay: false, googlePay: true } } : {};
  tellHeight();
  post({ type: "ready", details });
}

function configureWallet({ asks, amount }) {
  document.querySelector("[data-sum]").textContent = `£${(amount / 100).toFixed(2)}`;
  document.querySelector('[data-asks="email"]').hidden = !asks.emailRequired;
  document.querySelector('[data-asks="address"]').hidden = !asks.shippingAddressRequired;
  document.querySelector("[data-delivery]").textContent = asks.shippingRates?.[0].displayName ?? "";
  asked = asks;
  form.inert = false;
  form.elements.card.focus();
}

function authorise() {
  const { emailRequired, shippingAddressRequired } = asked;
  const { email, name, line1, city, postal_code } = Object.fromEntries(new FormData(form));
  const address = { line1, line2: null, city, state: "", postal_code, country: "GB" };
  post({
    type: "authorise",
    details: {
      billingDetails: { name, ...(emailRequired ? { email } : {}), address },
      ...(shippingAddressRequired ? { shippingAddress: { name, address } } : {}),
    },
  });
}

async function confirm({ key, clientSecret, confirmParams }) {
  const sent = new URLSearchParams({ key, client_secret: clientSecret, use_stripe_sdk: "true" });
  const method = {
    type: "card",
    billing_details: { name: form.elements.name.value },
    card: {
      number: form.elements.card.value,
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
  const answer = await fetch(`/v1/payment_intents/${id}/confirm`, { method: "POST", headers, body: sent });
  const body = await answer.json();
  return body.error ? { error: body.error } : { paymentIntent: body };
}

/** Writes nested values in bracket notation and omits empty ones. */
function write(sent, name, value) {
  if (value === undefined || value === null || value === "") return;
  if (typeof value !== "object") return sent.append(name, String(value));
  for (const [inner, one] of Object.entries(value)) write(sent, `${name}[${inner}]`, one);
}

function tellHeight() {
  post({ type: "height", height: document.documentElement.getBoundingClientRect().height });
}

addEventListener("message", async (event) => {
  if (event.source !== parent || event.data?.to !== "expressCheckout") return;
  shop ??= { source: event.source, origin: event.origin };
  if (event.origin !== shop.origin) return;
  const { type, id } = event.data;
  if (type === "configure") form ? configureWallet(event.data) : configureButton();
  if (type === "confirm") post({ type: "answer", id, answer: await confirm(event.data) });
});
document.querySelector("[data-press]")?.addEventListener("click", () => post({ type: "press" }));
document.querySelector("[data-cancel]")?.addEventListener("click", () => post({ type: "cancel" }));
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  authorise();
});
new ResizeObserver(tellHeight).observe(document.documentElement);
// The page that contains this frame is unknown until it sends a message, and only it receives this one.
parent.postMessage({ type: "loaded" }, "*");
