import { randomBytes } from "node:crypto";
import { formCookie } from "./cookies.server";
import { isSignatureOf, sign } from "./keys.server";

/**
 * The token in every form. It is a signature of a random mark that only this browser holds in a cookie, so that
 * a page of another site cannot make our forms act. The mark changes at logout, which makes older tokens
 * worthless; it stays at sign-in, so that a form that was open in a second tab still works.
 */
export const FORM_TOKEN_FIELD = "csrf";
export const FORM_TOKEN_HEADER = "x-csrf-token";

export interface FormToken {
  token: string;
  /** Present where the browser had no mark yet: the cookie to set. */
  setCookie: string | null;
}

export async function formTokenFor(request: Request): Promise<FormToken> {
  const mark = await readCsrfSecret(request);
  if (mark) return { token: sign("form-token", mark), setCookie: null };
  return await newCsrfSecret();
}

/** A new mark, with its token and cookie; every older form of this browser is void from now on. */
export async function newCsrfSecret(): Promise<{ token: string; setCookie: string }> {
  const mark = randomBytes(18).toString("base64url");
  return { token: sign("form-token", mark), setCookie: await formCookie.serialize(mark) };
}

export async function isTokenOf(request: Request, token: string | null): Promise<boolean> {
  const mark = await readCsrfSecret(request);
  if (!mark || !token) return false;
  return isSignatureOf("form-token", mark, token);
}

/** The random mark of this browser; null where it has none yet. */
export async function readCsrfSecret(request: Request): Promise<string | null> {
  const mark: unknown = await formCookie.parse(request.headers.get("cookie"));
  return typeof mark === "string" && mark.length === 24 ? mark : null;
}
