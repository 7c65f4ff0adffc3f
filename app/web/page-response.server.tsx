import { randomBytes } from "node:crypto";
import type { EntryContext } from "@remix-run/node";
import { isRouteErrorResponse } from "@remix-run/react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { settings } from "~/adapters/settings.server";
import { cardResponseOf } from "./card-responses.server";
import { currentRequestId, isForEverybody, nameRoute } from "./connection.server";
import { contentSecurityPolicy, permissionsPolicy } from "./content-security-policy";
import { isCall } from "./json-calls.server";
import { fail } from "./json-responses";
import { ResponseProvider } from "./response-context";
import type { ScreenHandle } from "./screen";
import { wholeResponse } from "./whole-response.server";

type PageContext = Pick<EntryContext, "staticHandlerContext" | "routeModules">;

/** The response with a page, and its headers. `page` is the element of its routes. */
export function respondWithPage(
  request: Request,
  status: number,
  headers: Headers,
  context: PageContext,
  page: ReactNode,
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
      writesWeeks: says(context, "sendsPhotos"),
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
  const { errors } = context.staticHandlerContext;
  const document = (
    <ResponseProvider
      details={{
        nonce: nonce ?? undefined,
        isMistaken: status === 422 || isFormBack,
        reference: status >= 500 ? currentRequestId() : undefined,
        error: Object.values(errors ?? {})[0],
      }}
    >
      {page}
    </ResponseProvider>
  );
  // HTML has no zero bytes: a browser would show one that was typed as a character nobody typed.
  const markup = renderToStaticMarkup(document).replaceAll("\0", "");
  return wholeResponse(`<!DOCTYPE html>${markup}`, { status, headers });
}

/**
 * The response to an API client that called a screen, or to the card element's script: the JSON thrown instead of a
 * page.
 */
function responseOfScript(
  request: Request,
  { staticHandlerContext, routeModules }: PageContext,
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
function isUnsavedForm(status: number, { staticHandlerContext: { actionData, errors } }: PageContext) {
  return status === 503 && Boolean(actionData) && !errors;
}

/** Keeps the action's Retry-After, also for screens without a `headers` export. */
function keepRetryAfter(headers: Headers, { staticHandlerContext: { actionHeaders } }: PageContext): void {
  for (const said of Object.values(actionHeaders)) {
    const retryAfter = said.get("Retry-After");
    if (retryAfter) headers.set("Retry-After", retryAfter);
  }
}

/** Whether a screen of this response declares it in its handle. */
function says(context: PageContext, what: "pays" | "sendsPhotos"): boolean {
  return context.staticHandlerContext.matches.some((match) => {
    const handle = context.routeModules[match.route.id]?.handle as Partial<ScreenHandle> | undefined;
    return handle?.[what] === true;
  });
}
