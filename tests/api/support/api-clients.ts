import { becomeCustomer, type Customer } from "../../screens/support/customers";
import { PASSWORD } from "../../screens/support/registrations";
import type { App } from "../../support/app";
import type { TestResponse } from "../../support/test-response";
import type { Visitor } from "../../support/visitor";

/** API clients: JSON in, JSON out, a bearer token where they have one, no cookies by default. */

export interface Call {
  token?: string;
  headers?: Record<string, string>;
}

/** Makes a call with a body: a text is sent unchanged, anything else as JSON. */
export async function call(
  visitor: Visitor,
  method: string,
  path: string,
  body?: unknown,
  { token, headers = {} }: Call = {},
): Promise<TestResponse> {
  return await visitor.send(path, {
    method,
    body: body === undefined ? undefined : typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      Accept: "application/json",
      "Sec-Fetch-Mode": "",
      "Sec-Fetch-Dest": "",
      ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  });
}

/** The JSON of a response. */
export function dataOf(response: TestResponse): Record<string, unknown> {
  return response.json() as Record<string, unknown>;
}

export interface Program {
  /** The id of the person the API client acts for. */
  customer: Customer;
  token: string;
  /** Calls with the token and without cookies. */
  call(method: string, path: string, body?: unknown, options?: Call): Promise<TestResponse>;
}

export async function tokenFor(app: App, email: string, password = PASSWORD): Promise<string> {
  const response = await call(app.visitor(), "POST", "/auth/login", { email, password });
  const { token } = dataOf(response);
  if (typeof token !== "string") throw new Error(`No token: ${response.status} ${response.body}`);
  return token;
}

/** An API client of a newly registered person. */
export async function becomeApiClient(app: App): Promise<Program> {
  const customer = await becomeCustomer(app);
  const token = await tokenFor(app, customer.email);
  const visitor = app.visitor();
  return {
    customer,
    token,
    call: (method, path, body, options = {}) => call(visitor, method, path, body, { token, ...options }),
  };
}

/** The form token that calls with a browser's cookie need. */
export async function formTokenOf(browser: Visitor): Promise<string> {
  const { csrfToken } = dataOf(await call(browser, "GET", "/api/csrf-token"));
  return String(csrfToken);
}

/** Headers that differ from one response to the next. */
const DIFFERENT = new Set(["date", "x-request-id"]);

/** The response as text without its date and id, so that two responses can be compared to the byte. */
export function wholeOf(response: TestResponse): string {
  const headers = [...response.headers].filter(([name]) => !DIFFERENT.has(name)).sort();
  return JSON.stringify([response.status, headers, response.body]);
}

/** A body of prototype pollution: the same JSON with keys that a careless merge would follow. */
export const withPrototypes = (body: object) =>
  JSON.stringify(body).replace("{", '{"__proto__":{"isAdmin":true},"constructor":{"isAdmin":true},');
