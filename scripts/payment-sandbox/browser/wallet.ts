import { confirmWith, find, listen, post, postHeight } from "./frame.ts";
import type { Confirmation, PaymentResult, WalletRequest } from "./messages.ts";

/** Runs in the two frames of the pretend wallet: its button in the shop's page, and the wallet over that page. */
const form = document.querySelector("form");
/** What the shop asks the wallet for. */
let asked: WalletRequest = {};
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

async function confirm(about: Confirmation): Promise<PaymentResult> {
  const expiry = { exp_month: 12, exp_year: new Date().getUTCFullYear() + 3 };
  return await confirmWith(about, {
    type: "card",
    billing_details: { name: find("#name", HTMLInputElement).value },
    card: { number: find("#card", HTMLSelectElement).value, ...expiry, cvc: "123" },
  });
}

document.querySelector("[data-press]")?.addEventListener("click", () => post({ type: "press" }));
document.querySelector("[data-cancel]")?.addEventListener("click", () => post({ type: "cancel" }));
form?.addEventListener("submit", (event) => {
  event.preventDefault();
  authorise(form);
});
listen("expressCheckout", async (message) => {
  if (message.type === "configure" && "asks" in message && form) configureWallet(message, form);
  else if (message.type === "configure" && !form) configureButton();
  if (message.type === "confirm") post({ type: "answer", id: message.id, response: await confirm(message) });
});
