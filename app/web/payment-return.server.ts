import { redirect } from "@remix-run/node";

/** The return from the payment provider: which parameters its addresses carry, and which may stay in an address. */

const HEADERS = { "Referrer-Policy": "no-referrer", "Cache-Control": "no-store" } as const;
/** What the provider adds: the first is a secret of the payment, the other two are not trusted. */
const ADDED = ["payment_intent_client_secret", "redirect_status", "source_type"] as const;

/**
 * The provider's reference of the payment in the address, or "". @throws a 303 to the same address without the secret,
 * so that it stays in no history, log or referrer.
 */
export function paymentReference(request: Request): string {
  const url = new URL(request.url);
  if (ADDED.some((name) => url.searchParams.has(name))) {
    for (const name of ADDED) url.searchParams.delete(name);
    throw redirect(`${url.pathname.replace(/\.data$/, "")}${url.search}`, { status: 303, headers: HEADERS });
  }
  return url.searchParams.get("session_id") ?? url.searchParams.get("payment_intent") ?? "";
}
