import type { ActionFunctionArgs } from "@remix-run/node";
import { receiveWebhook } from "~/domain/shop/orders/webhooks.server";
import { currentTime } from "~/web/clock.server";
import { readText } from "~/web/raw-body.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { signed: true } };

const MOST_BYTES = 512 * 1024;

/**
 * Public, and trusted only with the provider's signature. The event is stored, acknowledged at once and processed
 * later.
 */
export async function action({ request }: ActionFunctionArgs) {
  const body = await readText(request, MOST_BYTES);
  if (body === undefined) return Response.json({ error: "The body is too large." }, { status: 413 });
  const received = receiveWebhook(body, request.headers.get("stripe-signature"), currentTime());
  if (!received.ok) return Response.json({ error: `Refused: ${received.reason}.` }, { status: 400 });
  return Response.json({ received: true });
}

/** Public: the provider sends POST only. */
export function loader() {
  return Response.json({ error: "Use POST." }, { status: 405, headers: { Allow: "POST" } });
}
