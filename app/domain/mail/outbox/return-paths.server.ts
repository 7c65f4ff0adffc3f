import { timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";
import { keyOf, signWith } from "~/domain/kernel/links/signatures.server";

/**
 * An address of its own for each email, where it comes back to (VERP): it names the email and is signed, so that only
 * somebody who had the email can report it. Small letters and digits alone, because mail servers change the others.
 */

/** Of 64 bits, so that with both parts a local part has room for 27 letters of the shop's own. */
const SIGNATURE_LENGTH = 16;
const NAMED = /^([\da-z]{20})\.([\da-f]{16})$/;

/** The sender of an email's envelope; undefined where emails come back to the sender's own address. */
export function returnPathOf(emailId: string): string | undefined {
  return settings.bounces?.address.replace("*", `${emailId}.${signaturesOf(emailId)[0]}`);
}

/** The id of the email that one of these addresses was made for, by any of our secrets; null for none. */
export function emailOfReturnPath(addresses: readonly string[]): string | null {
  const [before, after] = settings.bounces?.address.split("*") ?? [];
  if (before === undefined || after === undefined) return null;
  for (const address of addresses.map((one) => one.toLowerCase())) {
    if (!address.startsWith(before) || !address.endsWith(after)) continue;
    const [, id, signature] = NAMED.exec(address.slice(before.length, -after.length)) ?? [];
    if (id && signature && signaturesOf(id).some((right) => isSame(right, signature))) return id;
  }
  return null;
}

/** By each of our secrets, the newest first. */
const signaturesOf = (emailId: string): string[] =>
  settings.secrets.map((secret) => {
    const signature = Buffer.from(signWith([keyOf(secret, "return-path")], emailId), "base64url");
    return signature.toString("hex").slice(0, SIGNATURE_LENGTH);
  });

const isSame = (one: string, other: string) => timingSafeEqual(Buffer.from(one), Buffer.from(other));
