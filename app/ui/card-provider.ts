import type { ElementData, ElementReady } from "~/domain/orders/element";

/** The types of the payment provider's script as far as we use it, and how the page loads it. */

export interface ProviderError {
  type?: string;
  code?: string;
  message?: string;
}

export interface CardElement {
  mount(place: HTMLElement): void;
  unmount(): void;
  on(event: "ready" | "change", listener: () => void): void;
  on(event: "loaderror", listener: (event: { error: ProviderError }) => void): void;
}

export interface CardElements {
  create(type: "payment", options: { layout: { type: "accordion"; radios: boolean } }): CardElement;
  update(change: { amount: number }): void;
  submit(): Promise<{ error?: ProviderError }>;
}

export interface CardProvider {
  elements(options: {
    mode: "payment";
    amount: number;
    currency: "gbp";
    locale: "en-GB";
    appearance: { theme: "stripe"; variables: Record<string, string> };
  }): CardElements;
  confirmPayment(options: {
    elements: CardElements;
    clientSecret: string;
    confirmParams: { return_url: string; shipping?: ElementReady["shipping"] & object };
    redirect: "if_required";
  }): Promise<{ error?: ProviderError; paymentIntent?: { id: string; status: string } }>;
}

declare global {
  interface Window {
    Stripe?: (publishableKey: string) => CardProvider;
  }
}

/** After this time a script that has not loaded counts as failed. */
const PATIENCE_MS = 15_000;

let coming: Promise<void> | undefined;

/** Returns the provider's object and loads its script once per page. Rejects when the script does not load. */
export async function loadCardProvider(view: ElementData): Promise<CardProvider> {
  if (!window.Stripe) {
    coming ??= loadScript(view.scriptUrl).catch((error: unknown) => {
      coming = undefined;
      throw error;
    });
    await coming;
  }
  if (!window.Stripe) throw new Error("The script of the payment provider brought nothing.");
  return window.Stripe(view.publishableKey);
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    const giveUp = () => {
      script.remove();
      reject(new Error("The script of the payment provider did not come."));
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
    script.src = url;
    document.head.append(script);
  });
}

/** Our colours, corners and fonts, as far as the provider's element supports them. */
export const APPEARANCE = {
  theme: "stripe",
  variables: {
    colorPrimary: "#1b2530",
    colorText: "#1b2530",
    colorTextSecondary: "#4a5560",
    colorTextPlaceholder: "#66707a",
    colorDanger: "#b3161b",
    colorBackground: "#ffffff",
    borderRadius: "4px",
    fontFamily: 'Figtree, "Segoe UI", system-ui, sans-serif',
    fontSizeBase: "17px",
    spacingUnit: "5px",
  },
} as const;
