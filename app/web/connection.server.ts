import { AsyncLocalStorage } from "node:async_hooks";
import diagnostics from "node:diagnostics_channel";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { settings } from "~/adapters/settings.server";
import { clientNetwork } from "./client-network";

/**
 * What only the connection can see or do: the address a request came from, a request line that Remix can read, and
 * headers on every answer including files.
 */

interface Connection {
  address: string;
  origin: string | null;
  response: ServerResponse;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  server?: Server;
}

const connections = new AsyncLocalStorage<Connection>();

/** The connection of this request; the same object for all that answers it. */
export function currentConnection(): object | undefined {
  return connections.getStore();
}

/**
 * The client: the network address of the socket, or the one the trusted proxies report (TRUSTED_PROXY_HOPS), as
 * `clientNetwork` writes it.
 */
export function clientAddress(): string {
  return connections.getStore()?.address ?? "unknown";
}

/** The Origin header as the browser sent it, or null where it sent none. */
export function declaredOrigin(request: Request): string | null {
  const connection = connections.getStore();
  return connection ? connection.origin : request.headers.get("origin");
}

/** The answer on the wire, for whoever must know how fast it is taken; undefined where there is no connection. */
export function answerOnTheWire(): ServerResponse | undefined {
  return connections.getStore()?.response;
}

const PERMISSIONS = "camera=(), microphone=(), geolocation=(), payment=(self), usb=(), browsing-topics=()";

const EVERY_ANSWER: Record<string, string> = {
  // Pages, data and files are for one person, unless the answer itself says that everybody may keep it.
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Permissions-Policy": PERMISSIONS,
  "X-Frame-Options": "DENY",
  // Documents replace this with a policy of their own; for everything else nothing may be loaded or run.
  "Content-Security-Policy":
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  ...(settings.publicOrigin.startsWith("https://")
    ? { "Strict-Transport-Security": "max-age=63072000; includeSubDomains" }
    : {}),
};

/** Subscribes to every request of this process's HTTP servers. Once per process. */
export function watchConnections(): void {
  const marked = globalThis as { loopWatchesConnections?: boolean };
  if (marked.loopWatchesConnections) return;
  marked.loopWatchesConnections = true;
  diagnostics.subscribe("http.server.request.start", (message) => {
    const { request, response, server } = message as Exchange;
    mendRequestLine(request);
    // A test has its neighbours' servers in its own process, and they come and go.
    if (server && settings.environment !== "test") leaveWhenClosed(server);
    connections.enterWith({ address: addressOf(request), origin: takeOrigin(request), response });
    addHeadersWhenSent(response);
  });
}

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/**
 * Remix makes an address of the host and the path, and a request of the method, and breaks with a 500 where that
 * cannot be done. What no browser sends goes on as something the gate refuses or finds nothing at: a method that
 * nothing takes, a host that is nobody's, a path without escapes that mean nothing and without a second slash before
 * it, which would read as a host. The host in a whole address counts more than the header (RFC 9112, 3.2.2).
 */
function mendRequestLine(request: IncomingMessage): void {
  if (!METHODS.includes(request.method ?? "")) request.method = "PATCH";
  const whole = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "");
  if (whole) request.headers.host = whole[1];
  const address = whole ? (whole[2] ?? "") : (request.url ?? "");
  request.url = mendPath(address.startsWith("/") ? address : `/${address}`);
  const host = request.headers.host ?? "";
  if (!isHost(host)) request.headers.host = host === "" ? "nobody.invalid" : NO_HOST;
}

/** Stands in the place of a Host header that is none. */
export const NO_HOST = "malformed.invalid";

/** Whether an address can be made of it: "localhost:99999" and "1.2.3.4.5" look like hosts and are none. */
function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}/`);
}

function mendPath(address: string): string {
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

const watched = new WeakSet<Server>();

/** Once a server has let its last visitor go, the process has nothing left to do; timers must not hold it. */
function leaveWhenClosed(server: Server): void {
  if (watched.has(server)) return;
  watched.add(server);
  server.once("close", () => process.exit(0));
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
 * Remix answers a foreign origin with an empty 500 before any action is asked, and lets X-Forwarded-Host say what
 * is foreign. Neither header reaches it; the gate decides.
 */
function takeOrigin(request: IncomingMessage): string | null {
  const { origin } = request.headers;
  delete request.headers.origin;
  delete request.headers["x-forwarded-host"];
  return origin ?? null;
}

function addHeadersWhenSent(response: ServerResponse): void {
  const writeHead = response.writeHead;
  response.writeHead = function (this: ServerResponse, ...given: unknown[]) {
    for (const [name, value] of Object.entries(EVERY_ANSWER)) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    response.removeHeader("X-Powered-By");
    return Reflect.apply(writeHead, this, given) as ServerResponse;
  } as typeof response.writeHead;
}
