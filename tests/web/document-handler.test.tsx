import { createRequestHandler, data, redirect, type ServerBuild } from "@remix-run/node";
import { Links, Outlet, RemixServer, useActionData, useLoaderData, useLocation, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { describe, expect, it } from "vitest";
import { createDocumentHandler } from "~/web/document-handler.server";
import { respondWithPage } from "~/web/page-response.server";
import { useResponseContext } from "~/web/response-context";

/** Our own handler and Remix's, on a small table with everything that a loader, an action or a screen may do. */

const handled: string[] = [];

function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en-GB">
      <head>
        <Links />
      </head>
      <body>{children}</body>
    </html>
  );
}

function Screen() {
  const shown = [useLoaderData(), useActionData(), useLocation(), useMatches().map(({ id, data }) => [id, data])];
  return <p>{JSON.stringify(shown)}</p>;
}

function ErrorPage() {
  const { error } = useResponseContext();
  if (useLocation().pathname === "/breaks-twice") throw new Error("broken again");
  return <p>{`Error ${error} ${JSON.stringify(error)} of ${JSON.stringify(useMatches().map(({ id }) => id))}`}</p>;
}

function Broken(): ReactNode {
  throw new Error("broken");
}

const cookie = (value: string) => ({ headers: { "Set-Cookie": `a=${value}`, "X-Own": value } });
const headers = ({ loaderHeaders, actionHeaders, errorHeaders, parentHeaders }: Record<string, Headers | undefined>) =>
  new Headers([loaderHeaders, actionHeaders, errorHeaders, parentHeaders].flatMap((some) => [...(some ?? [])]));
const wrong = (): never => {
  throw new Error("secret");
};

const modules = {
  plain: { default: Screen, loader: ({ request }: { request: Request }) => [request.url, request.method] },
  "without-loader": { default: Screen, links: () => [{ rel: "preload", href: "/a.svg", as: "image" }] },
  "with-headers": {
    default: Screen,
    headers,
    loader: () => data(1, cookie("loader")),
    action: () => data(2, cookie("action")),
  },
  cookies: { default: Screen, loader: () => data(1, cookie("loader")), action: () => data(2, cookie("action")) },
  "no-content": { default: Screen, loader: () => data(null, { status: 204, ...cookie("none") }) },
  "not-modified": { default: Screen, loader: () => new Response(null, { status: 304 }) },
  "returns-response": { default: Screen, loader: () => Response.json({ a: 1 }, { status: 201 }) },
  undefined: { default: Screen, loader: () => undefined },
  redirects: { default: Screen, loader: () => redirect("/plain", cookie("r")), action: () => redirect("/plain", 303) },
  "throws-redirect": { default: Screen, loader: () => Promise.reject(redirect("/plain")) },
  "throws-response": {
    default: Screen,
    headers,
    loader: () => Promise.reject(new Response("no", { status: 404, ...cookie("t") })),
  },
  "throws-data": {
    default: Screen,
    headers,
    action: () => Promise.reject(data({ why: 1 }, { status: 409, ...cookie("t") })),
  },
  "throws-error": { default: Screen, loader: wrong, action: wrong },
  "breaks-rendering": { default: Broken, loader: () => data(1, cookie("b")) },
  "breaks-twice": { default: Broken, loader: () => 1 },
  invalid: { default: Screen, loader: () => 1, action: () => data({ fields: ["a"] }, { status: 422 }) },
  resource: { loader: () => new Response("file") },
  "art/:id": { default: Screen, loader: ({ params }: { params: object }) => params },
  ":id/deep": { default: Screen, loader: ({ params }: { params: object }) => params },
};

const root = {
  default: () => <Outlet />,
  Layout,
  ErrorBoundary: ErrorPage,
  headers,
  loader: () => data("root", cookie("root")),
};

function buildOf(all: Readonly<Record<string, object>>): ServerBuild {
  const routes = Object.entries(all).map(([path, module]) => {
    const id = path || "root";
    return [id, { id, path, parentId: path ? "root" : undefined, module, hasLoader: "loader" in module }] as const;
  });
  const entry = {
    default: (...[request, status, headers, context]: Parameters<ServerBuild["entry"]["module"]["default"]>) =>
      respondWithPage(request, status, headers, context, <RemixServer context={context} url={request.url} />),
    handleError: (error: unknown) => handled.push(String(error)),
  };
  const table = Object.fromEntries(routes);
  const future = { v3_singleFetch: true, v3_relativeSplatPath: true, v3_throwAbortReason: true };
  const assets = { routes: table, entry: { imports: [], module: "" }, url: "", version: "" };
  return { routes: table, assets, future, entry: { module: entry }, isSpaMode: false } as unknown as ServerBuild;
}

const build = buildOf({ "": root, ...modules });
const handlers = [createRequestHandler(build, "production"), createDocumentHandler(build)];

const masked = (text: string) => text.replace(/(nonce-)[^']*/g, "$1…");

/** What both handlers respond, Remix's first, with what they report. */
async function askBoth(path: string, init: RequestInit = {}) {
  const responses = [];
  for (const handle of handlers) {
    handled.length = 0;
    const response = await handle(new Request(`http://loop.example${path}`, init));
    const text = await response.text();
    const lines = [...response.headers].map(([name, value]) => masked(`${name}: ${value}`));
    responses.push({ status: response.status, lines, text, handled: [...handled] });
  }
  const [ofRemix, ours] = responses;
  return { ofRemix, ours };
}

const paths = Object.keys(modules).map((path) => `/${path.replace(":id", "an%20id%2F")}`);

describe.each([
  ...paths,
  "/nowhere",
  "/plain?a=b",
  "/plain?a=b c",
  "/plain?index",
  "/plain/",
  "/PLAIN",
  "/art/one.data",
])("%s", (path) => {
  it.each(["GET", "HEAD", "POST", "PUT", "OPTIONS"])("is the same by %s", async (method) => {
    const body = method === "POST" ? "a=1" : undefined;
    const { ofRemix, ours } = await askBoth(path, { method, body });
    expect(ours).toEqual(ofRemix);
  });
});

it("a request that is given up is the same", async () => {
  const { ofRemix, ours } = await askBoth("/plain", { signal: AbortSignal.abort() });
  expect(ours).toEqual(ofRemix);
});

it("says a page’s data and an error page, and nothing of an internal error", async () => {
  expect((await askBoth("/plain")).ours?.text).toContain("http://loop.example/plain");
  const { ours } = await askBoth("/throws-error");
  expect(ours).toMatchObject({ status: 500, handled: ["Error: secret"] });
  expect(ours?.text).not.toContain("secret");
});
