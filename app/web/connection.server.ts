import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import diagnostics from "node:diagnostics_channel";
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import { settings } from "~/adapters/settings.server";
import { beginWaiting } from "~/adapters/waiting/outside-calls.server";
import { clientNetwork } from "./client-network";
import { drainBeforeClosing, isDraining } from "./draining.server";
import { loggedAddress } from "./logged-address.server";

/**
 * What only the connection can see or do: the client's address, a request line that Remix can read, and headers on
 * every answer including files.
 */

interface Connection {
  address: string;
  origin: string | null;
  /** Absent while a page is rendered for everybody. */
  response?: ServerResponse;
  requestId: string;
  /** The id of the route that answers; null until one is found, and for files. */
  routeId: string | null;
}

/** What is known of a request once it is over; `address` is as logs may show it. */
export interface AnsweredRequest {
  requestId: string;
  route: string | null;
  method: string;
  address: string;
  status: number;
  durationMs: number;
  /** The client hung up before the answer was sent. */
  isCut: boolean;
}

const listeners: ((answered: AnsweredRequest) => void)[] = [];

/** Calls `listener` once for each request, when its answer is sent or its client is gone. */
export function onAnswer(listener: (answered: AnsweredRequest) => void): void {
  listeners.push(listener);
}

/** The id of this request, also in its answer's header `X-Request-Id`: random, so that it says nothing. */
export function currentRequestId(): string | undefined {
  return connections.getStore()?.requestId;
}

/** Says which route answers this request. */
export function nameRoute(routeId: string): void {
  const connection = connections.getStore();
  if (connection) connection.routeId = routeId;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  server?: Server;
}

const connections = new AsyncLocalStorage<Connection>();

/**
 * Runs what renders a page for everybody, as a client of this name with a rate limit of its own: such a page has no
 * visitor, so that nothing of the one who asked for it can get into it.
 */
export function forEverybody<Result>(name: string, run: () => Result): Result {
  return connections.run({ address: name, origin: null, requestId: "", routeId: null }, run);
}

/** Whether this page is rendered for everybody. */
export function isForEverybody(): boolean {
  const connection = connections.getStore();
  return connection !== undefined && !connection.response;
}

/** The connection of this request; every handler of the request sees the same object. */
export function currentConnection(): object | undefined {
  return connections.getStore();
}

/**
 * The client: the network address of the socket, or the one reported by the trusted proxies (TRUSTED_PROXY_HOPS), as
 * `clientNetwork` writes it.
 */
export function clientAddress(): string {
  return connections.getStore()?.address ?? "unknown";
}

/** The Origin header as the browser sent it, or null. */
export function declaredOrigin(request: Request): string | null {
  const connection = connections.getStore();
  return connection ? connection.origin : request.headers.get("origin");
}

/** The Node response, for callers that match the speed at which it is read; undefined outside a connection. */
export function currentResponse(): ServerResponse | undefined {
  return connections.getStore()?.response;
}

const PERMISSIONS = "camera=(), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()";

const EVERY_ANSWER: Record<string, string> = {
  // Pages, data and files belong to one person, unless the answer itself allows caching.
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": PERMISSIONS,
  "X-Frame-Options": "DENY",
  // Documents replace this with their own policy; everything else may load and run nothing.
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ...(settings.publicOrigin.startsWith("https://")
    ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }
    : {}),
};

/** Subscribes to every request of this process's HTTP servers, once per process. */
export function watchConnections(): void {
  const marked = globalThis as { loopWatchesConnections?: boolean };
  if (marked.loopWatchesConnections) return;
  marked.loopWatchesConnections = true;
  diagnostics.subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Exchange;
    normaliseRequestLine(request);
    // Tests run the servers of external services in the same process and close them while others keep running.
    if (server && settings.environment !== "test") drainBeforeClosing(server);
    const requestId = randomBytes(9).toString("base64url");
    const origin = takeOrigin(request);
    const connection = { address: addressOf(request), origin, response, requestId, routeId: null };
    connections.enterWith(connection);
    beginWaiting();
    reportWhenOver(request, response, connection);
    addHeadersWhenSent(response, requestId);
  });
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Rewrites request lines on which Remix would break with a 500, because it builds a URL from host and path and a
 * Request from the method. The rewritten request reaches the request guard, which refuses it or finds no route: an
 * unknown method, a malformed host, a path with invalid escapes or with a leading double slash, which would parse as a
 * host. The host of an absolute request target overrides the Host header (RFC 9112, 3.2.2).
 */
