import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";

/** Signatures of what we give away: each is made for one purpose and is good for no other. */

type Key = string | Buffer;

/** The signature of this text for one purpose, by our newest secret. */
export function signatureOf(purpose: string, text: string): string {
  return signWith(keysOf(purpose), text);
}

/** Whether any of our secrets made the signature for this purpose and text. */
export function isSignatureOf(purpose: string, text: string, signature: string): boolean {
  return isSignedWith(keysOf(purpose), text, signature);
}

/** The signature of a text by the first of these keys: 43 characters of HMAC-SHA-256 in base64url. */
export function signWith([key = ""]: readonly Key[], text: string): string {
  return createHmac("sha256", key).update(text).digest("base64url");
}

/** Whether any of these keys made the signature of this text; constant in time. */
export function isSignedWith(keys: readonly Key[], text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return keys
    .map((key) => Buffer.from(signWith([key], text)))
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
}

const keysOf = (purpose: string) => settings.secrets.map((secret) => keyOf(secret, purpose));

/** A key for each purpose (HKDF by name), so that a value signed for one is worthless for another. */
export function keyOf(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "loop", purpose, 32));
}
