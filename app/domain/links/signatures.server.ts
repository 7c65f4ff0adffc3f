import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";

/** Signatures of addresses that we give away: each is made for one purpose and is good for no other. */

/** The signature of this text, by our newest secret. */
export function signatureOf(purpose: string, text: string): string {
  return signatures(purpose, text)[0] ?? "";
}

/** Compares in constant time; any of our secrets may have made the signature. */
export function isSignatureOf(purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return signatures(purpose, text)
    .map((expected) => Buffer.from(expected))
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
}

function signatures(purpose: string, text: string): string[] {
  return settings.secrets.map((secret) => {
    const key = Buffer.from(hkdfSync("sha256", secret, "loop", purpose, 32));
    return createHmac("sha256", key).update(text).digest("base64url");
  });
}
