import { randomBytes } from "node:crypto";
import type { EntryContext, HandleErrorFunction, ServerBuild } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToStaticMarkup } from "react-dom/server";
import { logLine, nameRequests } from "./adapters/log/log.server";
import { settings } from "./adapters/settings.server";
import { withCalls } from "./api/calls.server";
import { recordResponse } from "./monitoring/metrics.server";
import { openPrivatePort } from "./monitoring/private-port.server";
import { ResponseWindow } from "./monitoring/response-window";
import { startWebWatch } from "./monitoring/web-watch.server";
import { cardResponseOf } from "./web/card-responses.server";
import { currentRequestId, isForEverybody, nameRoute, onResponse, watchConnections } from "./web/connection.server";
import { contentSecurityPolicy, permissionsPolicy } from "./web/content-security-policy";
import { logError } from "./web/error-log.server";
import { isCall } from "./web/json-calls.server";
import { fail } from "./web/json-responses";
import { guardRoutes as guardEach } from "./web/request-guard.server";
import { ResponseProvider } from "./web/response-context";
import type { ScreenHandle } from "./web/screen";
import { wholeResponse } from "./web/whole-response.server";

export { drainBeforeClosing, keepConnections } from "./web/draining.server";
export { openListener } from "./web/request-listener.server";
export { handlersByCandidates } from "./web/route-candidates";

/** The routes of a server build: the declared calls in their places, and the request guard around each. */
export function guardRoutes(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return guardEach(withCalls(routes));
}

if (import.meta.env.PROD) watchConnections();
nameRequests(currentRequestId);
// Tests load the build into their own process.
if (import.meta.env.PROD && settings.environment !== "test") watchOurselves();

function watchOurselves(): void {
  const responses = new ResponseWindow();
  onResponse(({ route, status, durationMs, ...request }) => {
    responses.count(status, new Date());
    recordResponse({ route: route ?? "file", status, durationMs });
    if (settings.logFormat === "json") logLine("info", "request", { ...request, route, status, durationMs });
  });
  startWebWatch((now) => responses.counts(now));
  openPrivatePort("web");
}

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Response {
  const response = responseOfScript(request, context, headers);
  if (response) return response;
  const leaf = context.staticHandlerContext.matches.at(-1)?.route.id;
  if (leaf) nameRoute(leaf);
  const nonce = isForEverybody() ? null : randomBytes(16).toString("base64");
  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set(
    "Content-Security-Policy",
    contentSecurityPolicy({
      origin: settings.publicOrigin,
      nonce,
      payment: says(context, "pays") ? settings.payments : null,
      uploadOrigin:
        says(context, "sendsPhotos") && settings.storage.kind === "s3" ? settings.storage.uploadOrigin : null,
      isDevelopment: !import.meta.env.PROD,
    }),
  );
  if (says(context, "pays")) {
    headers.set("Permissions-Policy", permissionsPolicy(settings.payments.frameOrigins));
    headers.set("Cross-Origin-Opener-Policy", "same-origin-allow-popups");
  }
  if (!headers.has("Cache-Control")) headers.set("Cache-Control", "no-store");
  const isFormBack = isUnsavedForm(status, context);
  if (isFormBack) keepRetryAfter(headers, context);
  const page = (
    <ResponseProvider
      details={{
        nonce: nonce ?? undefined,
        isMistaken: status === 422 || isFormBack,
        reference: status >= 500 ? currentRequestId() : undefined,
      }}
    >
      <RemixServer context={context} url={request.url} />
    </ResponseProvider>
  );
  // HTML has no zero bytes: a browser would show one that was typed as a character nobody typed.
  const markup = renderToStaticMarkup(page).replaceAll("\0", "");
  return wholeResponse(`<!DOCTYPE html>${markup}`, { status, headers });
}

/**
 * The response to an API client that called a screen, or to the card element's script: the JSON thrown instead of a
 * page.
 */
function responseOfScript(
  request: Request,
  { staticHandlerContext, routeModules }: EntryContext,
  headers: Headers,
): Response | null {
  const leaf = staticHandlerContext.matches.at(-1)?.route.id ?? "";
  const handle = routeModules[leaf]?.handle as Partial<ScreenHandle> | undefined;
  const [thrown] = Object.values(staticHandlerContext.errors ?? {});
  if (handle?.pays && isRouteErrorResponse(thrown)) return cardResponseOf(request, thrown, headers);
  if (!handle?.guard?.call || !isCall(request)) return null;
  if (!isRouteErrorResponse(thrown)) return fail(500);
  const retryAfter = headers.get("Retry-After");
  return Response.json(thrown.data, {
    status: thrown.status,
    headers: { "Cache-Control": "no-store", ...(retryAfter ? { "Retry-After": retryAfter } : {}) },
  });
}

/** Whether the page shows a form again that could not be saved because of an internal error. */
function isUnsavedForm(status: number, { staticHandlerContext: { actionData, errors } }: EntryContext) {
  return status === 503 && Boolean(actionData) && !errors;
}

/** Keeps the action's Retry-After, also for screens without a `headers` export. */
function keepRetryAfter(headers: Headers, { staticHandlerContext: { actionHeaders } }: EntryContext): void {
  for (const said of Object.values(actionHeaders)) {
    const retryAfter = said.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
}

/** Whether a screen of this response declares it in its handle. */
function says(context: EntryContext, what: "pays" | "sendsPhotos"): boolean {
  return context.staticHandlerContext.matches.some((match) => {
    const handle = context.routeModules[match.route.id]?.handle as Partial<ScreenHandle> | undefined;
    return handle?.[what] === true;
  });
}

/** A visitor's mistake is not an internal error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  // Remix warns about this old parameter before the request guard refuses it; anybody could fill the log with it.
  if (new URL(request.url).searchParams.has("_data")) return;
  logError(error, request);
};
