import type { Cookie } from "@remix-run/node";
import { MOST_TOKENS, newDeviceToken, type TokenOwner, withToken } from "~/domain/people/accounts/devices.server";

/** The device tokens of this browser; none when the cookie is forged or malformed. */
export async function readDeviceTokens(request: Request, cookie: Cookie): Promise<string[]> {
  const tokens: unknown = await cookie.parse(request.headers.get("cookie"));
  if (!Array.isArray(tokens)) return [];
  return tokens.filter((token): token is string => typeof token === "string").slice(0, MOST_TOKENS);
}

/** The device cookie with a token for this owner added to the existing ones. */
export async function deviceHeader(request: Request, cookie: Cookie, owner: TokenOwner): Promise<string> {
  return await cookie.serialize(withToken(await readDeviceTokens(request, cookie), newDeviceToken(owner)));
}
