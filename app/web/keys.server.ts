import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";

/**
 * Keys for signing. Each purpose has a key of its own (HKDF by name), so that a value signed as one cookie is
 * worthless as another. The first secret signs, all of them verify.
 */
export function keysFor(purpose: string): string[] {
  return settings.secrets.map((secret) =>
    Buffer.from(hkdfSync("sha256", secret, "loop", purpose, 32)).toString("hex"),
  );
}

/** A signature of the text for one purpose, 43 characters. */
export function sign(purpose: string, text: string): string {
  return signatures(purpose, text)[0] ?? "";
}

/** Whether the signature was made for this purpose and text by any of our secrets; constant in time. */
export function isSignatureOf(purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return signatures(purpose, text)
    .map((expected) => Buffer.from(expected))
    .some((expected) => expected.length === given.length && timingSafeEqual(expected, given));
}

function signatures(purpose: string, text: string): string[] {
  return keysFor(purpose).map((key) => createHmac("sha256", key).update(text).digest("base64url"));
}
