import type { ActionFunctionArgs } from "@remix-run/node";
import { noteWebhook } from "~/domain/operations/printing/print-order-sending.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readText } from "~/web/raw-body.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { signed: true, secretParams: ["token"] } };

const MOST_BYTES = 256 * 1024;

/**
 * Public, and trusted only by its secret address, which one order was given. It says when to ask the printer, and nothing
 * else of it is believed.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const body = await readText(request, MOST_BYTES);
  if (body === undefined) return Response.json({ error: "The body is too large." }, { status: 413 });
  const isOurs = noteWebhook(param(params, "token"), body, currentTime());
  if (!isOurs) return Response.json({ error: "We don’t know that address." }, { status: 400 });
  return Response.json({ received: true });
}

/** Public: the printer sends POST only. */
export function loader() {
  return Response.json({ error: "Use POST." }, { status: 405, headers: { Allow: "POST" } });
}
