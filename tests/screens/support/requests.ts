import type { App } from "../../support/app";
import { type Access, ADDRESS_PERMISSIONS } from "../../support/permissions";
import type { TestResponse } from "../../support/test-response";
import type { RequestOptions, Visitor } from "../../support/visitor";

/** Every address of the route table, with every kind of request. */

export const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof METHODS)[number];

export interface Place {
  id: string;
  /** As in the route table. */
  pattern: string;
  access: Access;
  /** The pattern with its query, names unfilled. */
  input: string;
  /** It handles API calls. */
  isCall: boolean;
  isPage: boolean;
  /** It accepts only messages with a signature. */
  isSigned: boolean;
}

interface Guard {
  json?: readonly string[];
  signed?: true;
}

/** Every address for customers and strangers, with each of its queries; staff addresses have a matrix of their own. */
export function placesOf(app: App): Place[] {
  return everyPlaceOf(app).filter(({ access }) => access.who !== "staff");
}

/** Every address with each of its queries. @throws Error for an address without a line in the permission table. */
export function everyPlaceOf(app: App): Place[] {
  return Object.values(app.routes).flatMap((route) => {
    if (!route || route.id === "root") return [];
    const pattern = `/${route.path ?? ""}`.replace(/^\/+/, "/");
    const access = ADDRESS_PERMISSIONS[pattern];
    if (!access) throw new Error(`${pattern} has no line in tests/support/permissions.ts.`);
    const guard = (route.module.handle as { guard?: Guard } | undefined)?.guard ?? {};
    const data = {
      id: route.id,
      pattern,
      access,
      isCall: guard.json !== undefined,
      isPage: route.module.default !== undefined,
      isSigned: guard.signed === true,
    };
    return ["", ...(access.asks ?? [])].map((query) => ({ ...data, input: pattern + query }));
  });
}

/** The address with these names filled in. @throws Error for a missing name. */
export function fillIn(input: string, names: Readonly<Record<string, string>>): string {
  return input.replace(/\/\*$/, "/nowhere-at-all").replace(/([/=]):(\w+)/g, (_, before: string, name: string) => {
    const value = names[name];
    if (value === undefined) throw new Error(`What is :${name}? Say so in tests/screens/support/fixtures.ts.`);
    return before + value;
  });
}

/**
 * The kinds of GET request for an address: a document, data by single fetch, one route's data, and the older ?_data.
 */
export function requestUrlsOf({ id }: Place, address: string): string[] {
  const [path = "", query = ""] = address.split("?");
  const data = `${path === "/" ? "/_root" : path}.data`;
  const more = query && `&${query}`;
  const leaf = encodeURIComponent(id);
  return [address, `${data}${query && `?${query}`}`, `${data}?_routes=${leaf}${more}`, `${path}?_data=${leaf}${more}`];
}

/**
 * What is asked of an address where all are tried: at itself every method of a call, and those that pages use; at its
 * data addresses what reads, and one that changes. Each other method, and a change at the other data addresses, is refused
 * by the request guard before the route is asked (tests/security/request-guard.test.ts).
 */
export function waysTo(place: Place, address: string): [method: Method, path: string][] {
  const [, data = "", ...others] = requestUrlsOf(place, address);
  const methods: readonly Method[] = place.isCall ? METHODS : ["GET", "HEAD", "POST"];
  return [
    ...methods.map((method): [Method, string] => [method, address]),
    ...[data, ...others].map((path): [Method, string] => ["GET", path]),
    ["POST", data],
  ];
}

/** A request as our own pages and API clients send it, with these fields. */
export function requestFor(
  { isCall }: Place,
  method: Method,
  fields: Readonly<Record<string, string>> = {},
): RequestOptions {
  if (method === "GET" || method === "HEAD") return { method };
  const headers = { Origin: process.env.PUBLIC_ORIGIN ?? "", "Sec-Fetch-Site": "same-origin" };
  if (isCall) {
    const type = { "Content-Type": "application/json", "X-CSRF-Token": fields.csrf ?? "" };
    return { method, headers: { ...headers, ...type }, body: JSON.stringify(fields) };
  }
  const type = { "Content-Type": "application/x-www-form-urlencoded" };
  return { method, headers: { ...headers, ...type }, body: new URLSearchParams(fields).toString() };
}

/** The form token of this browser. */
export async function tokenOf(browser: Visitor): Promise<string> {
  return (await browser.send("/logout")).field("csrf").value;
}

/** The whole response as one text, headers first. */
export function wholeOf(response: TestResponse): string {
  const headers = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return [response.status, ...headers.sort(), "", response.body].join("\n");
}

/** The same without what differs by chance: tokens, nonces and cookie values. */
export function masked(response: TestResponse, ...words: readonly string[]): string {
  let text = wholeOf(response)
    .replace(/(nonce[-=]"?)[\w+/=-]{20,}/g, "$1…")
    .replace(/[\w-]{43}(?=["'\\])/g, "…")
    .replace(/(set-cookie: loop_\w+=)[^;\n]*/g, "$1…")
    .replace(/(x-request-id: )[\w-]+/g, "$1…")
    .replace(/(expires=)[^;\n]*/gi, "$1…");
  for (const word of words) if (word.length >= 8) text = text.replaceAll(word, "…");
  return text;
}
