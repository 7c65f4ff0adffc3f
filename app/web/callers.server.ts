import { findAccess } from "~/domain/accounts/access-tokens.server";
import type { SignedIn } from "~/domain/accounts/sessions.server";
import { currentTime } from "./clock.server";
import { fail } from "./json-answers";
import { sessionUserOf } from "./sessions.server";

/**
 * Who makes a call: the account of a bearer token, or the person whose session cookie came along. Where there is an
 * Authorization header the cookie counts for nothing. A token in an address is never looked at.
 */
export type Caller = Pick<SignedIn, "accountId" | "firstName" | "lastName" | "email" | "isTest"> & {
  /** What the caller showed: a program its token, a browser its session. */
  shows: "token" | "session";
};

export async function callerOf(request: Request): Promise<Caller | undefined> {
  if (request.headers.has("authorization")) {
    const token = bearerToken(request);
    const account = token === null ? undefined : findAccess(token, currentTime());
    return account && { ...account, shows: "token" };
  }
  const person = await sessionUserOf(request);
  return person && { ...person, shows: "session" };
}

/** The guard of every call that belongs to somebody: gives the caller, or answers 401. */
export async function requireCaller(request: Request): Promise<Caller> {
  const caller = await callerOf(request);
  if (caller) return caller;
  throw fail(401, { headers: { "WWW-Authenticate": 'Bearer realm="loop"' } });
}

/** The token of the Authorization header, as it was sent; null where there is none of that kind. */
export function bearerToken(request: Request): string | null {
  const header = request.headers.get("authorization") ?? "";
  return /^Bearer +([\w~+/.-]{1,200}=*)\s*$/i.exec(header)?.[1] ?? null;
}
