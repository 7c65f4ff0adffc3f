import type { IncomingMessage } from "node:http";
import type { ServerBuild } from "@remix-run/node";
import { settings } from "~/adapters/settings.server";
import { forEverybody, nameRoute } from "./connection.server";
import { logError } from "./error-log.server";
import { countCachedVisit } from "./funnel.server";
import {
  chooseResponse,
  type PreparedResponse,
  type PreparedResponses,
  prepareResponses,
} from "./prepared-responses.server";
import { publicHost } from "./public-address.server";
import { countRequest } from "./request-limit.server";
import type { CachedScreen, ScreenHandle } from "./screen";

/**
 * Public pages from memory. A screen that is the same for everybody says so (`handle.cached`); a plain GET of it,
 * without a session or anything else of ours that could change it, is served from bytes that were rendered from a bare
 * request and compressed. They are at most `STALE_MS` old: while they are rendered again, the last ones are sent.
 */

const FRESH_MS = 1_000;
const STALE_MS = 10_000;

/** For a shared cache in front of us, such as a CDN; a browser asks again each time. */
const SHARED = `public, max-age=0, s-maxage=${STALE_MS / 1_000}, stale-while-revalidate=60`;
/** Our cookies with which these pages look as they do without: everything but these leads past the cache. */
const COOKIE_THAT_MATTERS = /(?:^|;\s*)(?:__Host-)?loop_(?!(?:device|form|staff_device|seen)=)/;

interface Made {
  at: number;
  responses: PreparedResponses;
}

interface CachedPage {
  routeId: string;
  screen: CachedScreen;
  made?: Made;
  /** The rendering under way. */
  making?: Promise<Made | undefined>;
}

type Render = (request: Request) => Promise<Response>;

/**
 * @param routes those of the server build
 * @param render renders a request without the cache
 * @returns a function that finds the response to a request at this time; undefined for a request that the cache does
 * not serve
 */
export function openPageCache(routes: ServerBuild["routes"], render: Render) {
  const pages = new Map<string, CachedPage>();
  for (const route of Object.values(routes)) {
    const screen = (route?.module.handle as Partial<ScreenHandle> | undefined)?.cached;
    if (!route || !screen) continue;
    const addresses = screen.addresses ?? [`/${route.path ?? ""}`.replace("//", "/")];
    for (const address of addresses) pages.set(address, { routeId: route.id, screen });
  }
  return (
    request: IncomingMessage,
    now: Date,
  ): PreparedResponse | Promise<PreparedResponse | undefined> | undefined => {
    const path = request.url ?? "";
    const page = pages.get(path);
    if (!page || !isPlain(request, page.screen) || !countRequest("page").ok) return undefined;
    const age = page.made ? now.getTime() - page.made.at : Number.POSITIVE_INFINITY;
    if (!page.made || age > STALE_MS) {
      return makeOnce(page, path, render, now).then((made) => made && respondWith(made, page, request, now));
    }
    if (age > FRESH_MS) void makeOnce(page, path, render, now);
    return respondWith(page.made, page, request, now);
  };
}

/** Whether everything about a request that could change its page is as for everybody. */
function isPlain({ method, headers }: IncomingMessage, screen: CachedScreen): boolean {
  if (method !== "GET" && method !== "HEAD") return false;
  if (headers.host !== publicHost || COOKIE_THAT_MATTERS.test(headers.cookie ?? "")) return false;
  // An old browser gets a token with the form, because it may not say where the form it sends comes from.
  return !screen.signsIn || headers["sec-fetch-site"] !== undefined;
}

function respondWith(made: Made, page: CachedPage, request: IncomingMessage, now: Date): PreparedResponse {
  nameRoute(page.routeId);
  countCachedVisit(request, page.screen.step ?? { stage: "visit" }, now);
  return chooseResponse(made.responses, request.headers);
}

function makeOnce(page: CachedPage, path: string, render: Render, now: Date): Promise<Made | undefined> {
  page.making ??= make(page, path, render, now).finally(() => {
    page.making = undefined;
  });
  return page.making;
}

/** Renders a page for everybody; it is not cached when it failed or sets a cookie. */
async function make(page: CachedPage, path: string, render: Render, now: Date): Promise<Made | undefined> {
  const request = new Request(`${settings.publicOrigin}${path}`, { headers: { Host: publicHost } });
  try {
    page.made = await forEverybody(`page cache ${path}`, async () => {
      const response = await render(request);
      const isCached = response.status === 200 && !response.headers.has("Set-Cookie");
      const bytes = Buffer.from(await response.arrayBuffer());
      if (!isCached) return undefined;
      const responses = await prepareResponses(bytes, {
        "Content-Type": response.headers.get("Content-Type") ?? "",
        "Content-Security-Policy": response.headers.get("Content-Security-Policy") ?? "default-src 'none'",
        // A page that signs in is cached by us alone, because it depends on what a browser says of itself.
        "Cache-Control": page.screen.signsIn ? "no-store" : SHARED,
        Vary: "Cookie",
      });
      return { at: now.getTime(), responses };
    });
  } catch (error) {
    page.made = undefined;
    logError(error, request);
  }
  return page.made;
}
