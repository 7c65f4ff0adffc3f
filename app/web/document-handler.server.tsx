import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/node";
import {
  isRouteErrorResponse,
  Outlet,
  UNSAFE_RemixContext as RemixContext,
  type UNSAFE_RouteModules as RouteModules,
} from "@remix-run/react";
import {
  type AgnosticDataRouteObject,
  createStaticHandler,
  getStaticContextFromError,
  matchRoutes,
  type RouterState,
  type StaticHandlerContext,
} from "@remix-run/router";
import { getDocumentHeaders } from "@remix-run/server-runtime/dist/headers.js";
import { Fragment, type ReactElement } from "react";
import {
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  NavigationType,
  UNSAFE_RouteContext as RouteContext,
  type RouteMatch,
} from "react-router";
import { respondWithPage } from "./page-response.server";

/**
 * Handles a request for a page as Remix's own handler does (`createRequestHandler`, and `RemixServer` in
 * `entry.server`), with its router, but without what only a browser that hydrates would need: the loaders' data as a
 * stream, a second table of routes, error boundaries in the browser. Loaders get the request itself, not copies of it.
 * Everything that is not a page is left to Remix. `tests/security/document-handler.test.ts` compares both for every route.
 * Two things are less than Remix's, as no screen needs them: a Response that is thrown while a page is rendered is an error
 * of ours, and only the root has an error boundary.
 */

/** Remix takes these parameters out of the address before loaders see it. */
const PARAMETERS_OF_REMIX = ["index", "_data", "_routes"];
/** What an address of a page's data ends with; a parameter would match it too. */
const DATA_OF_A_PAGE = ".data";
const ERROR_TEXT = "Unexpected Server Error";
const WITHOUT_BODY = new Set([204, 205, 304]);

export function createDocumentHandler(build: ServerBuild): RequestHandler {
  const handleByRemix = createRequestHandler(build, "production");
  if (!hasPages(build.routes)) return handleByRemix;
  const routeModules = Object.fromEntries(Object.entries(build.routes).map(([id, route]) => [id, route?.module]));
  const { dataRoutes, query } = createStaticHandler(dataRoutesBelow(undefined, build.routes), {
    future: { v7_relativeSplatPath: true, v7_throwAbortReason: true },
  });

  async function handlePage(request: Request): Promise<Response> {
    const report = (error: unknown) => build.entry.module.handleError?.(error, { request, context: {}, params: {} });
    let context: StaticHandlerContext | Response;
    try {
      context = await query(request, { requestContext: {} });
    } catch (error) {
      report(error);
      return new Response(null, { status: 500 });
    }
    if (context instanceof Response) return context;
    const headers = getDocumentHeaders(build, context);
    if (WITHOUT_BODY.has(context.statusCode)) return new Response(null, { status: context.statusCode, headers });
    for (const error of Object.values(context.errors ?? {})) {
      if (!isRouteErrorResponse(error) || "error" in error) report(error);
    }
    try {
      return render(request, context, headers);
    } catch (error) {
      report(error);
      try {
        return render(request, getStaticContextFromError(dataRoutes, context, error), headers);
      } catch (failure) {
        report(failure);
        return new Response(ERROR_TEXT, { status: 500, headers: { "Content-Type": "text/plain" } });
      }
    }
  }

  function render(request: Request, { errors, ...rest }: StaticHandlerContext, headers: Headers): Response {
    const context = { ...rest, errors: errors && withoutDetails(errors) };
    const remix = { manifest: build.assets, routeModules, future: build.future, isSpaMode: false };
    const page = (
      <RemixContext.Provider value={remix}>
        <RoutesOfPage context={context} routeModules={routeModules} />
      </RemixContext.Provider>
    );
    return respondWithPage(request, context.statusCode, headers, { staticHandlerContext: context, routeModules }, page);
  }

  return async (request) => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (pathname.endsWith(DATA_OF_A_PAGE)) return handleByRemix(request);
    const leaf = matchRoutes(dataRoutes, pathname)?.at(-1)?.route.id ?? "";
    const isPage = routeModules[leaf]?.default !== undefined;
    if (!isPage || isRewrittenByRemix(search, searchParams)) return handleByRemix(request);
    const response = await handlePage(request);
    return request.method === "HEAD" ? new Response(null, response) : response;
  };
}

/** Whether an address of these routes may be a page. The root alone is the page of an address that is nowhere. */
function hasPages(routes: ServerBuild["routes"]): boolean {
  const below = Object.values(routes).filter((route) => route?.parentId !== undefined);
  return below.length === 0 || below.some((route) => route?.module.default !== undefined);
}

/** No page shows what an internal error says. */
function withoutDetails(errors: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = (error: unknown) => (error instanceof Error ? new Error(ERROR_TEXT) : error);
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, shown(error)]));
}

/** Remix also writes the query of an address in its own way before loaders see it. */
function isRewrittenByRemix(search: string, parameters: URLSearchParams): boolean {
  if (search === "") return false;
  return search !== `?${parameters}` || PARAMETERS_OF_REMIX.some((name) => parameters.has(name));
}

/** The routes below this one as the router takes them; none is an index. */
function dataRoutesBelow(parentId: string | undefined, routes: ServerBuild["routes"]): AgnosticDataRouteObject[] {
  return Object.values(routes).flatMap((route) => {
    if (!route || route.parentId !== parentId) return [];
    const { id, path, caseSensitive, module } = route;
    const { loader, action, handle } = module as Pick<AgnosticDataRouteObject, "loader" | "action" | "handle">;
    const hasErrorBoundary = module.ErrorBoundary !== undefined;
    return { id, path, caseSensitive, loader, action, handle, hasErrorBoundary, children: dataRoutesBelow(id, routes) };
  });
}

/** The elements of the matched routes, each in the outlet of its parent; an error takes the place of the route it reached. */
function RoutesOfPage({
  context,
  routeModules,
}: {
  readonly context: StaticHandlerContext;
  readonly routeModules: RouteModules;
}) {
  const { matches, errors, location } = context;
  const modules = matches.map(({ route }) => routeModules[route.id]);
  const last = errors ? matches.findIndex(({ route }) => route.id in errors) : matches.length - 1;
  let page: ReactElement | null = null;
  for (let at = last; at >= 0; at -= 1) {
    const routeMatches = matches.slice(0, at + 1) as RouteMatch[];
    const { default: Screen = Outlet, ErrorBoundary = Outlet, Layout = Fragment } = modules[at] ?? {};
    page = (
      <RouteContext.Provider value={{ outlet: page, matches: routeMatches, isDataRoute: true }}>
        <Layout>{errors && at === last ? <ErrorBoundary /> : <Screen />}</Layout>
      </RouteContext.Provider>
    );
  }
  // What the hooks read of a router's state, and nothing of what they do not.
  const state = context as Partial<RouterState> as RouterState;
  return (
    <LocationContext.Provider value={{ location, navigationType: NavigationType.Pop }}>
      <DataRouterStateContext.Provider value={state}>{page}</DataRouterStateContext.Provider>
    </LocationContext.Provider>
  );
}
