import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { fail } from "~/web/json-responses";
import { notFoundPage } from "~/web/refusals.server";
import type { RequestGuardHandle } from "~/web/request-guard-rules";

export const handle: { guard: RequestGuardHandle } = { guard: { nothing: true } };

const API_FOLDERS = [
  "api|hyperloop|account|loops|entries|uploads|art|artwork|fonts|photos|books|webhooks|build|assets|\\.well-known",
  "payments|order|voucher|print-files",
].join("|");
const FOR_API_CLIENTS = new RegExp(`^/(?:(?:${API_FOLDERS})(?:/|$)|auth/.)|\\.[a-z0-9]{1,8}$`, "i");

/** Public. An unknown page redirects home; an unknown path of the API or of files is a 404, in a browser as a page. */
export function loader({ request }: LoaderFunctionArgs) {
  const { pathname } = new URL(request.url);
  const wantsPage = (request.headers.get("accept") ?? "").includes("text/html");
  if (FOR_API_CLIENTS.test(pathname) || !wantsPage) return notFoundPage(request) ?? fail(404);
  return redirect("/");
}

/** Public: an unknown address accepts nothing. */
export function action(_: ActionFunctionArgs) {
  return fail(404);
}
