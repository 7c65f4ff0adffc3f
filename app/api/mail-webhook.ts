import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { receiveReports, reportsProvider } from "~/domain/mail/bounces/delivery-reports.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readBytes } from "~/web/raw-body.server";
import { refuseTooMany } from "~/web/refusals.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { countRequest } from "~/web/request-limit.server";
import { notFound } from "~/web/responses.server";

export const handle: { guard: RequestGuardHandle } = { guard: { signed: true } };

/** SendGrid sends up to 768 KB at a time, the others less. */
const MOST_BYTES = 1024 * 1024;

const REFUSALS = {
  unproven: { status: 401, message: "We can’t tell that this is from our mail provider." },
  malformed: { status: 400, message: "We can’t read this." },
  unavailable: { status: 503, message: "We couldn’t check the signature. Please send it again." },
} as const;

/** Public, and trusted only as the mail provider says that it can be checked. Nothing is here for another provider. */
export async function action({ request, params }: ActionFunctionArgs) {
  if (param(params, "provider") !== reportsProvider) notFound();
  const verdict = countRequest("page");
  if (!verdict.ok) throw refuseTooMany(verdict.retryAfterSeconds, "programs");
  const body = await readBytes(request, MOST_BYTES);
  if (body === undefined) return Response.json({ error: "The body is too large." }, { status: 413 });
  const received = await receiveReports(body, request.headers, currentTime());
  if (received.ok) return Response.json({ received: true });
  const { status, message } = REFUSALS[received.reason];
  return Response.json({ error: message }, { status, headers: status === 503 ? { "Retry-After": "60" } : {} });
}

/** Public: the provider sends POST only. */
export function loader({ params }: LoaderFunctionArgs) {
  if (param(params, "provider") !== reportsProvider) notFound();
  return Response.json({ error: "Use POST." }, { status: 405, headers: { Allow: "POST" } });
}
