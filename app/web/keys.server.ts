import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";

const derived = new Map<string, string[]>();

/**
 * Signing keys, derived once. Each purpose has its own key (HKDF by name), so that a value signed as one cookie is
 * worthless as another. The first secret signs, all of them verify.
 */
export function keysFor(purpose: string): string[] {
  const keys = derived.get(purpose) ?? settings.secrets.map((secret) => derive(secret, purpose));
  derived.set(purpose, keys);
  return keys;
}

const derive = (secret: string, purpose: string) =>
  Buffer.from(hkdfSync("sha256", secret, "loop", purpose, 32)).toString("hex");

/** A signature of the text for one purpose, 43 characters. */
export function sign(purpose: string, text: string): string {
  return signatures(purpose, text)[0] ?? "";
}

/** Whether any of our secrets made the signature for this purpose and text; constant in time. */
export function isSignatureOf(purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return signatures(purpose, text)
    .map((expected) => Buffer.from(expected))
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
}

function signatures(purpose: string, text: string): string[] {
  return keysFor(purpose).map((key) => createHmac("sha256", key).update(text).digest("base64url"));
}
