import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { stripTypeScriptTypes } from "node:module";
import { join } from "node:path";
import { type ApiKeys, handleCall } from "./api";
import { type PageResponse, showChallenge, showCheckout, takeChallenge, takeCheckout } from "./pages/buyer-pages";
import { returnedPage } from "./pages/challenge-page";
import { unknownPage } from "./pages/checkout-page";
import { takeControl } from "./pages/control-actions";
import { controlPage } from "./pages/control-page";
import { elementPage } from "./pages/element-page";
import type { Page } from "./pages/frame";
import { STYLE } from "./pages/style";
import { walletButtonPage, walletPage } from "./pages/wallet-pages";
import type { Switches } from "./switches";
import type { Work } from "./work";

/** The addresses of the sandbox: the provider's API under /v1, and pages for people. */

export interface ServerParts {
  keys: ApiKeys;
  /** Starts a piece of work at this moment, after everything due has run. */
  beginWork(): Work;
  /** Called when something may have been queued. */
  afterWork(): void;
  changeSwitches(change: Partial<Switches>): void;
  resend(eventId: string): boolean;
}

const MOST_BYTES = 1_000_000;

const BROWSER = join(process.cwd(), "scripts", "payment-sandbox", "browser");
/** Scripts for browsers: the provider's script for the shop's page, and those of its frames. */
const SCRIPTS = {
  "/v3/": "v3.ts",
  "/browser/element.js": "element.ts",
  "/browser/frame.ts": "frame.ts",
  "/browser/question.js": "question.ts",
  "/browser/wallet.js": "wallet.ts",
};
const readScript = (name: string) => stripTypeScriptTypes(readFileSync(join(BROWSER, name), "utf8"));
const isScript = (path: string): path is keyof typeof SCRIPTS => Object.hasOwn(SCRIPTS, path);

export function createSandboxServer(parts: ServerParts): Server {
  const keysInUse = new Set<string>();
  return createServer((request, response) => {
    serve(request, response, parts, keysInUse).catch((error: unknown) => {
      if (request.destroyed) return;
      console.error("payment sandbox:", error);
      if (!response.headersSent) response.writeHead(500, { "content-type": "text/plain" });
      response.end("The payment sandbox failed.");
    });
  });
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  parts: ServerParts,
  keysInUse: Set<string>,
): Promise<void> {
  const url = new URL(request.url ?? "/", "http://sandbox");
  const body = await readBody(request);
  if (body === null) {
    response.writeHead(413, { "content-type": "text/plain", connection: "close" }).end("Too large.");
    return;
  }
  if (url.pathname.startsWith("/v1/")) {
    serveApi(request, response, url, body, parts, keysInUse);
  } else if (url.pathname === "/health") {
    response.writeHead(200, { "content-type": "application/json" }).end('{"status":"ok"}');
  } else if (isScript(url.pathname)) {
    const headers = {
      "content-type": "text/javascript; charset=utf-8",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
    };
    response.writeHead(200, headers).end(readScript(SCRIPTS[url.pathname]));
  } else if (url.pathname === "/pages.css") {
    const headers = { "content-type": "text/css; charset=utf-8", "x-content-type-options": "nosniff" };
    response.writeHead(200, headers).end(STYLE);
  } else {
    sendPage(response, handlePage(request, url, new URLSearchParams(body), parts));
  }
  parts.afterWork();
}

function serveApi(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  body: string,
  parts: ServerParts,
  keysInUse: Set<string>,
): void {
  const method = request.method ?? "GET";
  const result = handleCall(
    {
      method,
      path: url.pathname,
      written: method === "GET" ? url.search.slice(1) : body,
      contentType: request.headers["content-type"],
      authorization: request.headers.authorization,
      version: single(request.headers["stripe-version"]),
      idempotencyKey: single(request.headers["idempotency-key"]),
    },
    parts.beginWork(),
    parts.keys,
    keysInUse,
  );
  if (result.kind === "silence") {
    response.on("close", result.release);
  } else if (result.kind === "lost") {
    request.socket.destroy();
  } else {
    const headers = { ...result.headers, "content-type": "application/json", ...forBrowsers(request) };
    response.writeHead(result.status, headers).end(result.body);
  }
}

/** Any page may call with the publishable key and its payment's secret; browsers send no more than that. */
function forBrowsers(request: IncomingMessage): Record<string, string> {
  return request.headers.origin === undefined ? {} : { "access-control-allow-origin": "*" };
}

function handlePage(request: IncomingMessage, url: URL, form: URLSearchParams, parts: ServerParts): PageResponse {
  const path = url.pathname;
  const isFramed = url.searchParams.get("framed") === "1";
  const work = parts.beginWork();
  const isPost = request.method === "POST";
  const [, room, id = "", ...further] = path.split("/");
  if (further.length > 0) return unknownPage();
  if (room === "pay" && id) return isPost ? takeCheckout(work, id, form) : showCheckout(work, id);
  if ((room === "3ds" || room === "paypal") && id) {
    const about = { asker: room === "paypal" ? "paypal" : "bank", isFramed } as const;
    return isPost ? takeChallenge(work, id, form, about) : showChallenge(work, id, about);
  }
  if (room === "elements" && id === "payment") return elementPage();
  if (room === "elements" && id === "wallets") return walletButtonPage();
  if (room === "elements" && id === "wallet") return walletPage();
  if (room === "returned" && !id) return returnedPage();
  if (room === "control" && !id) {
    if (!isPost) return controlPage(work.store, work.switches, work.endpoint);
    return isFromOwnPage(request) ? takeControl(form, parts) : unknownPage();
  }
  return unknownPage();
}

/** Another website's form must not control a sandbox on the reader's machine. */
function isFromOwnPage(request: IncomingMessage): boolean {
  const from = single(request.headers["sec-fetch-site"]);
  return from === undefined || from === "same-origin" || from === "none";
}

function sendPage(response: ServerResponse, result: PageResponse): void {
  if ("goTo" in result) {
    response.writeHead(303, { location: result.goTo, "cache-control": "no-store" }).end();
    return;
  }
  response
    .writeHead(result.status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy(result),
      "cache-control": "no-store",
      "referrer-policy": "same-origin",
      "x-content-type-options": "nosniff",
    })
    .end(result.text);
}

/**
 * A form that redirects to another site needs that site in form-action. Framed pages may appear in any shop's
 * page and use its typefaces, because the sandbox, like the provider, does not know the shops.
 */
function contentSecurityPolicy(page: Page): string {
  const elsewhere = new Set(page.goesTo.map((address) => new URL(address).origin));
  return [
    "default-src 'none'",
    "style-src 'self'",
    ...(page.isFramed ? ["script-src 'self'", "connect-src 'self'", "font-src http: https:"] : []),
    `form-action ${["'self'", ...elsewhere].join(" ")}`,
    "base-uri 'none'",
    page.isFramed ? "frame-ancestors http: https:" : "frame-ancestors 'none'",
  ].join("; ");
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes <= MOST_BYTES) parts.push(part);
  }
  return bytes > MOST_BYTES ? null : Buffer.concat(parts).toString("utf8");
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
