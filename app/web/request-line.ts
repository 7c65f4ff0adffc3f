import type { IncomingMessage } from "node:http";

/** The request line and its host, as Remix can read them. */

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];
const HOST = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;

/** No address of ours has more parts (tests/web/request-line.test.ts). */
export const MOST_SEGMENTS = 8;

/** Whether anything here may take a method; every other one is refused. */
export function isKnownMethod(method: string): boolean {
  return METHODS.includes(method);
}

/**
 * Rewrites request lines on which Remix would break with a 500 or respond without asking the request guard, because it
 * builds a URL from host and path and a Request from the method. The rewritten request reaches the guard, which refuses
 * it or finds nothing there: an unknown method, a malformed host or two of them, and the paths of `normalisePath`. The
 * host of an absolute request target overrides the Host header (RFC 9112, 3.2.2).
 */
export function normaliseRequestLine(request: IncomingMessage): void {
  if (!isKnownMethod(request.method ?? "")) request.method = "PATCH";
  const isOneHost = (request.headersDistinct.host?.length ?? 0) <= 1;
  const whole = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)(.*)$/i.exec(request.url ?? "");
  const host = (whole ? whole[1] : request.headers.host) ?? "";
  const address = whole ? (whole[2] ?? "") : (request.url ?? "");
  request.url = normaliseAddress(address.startsWith("/") ? address : `/${address === "*" ? "" : address}`);
  if (host === "") request.headers.host = "nobody.invalid";
  else request.headers.host = isOneHost && isHost(host) ? plainHost(host) : NO_HOST;
}

/** Replaces a malformed Host header. */
export const NO_HOST = "malformed.invalid";

/** Whether a URL can be built from it: "localhost:99999" and "1.2.3.4.5" look like hosts but are invalid. */
function isHost(host: string): boolean {
  return HOST.test(host) && URL.canParse(`http://${host}/`);
}

/** A host as we write our own: in small letters, and without the point that ends a full name. */
function plainHost(host: string): string {
  return host.toLowerCase().replace(/\.(?=:\d+$|$)/, "");
}

function normaliseAddress(address: string): string {
  const query = address.indexOf("?");
  const path = query < 0 ? address : address.slice(0, query);
  return normalisePath(path) + (query < 0 ? "" : address.slice(query));
}

/** What cannot be seen, such as the ends of lines, which no pattern of the router matches. */
const UNSEEN = /%(?:[01][0-9a-f]|7f|c2%[89][0-9a-f]|e2%80%a[89])/gi;
const REPLACEMENT = encodeURIComponent("\ufffd");

/**
 * The path of an address as the router will see it, so that every check before sees the same: invalid escapes are
 * escaped, unseen characters replaced, a leading double slash, which would parse as a host, is one slash, and what is
 * deeper than any path of ours is cut, because the router reads each part several times.
 */
function normalisePath(path: string): string {
  const readable = isDecodable(path) ? path : path.replaceAll("%", "%25");
  const { pathname } = new URL(`http://nobody.invalid${readable}`);
  const seen = pathname.replace(UNSEEN, REPLACEMENT);
  const single = seen.startsWith("//") ? seen.replace(/^\/+/, "/") : seen;
  const isDeep = single.split("/", MOST_SEGMENTS + 3).length > MOST_SEGMENTS + 2;
  return isDeep ? single.split(/\/+/, MOST_SEGMENTS + 2).join("/") : single;
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
