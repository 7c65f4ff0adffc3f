import { startPaymentSandbox } from "../payment-sandbox/sandbox";

/**
 * A payment provider for a simulated year: the sandbox with a clock set by the caller, and a buyer with a working card.
 * It must be open, with its address in the settings, before the app is loaded.
 */

export interface Payments {
  /** For the setting STRIPE_API_ORIGIN. */
  origin: string;
  /** Sets the provider's current time. */
  setClock(now: Date): void;
  /** Pays on a page of the provider, as its form does. @throws Error if it was not paid. */
  pay(pageUrl: string, nameOnCard: string): Promise<void>;
  close(): Promise<void>;
}

const CARD_THAT_PAYS = "4242 4242 4242 4242";

/**
 * Starts a sandbox with its data in this folder, where a sandbox started later finds it.
 *
 * @
 * @param publicOrigin where browsers will reach that sandbox.
 */
export async function openPayments(dataFolder: string, publicOrigin?: string): Promise<Payments> {
  let clock = new Date();
  const sandbox = await startPaymentSandbox({
    port: 0,
    dataFolder,
    publicOrigin,
    now: () => clock,
    worksByItself: false,
  });
  return {
    origin: sandbox.origin,
    setClock(now) {
      clock = now;
    },
    async pay(pageUrl, nameOnCard) {
      const page = new URL(new URL(pageUrl).pathname, sandbox.origin);
      const card = { number: CARD_THAT_PAYS, expiry: expiryAfter(clock), cvc: "123", holder: nameOnCard };
      const response = await fetch(page, {
        method: "POST",
        body: new URLSearchParams(card),
        redirect: "manual",
      });
      if (response.status !== 303) throw new Error(`The card was not taken: ${response.status} at ${page}.`);
    },
    close: () => sandbox.close(),
  };
}

/** A month three years ahead, as written on a card. */
function expiryAfter(now: Date): string {
  return `12 / ${(now.getUTCFullYear() + 3) % 100}`;
}
