import type { Cookie } from "@remix-run/node";
import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { z } from "zod";
import { MOST_TOKENS, newDeviceToken, type TokenOwner, withToken } from "~/domain/people/accounts/devices.server";
import type { Visit } from "~/domain/people/accounts/sign-in-attempts.server";
import { currentTime } from "./clock.server";
import { clientAddress } from "./connection.server";
import { newCsrfSecret } from "./form-token.server";
import { type FormInput, readForm } from "./read-form";
import { requestAgain } from "./submission.server";

/**
 * Signing in by a form, and the session as a browser has it. Customers and staff declare theirs, with cookies and a table
 * of their own; neither cookie is valid on the other side.
 */
interface SignIn<Schema extends z.ZodObject, Result> {
  readonly name: string;
  readonly schema: Schema;
  readonly signIn: (typed: FormInput<Schema> & Visit & { userAgent: string | null }, now: Date) => Promise<Result>;
  readonly end: (key: string, now: Date) => void;
  /** Of the session's key, and others that are cleared with it. */
  readonly cookies: readonly [Cookie, ...Cookie[]];
  readonly deviceCookie: Cookie;
  /** What a browser erases with the session, as Clear-Site-Data says it. */
  readonly erases: string;
}

const WRONG = { ok: false, reason: "wrong" } as const;

export function signInBy<Schema extends z.ZodObject, Result>(declared: SignIn<Schema, Result>) {
  const { name, schema, signIn, end, cookies, deviceCookie, erases } = declared;
  const [cookie] = cookies;
  const strategy = new FormStrategy<Result | typeof WRONG>(async ({ form, request }) => {
    const submission = readForm(form, schema);
    if (submission.status !== "success") return WRONG;
    const userAgent = request.headers.get("user-agent");
    const deviceTokens = await readDeviceTokens(request, deviceCookie);
    const visit = { clientAddress: clientAddress(), userAgent, deviceTokens };
    return await signIn({ ...submission.value, ...visit }, currentTime());
  });
  const entryPoint = new Authenticator<Result | typeof WRONG>().use(strategy, name);

  /** The session key of this browser, valid or not. */
  async function readKey(request: Request): Promise<string | null> {
    const key: unknown = await cookie.parse(request.headers.get("cookie"));
    return typeof key === "string" ? key : null;
  }

  /** The cookie of a session that has just begun. Ends the session the browser had before. */
  async function begin(request: Request, sessionKey: string): Promise<string> {
    const before = await readKey(request);
    if (before) end(before, currentTime());
    return await cookie.serialize(sessionKey);
  }

  /** Ends the session of this request. Returns the headers: cookies cleared, a new CSRF secret, and Clear-Site-Data. */
  async function endOf(request: Request): Promise<Headers> {
    const key = await readKey(request);
    if (key) end(key, currentTime());
    const headers = new Headers({ "Clear-Site-Data": erases });
    for (const one of cookies) headers.append("Set-Cookie", await one.serialize("", { maxAge: 0 }));
    headers.append("Set-Cookie", (await newCsrfSecret()).setCookie);
    return headers;
  }

  /** The device cookie with a token by which this browser is recognised as the owner's, also before they sign in. */
  async function remember(request: Request, owner: TokenOwner | undefined): Promise<string[]> {
    if (!owner) return [];
    const tokens = withToken(await readDeviceTokens(request, deviceCookie), newDeviceToken(owner));
    return [await deviceCookie.serialize(tokens)];
  }

  /** Checks this request's form. A refusal is a value; nothing is thrown. */
  const authenticate = (request: Request) => entryPoint.authenticate(name, requestAgain(request));
  return { authenticate, readKey, begin, endOf, remember };
}

/** The device tokens of this browser; none when the cookie is forged or malformed. */
export async function readDeviceTokens(request: Request, cookie: Cookie): Promise<string[]> {
  const tokens: unknown = await cookie.parse(request.headers.get("cookie"));
  if (!Array.isArray(tokens)) return [];
  return tokens.filter((token): token is string => typeof token === "string").slice(0, MOST_TOKENS);
}