function normaliseRequestLine(request: IncomingMessage): void {
  if (!METHODS.includes(request.method ?? "")) request.method = "PATCH";
  const whole = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "");
  if (whole) request.headers.host = whole[1];
  const address = whole ? (whole[2] ?? "") : (request.url ?? "");
  request.url = normalisePath(address.startsWith("/") ? address : `/${address}`);
  const host = request.headers.host ?? "";
  if (!isHost(host)) request.headers.host = host === "" ? "nobody.invalid" : NO_HOST;
}

/** Replaces a malformed Host header. */
export const NO_HOST = "malformed.invalid";

/** Whether a URL can be built from it: "localhost:99999" and "1.2.3.4.5" look like hosts but are invalid. */
function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}/`);
}

function normalisePath(address: string): string {
  const query = address.indexOf("?");
  const path = query < 0 ? address : address.slice(0, query);
  const search = query < 0 ? "" : address.slice(query);
  const readable = isDecodable(path) ? path : path.replaceAll("%", "%25");
  const { pathname } = new URL(`http://nobody.invalid${readable}`);
  return (pathname.startsWith("//") ? pathname.replace(/^\/+/, "/") : readable) + search;
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return false;
  }
}

function addressOf(request: IncomingMessage): string {
  const socketAddress = clientNetwork(request.socket.remoteAddress ?? "");
  const hops = settings.trustedProxyHops;
  if (hops === 0) return socketAddress;
  const forwarded = String(request.headers["x-forwarded-for"] ?? "")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  const reported = forwarded.at(-hops);
  return reported === undefined ? socketAddress : clientNetwork(reported);
}

/**
 * Removes headers on which Remix has rules of its own: it answers a foreign origin with an empty 500 before any action
 * runs, and trusts X-Forwarded-Host to decide what is foreign. The request guard decides instead.
 */
function takeOrigin(request: IncomingMessage): string | null {
  const { origin } = request.headers;
  delete request.headers.origin;
  delete request.headers["x-forwarded-host"];
  return origin ?? null;
}

function reportWhenOver(request: IncomingMessage, response: ServerResponse, connection: Connection): void {
  const began = performance.now();
  const { requestId } = connection;
  const { method = "" } = request;
  const address = loggedAddress(request.url ?? "");
  response.once("close", () => {
    const { statusCode: status, writableFinished } = response;
    const durationMs = Math.round(performance.now() - began);
    const route = connection.routeId;
    const answered = { requestId, route, method, address, status, durationMs, isCut: !writableFinished };
    for (const listener of listeners) listener(answered);
  });
}

/**
 * Sends an answer that was made beforehand, with its headers in pairs: those of every answer come from
 * `withEveryHeader`. A HEAD request gets no body.
 */
export function sendPrepared(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, bytes }: { status: number; headers: readonly string[]; bytes: Buffer | null },
): void {
  const own = ["X-Request-Id", currentRequestId() ?? ""];
  if (isDraining()) own.push("Connection", "close");
  // The prototype's method, because the one of this response sets each header separately, which takes longer.
  Reflect.apply(ServerResponse.prototype.writeHead, response, [status, headers.concat(own)]);
  response.end(request.method === "HEAD" ? null : bytes);
}

/** These headers in pairs, with those of every answer that they do not name themselves. */
export function withEveryHeader(headers: Readonly<Record<string, string>>): string[] {
  const all = new Headers(EVERY_ANSWER);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return [...all].flat();
}

function addHeadersWhenSent(response: ServerResponse, requestId: string): void {
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    response.setHeader("X-Request-Id", requestId);
    if (isDraining()) response.setHeader("Connection", "close");
    for (const [name, value] of Object.entries(EVERY_ANSWER)) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    response.removeHeader("X-Powered-By");
    return Reflect.apply(writeHead, this, given) as ServerResponse;
  } as typeof response.writeHead;
}
