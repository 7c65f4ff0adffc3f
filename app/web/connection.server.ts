import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import diagnostics from "node:diagnostics_channel";
import { type IncomingMessage, type Server, ServerResponse } from "node:http";
import { settings } from "~/adapters/settings.server";
import { beginWaiting } from "~/adapters/waiting/outside-calls.server";
import { clientNetwork } from "./client-network";
import { permissionsPolicy } from "./content-security-policy";
import { drainBeforeClosing, isDraining } from "./draining.server";
import { type HandedOn, readHandedOn, WRITER_SILENT_HEADER } from "./handed-on.server";
import { loggedAddress } from "./logged-address.server";
import { isKnownMethod, normaliseRequestLine } from "./request-line";

/**
 * What only the connection can see or do: the client's address, and headers on every response including files.
 */

interface Connection {
  address: string;
  origin: string | null;
  /** Absent while a page is rendered for everybody. */
  response?: ServerResponse;
  requestId: string;
  /** The id of the route that matched; null until one is found, and for files. */
  routeId: string | null;
  /** As it was sent; Remix gets another one where it would break. */
  method?: string;
  /** The request guard has checked it. */
  isGuarded?: boolean;
  /** By a machine that only reads. */
  handedOn?: HandedOn | undefined;
  needsWriter?: boolean;
  /** What the process in front says where the writer is silent. */
  writerSilence?: string | undefined;
}

/** What is known of a request once it is over; `address` is as logs may show it. */
export interface HandledRequest {
  requestId: string;
  route: string | null;
  method: string;
  address: string;
  status: number;
  durationMs: number;
  /** The client hung up before the response was sent. */
  isCut: boolean;
}

const listeners: ((handled: HandledRequest) => void)[] = [];

/** Calls `listener` once for each request, when its response is sent or its client is gone. */
export function onResponse(listener: (handled: HandledRequest) => void): void {
  listeners.push(listener);
}

/** The id of this request, also in its response's header `X-Request-Id`: random, so that it says nothing. */
export function currentRequestId(): string | undefined {
  return connections.getStore()?.requestId;
}

/** Records which route matched this request. */
export function nameRoute(routeId: string): void {
  const connection = connections.getStore();
  if (connection) connection.routeId = routeId;
}

/** Whether this request was sent with a method that nothing here takes; Remix sees it as another one. */
export function hasOddMethod(): boolean {
  const method = connections.getStore()?.method;
  return method !== undefined && !isKnownMethod(method);
}

/** Whether this request asks which methods its address takes. */
export function isAskingForMethods(): boolean {
  return connections.getStore()?.method === "OPTIONS";
}

/** Records that the request guard has checked this request. */
export function markGuarded(): void {
  const connection = connections.getStore();
  if (connection) connection.isGuarded = true;
}

/** Whether the request guard has checked this request. */
export function isGuarded(): boolean {
  return connections.getStore()?.isGuarded === true;
}

/** How a machine that only reads has handed this request on; undefined where none has. */
export function handedOnBy(): HandedOn | undefined {
  return connections.getStore()?.handedOn;
}

/** Records that this request can't be answered from copies. */
export function noteNeedOfWriter(): void {
  const connection = connections.getStore();
  if (connection) connection.needsWriter = true;
}

export function needsWriter(): boolean {
  return connections.getStore()?.needsWriter === true;
}

/** Whether this request is answered from copies although it may need the writer, which doesn't respond. */
export function isSavingPaused(): boolean {
  return connections.getStore()?.writerSilence !== undefined;
}

/** Whether the writer may have done this change before it fell silent. */
export function mayBeDone(): boolean {
  return connections.getStore()?.writerSilence === "perhaps";
}

/** Puts the methods that the route accepts into the response to this request (RFC 9110, section 15.5.6). */
export function allowMethods(methods: readonly string[]): void {
  currentResponse()?.setHeader("Allow", methods.join(", "));
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

const EVERY_RESPONSE: Record<string, string> = {
  // Pages, data and files belong to one person, unless the response itself allows caching.
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": permissionsPolicy([]),
  "X-Frame-Options": "DENY",
  // Documents replace this with their own policy; everything else may load and run nothing.
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
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
    const { method } = request;
    normaliseRequestLine(request);
    // Tests run the servers of external services in the same process and close them while others keep running.
    if (server && settings.environment !== "test") drainBeforeClosing(server);
    const handedOn = readHandedOn(request.headers, new Date());
    const requestId = handedOn?.requestId ?? randomBytes(9).toString("base64url");
    const origin = takeOrigin(request);
    const address = handedOn?.address ?? addressOf(request);
    const writerSilence = settings.reading ? request.headers[WRITER_SILENT_HEADER]?.toString() : undefined;
    const connection = { address, origin, response, requestId, routeId: null, method, handedOn, writerSilence };
    connections.enterWith(connection);
    beginWaiting();
    reportWhenOver(request, response, connection);
    addHeadersWhenSent(response, requestId);
  });
}

/** As `clientAddress` says it. */
export function addressOf(request: IncomingMessage): string {
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
 * Removes headers on which Remix has rules of its own: it responds to a foreign origin with an empty 500 before any
 * action runs, and trusts X-Forwarded-Host to decide what is foreign. The request guard decides instead.
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
    const handled = { requestId, route, method, address, status, durationMs, isCut: !writableFinished };
    for (const listener of listeners) listener(handled);
  });
}

/**
 * Sends a prepared response, with its headers in pairs: those of every response come from
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

/** These headers in pairs, with those of every response that they do not name themselves. */
export function withEveryHeader(headers: Readonly<Record<string, string>>): string[] {
  const all = new Headers(EVERY_RESPONSE);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  return [...all].flat();
}

function addHeadersWhenSent(response: ServerResponse, requestId: string): void {
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    response.setHeader("X-Request-Id", requestId);
    if (isDraining()) response.setHeader("Connection", "close");
    for (const [name, value] of Object.entries(EVERY_RESPONSE)) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    response.removeHeader("X-Powered-By");
    return Reflect.apply(writeHead, this, given) as ServerResponse;
  } as typeof response.writeHead;
}
