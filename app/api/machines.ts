import type { ActionFunctionArgs } from "@remix-run/node";
import { logLine } from "~/adapters/log/log.server";
import { answerMachine } from "~/domain/system/machines/machine-calls.server";
import { currentTime } from "~/web/clock.server";
import { param } from "~/web/params";
import { readText } from "~/web/raw-body.server";
import { refuseTooMany } from "~/web/refusals.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";
import { countRequest } from "~/web/request-limit.server";

/** Machines of ours know this one by its address in a network of our own. */
export const handle: { guard: RequestGuardHandle } = { guard: { signed: true, anyHost: true } };

/** The report of a book lists what it says of each of its pages. */
const MOST_BYTES = 1024 * 1024;

/** Public, and trusted only with the token of a machine of ours. A call without one is counted as any visitor is. */
export async function action({ request, params }: ActionFunctionArgs) {
  const [, token = ""] = /^Bearer (\S+)$/.exec(request.headers.get("authorization") ?? "") ?? [];
  const body = async () => await readText(request, MOST_BYTES);
  const answer = await answerMachine({ name: param(params, "call"), token, body }, currentTime());
  const verdict = answer.status === 401 ? countRequest("page") : { ok: true as const };
  if (!verdict.ok) throw refuseTooMany(verdict.retryAfterSeconds, "programs");
  if (answer.note) logLine("warn", "lent_job_failed", answer.note);
  return Response.json(answer.body, { status: answer.status, headers: { "Cache-Control": "no-store" } });
}
