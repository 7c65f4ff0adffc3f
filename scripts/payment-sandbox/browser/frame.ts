import type { ApiError, Confirmation, FrameReport, FrameRequest, Intent, PaymentResult } from "./messages.ts";

/** What the frames of the element and of the wallet share. */

/** The first page that sent a message: the one that contains this frame. Messages from others are ignored. */
let shop: { source: Window; origin: string } | null = null;

export const post = (message: FrameReport) => shop?.source.postMessage(message, shop.origin);

export function postHeight() {
  post({ type: "height", height: document.documentElement.getBoundingClientRect().height });
}

/** The part of this page that a selector finds. @throws Error without one. */
export function find<Found extends Element>(selector: string, kind: new () => Found): Found {
  const found = document.querySelector(selector);
  if (!(found instanceof kind)) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Hears what the shop's page sends to the element of this name, and says that this frame has loaded. */
export function listen(to: string, hear: (message: FrameRequest) => Promise<void>): void {
  addEventListener("message", async (event: MessageEvent<(FrameRequest & { to: string }) | undefined>) => {
    if (event.source !== parent || event.data?.to !== to) return;
    shop ??= { source: parent, origin: event.origin };
    if (event.origin === shop.origin) await hear(event.data);
  });
  new ResizeObserver(postHeight).observe(document.documentElement);
  // The page that contains this frame is unknown until it sends a message, and only it receives this one.
  parent.postMessage({ type: "loaded" }, "*");
}

/** Pays with what was typed. */
export async function confirmWith(about: Confirmation, method: object): Promise<PaymentResult> {
  const { key, clientSecret, confirmParams } = about;
  const body = new URLSearchParams({ key, client_secret: clientSecret, use_stripe_sdk: "true" });
  write(body, "return_url", confirmParams.return_url);
  write(body, "shipping", confirmParams.shipping);
  write(body, "payment_method_data", method);
  const [id = ""] = clientSecret.split("_secret_");
  try {
    const response = await fetch(`/v1/payment_intents/${id}/confirm`, { method: "POST", body });
    const result: Intent | { error: ApiError } = await response.json();
    return "error" in result ? result : { paymentIntent: result };
  } catch (error) {
    // The network fails with a TypeError, a response that is not JSON with a SyntaxError.
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error;
    return { error: { type: "api_connection_error", message: "We could not reach the payment provider." } };
  }
}

/** Writes nested values in bracket notation and omits empty ones. */
function write(sent: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null || value === "") return;
  if (typeof value !== "object") sent.append(name, String(value));
  else for (const [inner, one] of Object.entries(value)) write(sent, `${name}[${inner}]`, one);
}
