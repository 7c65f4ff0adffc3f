import type { ActionFunctionArgs } from "@remix-run/node";
import { logLine } from "~/adapters/log/log.server";
import { currentTime } from "~/web/clock.server";
import { ReportLog } from "~/web/policy-reports.server";
import { readText } from "~/web/raw-body.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { report: true } };

const MOST_BYTES = 16 * 1024;

const log = new ReportLog((report) => logLine("warn", "content-security-policy", report));

/** Public: a browser reports a violation of a page's content security policy. The report is logged and not trusted. */
export async function action({ request }: ActionFunctionArgs) {
  const body = await readText(request, MOST_BYTES);
  if (body === undefined) return new Response(null, { status: 413 });
  log.note(body, currentTime());
  return new Response(null, { status: 204 });
}
