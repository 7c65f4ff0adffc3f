import { Authenticator } from "remix-auth";
import { Strategy } from "remix-auth/strategy";
import { z } from "zod";
import { settings } from "~/adapters/settings.server";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import {
  beginEntraSignIn,
  type EntraSignInResult,
  finishEntraSignIn,
} from "~/domain/people/staff/entra-sign-in.server";
import { currentTime } from "./clock.server";
import { ENTRA_MINUTES } from "./cookie-lengths";
import { entraCookie } from "./cookies.server";

/**
 * Staff sign-in through the directory. The data of one attempt is in a ten-minute cookie, so its response is worthless
 * in another browser. The first response, good or bad, removes the cookie.
 */

const RETURN_PATH = "/hyperloop/entra/callback";
const LONGEST_MS = ENTRA_MINUTES * MINUTE_MS;

const StoredAttempt = z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), at: z.number() });
type StoredAttempt = z.infer<typeof StoredAttempt>;

/** Where to send the browser, with the cookie of this attempt; null when the directory does not respond. */
export async function startEntraSignIn(): Promise<{ url: string; cookie: string } | null> {
  const begun = await beginEntraSignIn(new URL(RETURN_PATH, settings.publicOrigin).href);
  if (!begun.ok) return null;
  const stored: StoredAttempt = { ...begun.attempt, at: currentTime().getTime() };
  return { url: begun.url, cookie: await entraCookie.serialize(stored) };
}

interface Callback {
  address: URL;
  stored: StoredAttempt;
}

class DirectoryStrategy extends Strategy<EntraSignInResult, Callback> {
  name = "entra";

  async authenticate(request: Request): Promise<EntraSignInResult> {
    const stored = StoredAttempt.safeParse(await entraCookie.parse(request.headers.get("cookie")));
    const age = stored.success ? currentTime().getTime() - stored.data.at : Number.NaN;
    if (!stored.success || !(age >= 0 && age < LONGEST_MS)) return { ok: false, reason: "refused" };
    // The registered address: host and path of the request are chosen by the browser.
    const address = new URL(RETURN_PATH + new URL(request.url).search, settings.publicOrigin);
    return await this.verify({ address, stored: stored.data });
  }
}

const entryPoint = new Authenticator<EntraSignInResult>().use(
  new DirectoryStrategy(({ address, stored }) => finishEntraSignIn(address, stored, currentTime())),
);

/** Reads the directory's response. A refusal is a value; nothing is thrown. */
export function authenticateByEntra(request: Request): Promise<EntraSignInResult> {
  return entryPoint.authenticate("entra", request);
}

export function forgetAttempt(): Promise<string> {
  return entraCookie.serialize("", { maxAge: 0 });
}
