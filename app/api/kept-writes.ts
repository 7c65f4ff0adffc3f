import type { ActionFunctionArgs } from "@remix-run/node";
import { makeKept } from "~/domain/system/backups/read-copies.server";
import { currentTime } from "~/web/clock.server";
import { MOST_SENT_BYTES, readKeptWrites } from "~/web/kept-writes.server";
import { readText } from "~/web/raw-body.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { signed: true } };

/** Public, and trusted by its signature alone: what a machine that only reads could not write beside its pages. */
export async function action({ request }: ActionFunctionArgs) {
  const body = await readText(request, MOST_SENT_BYTES);
  if (body === undefined) return Response.json({ error: "The body is too large." }, { status: 413 });
  const writes = readKeptWrites(request.headers, body);
  if (!writes) return Response.json({ error: "That signature isn’t ours." }, { status: 400 });
  makeKept(writes, currentTime());
  return Response.json({ received: true });
}

/** Public: only POST is taken. */
export function loader() {
  return Response.json({ error: "Use POST." }, { status: 405, headers: { Allow: "POST" } });
}
