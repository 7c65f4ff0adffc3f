import type { EntryContext, HandleErrorFunction, ServerBuild } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { logLine, nameRequests } from "./adapters/log/log.server";
import { settings } from "./adapters/settings.server";
import { withCalls } from "./api/calls.server";
import { recordResponse } from "./monitoring/metrics.server";
import { openPrivatePort } from "./monitoring/private-port.server";
import { ResponseWindow } from "./monitoring/response-window";
import { startWebWatch } from "./monitoring/web-watch.server";
import { currentRequestId, onResponse, watchConnections } from "./web/connection.server";
import { logError } from "./web/error-log.server";
import { startHello } from "./web/hello.server";
import { startSendingKeptWrites } from "./web/kept-writes.server";
import { respondWithPage } from "./web/page-response.server";
import { guardRoutes as guardEach } from "./web/request-guard.server";
import { letFormsTakeAccents } from "./web/typed-addresses.server";

export { createDocumentHandler } from "./web/document-handler.server";
export { drainBeforeClosing, keepConnections } from "./web/draining.server";
export { openListener } from "./web/request-listener.server";
export { handlersByCandidates } from "./web/route-candidates";

/** The routes of a server build: the declared calls in their places, and the request guard around each. */
export function guardRoutes(routes: ServerBuild["routes"]): ServerBuild["routes"] {
  return guardEach(withCalls(routes));
}

if (import.meta.env.PROD) watchConnections();
nameRequests(currentRequestId);
letFormsTakeAccents();
// Tests load the build into their own process.
if (import.meta.env.PROD && settings.environment !== "test") watchOurselves();

function watchOurselves(): void {
  const responses = new ResponseWindow();
  onResponse(({ route, status, durationMs, ...request }) => {
    responses.count(status, new Date());
    recordResponse({ route: route ?? "file", status, durationMs });
    if (settings.logFormat === "json") logLine("info", "request", { ...request, route, status, durationMs });
  });
  // What a machine that only reads finds could not be written down; its start notices processes that end.
  if (settings.reading) startSendingKeptWrites();
  else startWebWatch((now) => responses.counts(now));
  if (settings.reading && settings.webProcess === 1) startHello();
  openPrivatePort("web");
}

/** Pages that our own document handler leaves to Remix, and all of them without it. */
export default function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  return respondWithPage(request, status, headers, context, <RemixServer context={context} url={request.url} />);
}

/** A visitor's mistake is not an internal error. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted) return;
  if (isRouteErrorResponse(error) && error.status < 500) return;
  // Remix warns about this old parameter before the request guard refuses it; anybody could fill the log with it.
  if (new URL(request.url).searchParams.has("_data")) return;
  logError(error, request);
};
