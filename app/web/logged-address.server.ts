import type { ServerBuild } from "@remix-run/node";
import type { RequestGuardHandle } from "./request-guard-rules";

/**
 * Addresses as logs may show them: without the query, which carries tokens, and without the parts that a route declares
 * secret (`secretParams` of its handle), which would give a reader of the log access.
 */

/** The segments of one address; null marks a secret one. */
type SecretAddress = readonly (string | null)[];

let secretAddresses: readonly SecretAddress[] = [];

/** Reads from the build's routes which parts of which addresses are secret. */
export function hideSecretsOf(routes: ServerBuild["routes"]): void {
  secretAddresses = Object.values(routes).flatMap((route) => {
    const handle = route?.module.handle as { guard?: RequestGuardHandle } | undefined;
    const secret = handle?.guard?.secretParams ?? [];
    if (!route?.path || secret.length === 0) return [];
    const segments = route.path.split("/");
    const last = segments.findLastIndex((segment) => secret.includes(segment.slice(1)));
    return [segments.slice(0, last + 1).map((segment) => readSegment(segment, secret))];
  });
}

function readSegment(segment: string, secret: readonly string[]): string | null {
  if (!segment.startsWith(":")) return segment;
  return secret.includes(segment.slice(1)) ? null : ANY;
}

/** Marks a parameter that is not secret. */
const ANY = ":";

/** An address, or its path alone, as a log may show it. What follows a secret part makes no difference. */
export function loggedAddress(address: string): string {
  const [given = ""] = address.split(/[?#]/);
  const segments = pathAsServed(given).split("/").filter(Boolean);
  const plain = segments.map((segment) => decoded(segment).toLowerCase());
  const found = secretAddresses.find((secret) =>
    secret.every((part, place) => part === null || part === ANY || part === plain[place]),
  );
  if (!found) return given;
  return `/${segments.map((segment, place) => (found[place] === null ? "…" : segment)).join("/")}`;
}

/** The path as the router reads it: backslashes are slashes, and dots lead up. */
function pathAsServed(path: string): string {
  const address = `http://host${path.startsWith("/") ? "" : "/"}${path}`;
  return URL.canParse(address) ? new URL(address).pathname : path;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return segment;
  }
}
