/** What is used of the payment provider's own script, as its documentation describes it. */

export interface Provider {
  elements(options: GroupOptions): Group;
  confirmPayment(options: {
    elements: Group;
    clientSecret: string;
    confirmParams: { return_url: string; shipping?: unknown };
    redirect: "if_required";
  }): Promise<{ error?: ProviderError; paymentIntent?: { id: string; status: string } }>;
}

export interface GroupOptions {
  mode: "payment";
  amount: number;
  currency: "gbp";
  locale: "en-GB";
  appearance: object;
  fonts: readonly object[];
}

export interface ProviderError {
  type: string;
  message?: string;
}

/** A group of elements that share one payment; each of our elements has its own group. */
export interface Group {
  create(kind: "payment", options: object): CardElement;
  create(kind: "expressCheckout", options: object): WalletElement;
  submit(): Promise<{ error?: ProviderError }>;
}

interface ProviderElement {
  mount(place: HTMLElement): void;
  unmount(): void;
}

export interface CardElement extends ProviderElement {
  on(kind: "ready" | "loaderror", listener: () => void): void;
  focus(): void;
}

/** What a wallet is asked for when it opens; nothing where the form has it all. */
export interface Asked {
  emailRequired?: true;
  shippingAddressRequired?: true;
  allowedShippingCountries?: readonly ["GB"];
  shippingRates?: readonly { id: string; amount: number; displayName: string }[];
}

export interface WalletAddress {
  name: string;
  address: {
    line1?: string | null;
    line2?: string | null;
    city?: string | null;
    state?: string | null;
    postal_code?: string | null;
  };
}

interface Confirmed {
  billingDetails?: { email?: string };
  shippingAddress?: WalletAddress;
  paymentFailed(why: { reason: "fail" }): void;
}

export interface WalletElement extends ProviderElement {
  on(kind: "ready", listener: (event: { availablePaymentMethods?: object | null }) => void): void;
  on(kind: "click", listener: (event: { resolve: (asked: Asked) => void }) => void): void;
  on(kind: "confirm", listener: (event: Confirmed) => void): void;
}

declare global {
  interface Window {
    /** There once the provider's script has loaded. */
    Stripe?: (publishableKey: string) => Provider;
  }
}

/** After this time a script that has not loaded counts as failed. */
const PATIENCE_MS = 15_000;

/** Its script did not come, or brought nothing. */
export class ProviderMissing extends Error {}

/** The provider, whose script is loaded at most once. @throws ProviderMissing */
export async function loadProvider(scriptUrl: string, publishableKey: string): Promise<Provider> {
  if (!window.Stripe) await loadScript(scriptUrl);
  if (!window.Stripe) throw new ProviderMissing("The script of the payment provider brought nothing.");
  return window.Stripe(publishableKey);
}

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const giveUp = () => {
      script.remove();
      reject(new ProviderMissing("The script of the payment provider didn’t come."));
    };
    const timer = setTimeout(giveUp, PATIENCE_MS);
    script.addEventListener("load", () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener("error", () => {
      clearTimeout(timer);
      giveUp();
    });
    script.src = src;
    document.head.append(script);
  });
}
