import { findAccess } from "~/domain/people/accounts/access-tokens.server";
import type { SignedIn } from "~/domain/people/accounts/sessions.server";
import { currentTime } from "./clock.server";
import { fail } from "./json-responses";
import { sessionUserOf } from "./sessions.server";

/**
 * The client of the API: the account of a bearer token, or of the session cookie. With an Authorization header the
 * cookie is ignored. A token in the address is never read.
 */
export type ApiClient = Pick<SignedIn, "accountId" | "firstName" | "lastName" | "email" | "isTest"> & {
  /** What the API client authenticated with: software with its token, a browser with its session. */
  shows: "token" | "session";
};

export async function apiClientOf(request: Request): Promise<ApiClient | undefined> {
  if (request.headers.has("authorization")) {
    const token = bearerToken(request);
    const account = token === null ? undefined : findAccess(token, currentTime());
    return account && { ...account, shows: "token" };
  }
  const person = await sessionUserOf(request);
  return person && { ...person, shows: "session" };
}

/** Guards every call that belongs to an account: returns the API client, or throws the response 401. */
export async function requireApiClient(request: Request): Promise<ApiClient> {
  const client = await apiClientOf(request);
  if (client) return client;
  throw fail(401, { headers: { "WWW-Authenticate": 'Bearer realm="loop"' } });
}

/** The token of the Authorization header as sent; null without a bearer token. */
export function bearerToken(request: Request): string | null {
  const header = request.headers.get("authorization") ?? "";
  return /^Bearer +([\w~+/.-]{1,200}=*)\s*$/i.exec(header)?.[1] ?? null;
}
