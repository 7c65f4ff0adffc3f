import { randomBytes } from "node:crypto";
import { formCookie } from "./cookies.server";
import { isSignatureOf, sign } from "./keys.server";

/**
 * The CSRF token of every form: a signature of a random secret in this browser's cookie, so that another site cannot
 * submit our forms. Signing out changes the secret and invalidates older tokens. Signing in keeps it, so that a form
 * open in a second tab still works.
 */
export const FORM_TOKEN_FIELD = "csrf";
export const FORM_TOKEN_HEADER = "x-csrf-token";

export interface FormToken {
  token: string;
  /** The cookie to set, when the browser had no secret yet. */
  setCookie: string | null;
}

/** Of a page that is the same for everybody: its forms are accepted by their origin. */
export const NO_TOKEN: FormToken = { token: "", setCookie: null };

export async function formTokenFor(request: Request): Promise<FormToken> {
  const secret = await readCsrfSecret(request);
  if (secret) return { token: sign("form-token", secret), setCookie: null };
  return await newCsrfSecret();
}

/** A new secret, with its token and cookie. Invalidates every older form of this browser. */
export async function newCsrfSecret(): Promise<{ token: string; setCookie: string }> {
  const secret = randomBytes(18).toString("base64url");
  return { token: sign("form-token", secret), setCookie: await formCookie.serialize(secret) };
}

/** Tells this browser's tokens from others, without asking again for each. */
export async function tokenCheckFor(request: Request): Promise<(token: unknown) => boolean> {
  const secret = await readCsrfSecret(request);
  return (token) =>
    secret !== null && typeof token === "string" && token !== "" && isSignatureOf("form-token", secret, token);
}

export async function isTokenOf(request: Request, token: string | null): Promise<boolean> {
  const secret = await readCsrfSecret(request);
  if (!secret || !token) return false;
  return isSignatureOf("form-token", secret, token);
}

/** The CSRF secret of this browser; null when it has none yet. */
export async function readCsrfSecret(request: Request): Promise<string | null> {
  const secret: unknown = await formCookie.parse(request.headers.get("cookie"));
  return typeof secret === "string" && secret.length === 24 ? secret : null;
}
