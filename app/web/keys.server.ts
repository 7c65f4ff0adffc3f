import { settings } from "~/adapters/settings.server";
import { isSignedWith, keyOf, signWith } from "~/domain/kernel/links/signatures.server";

const derived = new Map<string, string[]>();

/** The keys of cookies, forms and uploads, derived once for each purpose. The first signs, all of them verify. */
export function keysFor(purpose: string): string[] {
  const keys = derived.get(purpose) ?? settings.secrets.map((secret) => keyOf(secret, purpose).toString("hex"));
  derived.set(purpose, keys);
  return keys;
}

/** A signature of the text for one purpose. */
export function sign(purpose: string, text: string): string {
  return signWith(keysFor(purpose), text);
}

/** Whether any of our secrets made the signature for this purpose and text. */
export function isSignatureOf(purpose: string, text: string, signature: string): boolean {
  return isSignedWith(keysFor(purpose), text, signature);
}
