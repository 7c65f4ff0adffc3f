import type { Cookie } from "@remix-run/node";
import { MOST_TOKENS, newDeviceToken, type TokenOwner, withToken } from "~/domain/accounts/devices.server";

/** The marks this browser shows; a cookie that is forged or of another shape is none. */
export async function readDeviceTokens(request: Request, cookie: Cookie): Promise<string[]> {
  const tokens: unknown = await cookie.parse(request.headers.get("cookie"));
  if (!Array.isArray(tokens)) return [];
  return tokens.filter((token): token is string => typeof token === "string").slice(0, MOST_TOKENS);
}

/** The cookie by which this browser will be known as this person's, beside those it is known as already. */
export async function deviceHeader(request: Request, cookie: Cookie, owner: TokenOwner): Promise<string> {
  return await cookie.serialize(withToken(await readDeviceTokens(request, cookie), newDeviceToken(owner)));
}
