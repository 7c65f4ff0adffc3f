import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";

/**
 * Device tokens. A browser in which a person has signed in before holds one, and wrong passwords typed there have a
 * counter of their own, so that a stranger who uses up an account's attempts never locks its owner out (OWASP, "device
 * cookies"). A token belongs to one account and one password: a new password invalidates it, and by itself it signs
 * nobody in.
 */

/** An account or a staff member. */
export interface TokenOwner {
  id: string;
  passwordHash: string | null;
}

/** Creates a token for a browser: the owner's id, 96 random bits, and a signature over both and the password hash. */
export function newDeviceToken(owner: TokenOwner): string {
  const device = randomBytes(12).toString("base64url");
  return [owner.id, device, proofs(owner, device)[0]].join(".");
}

/** The device id in the token that belongs to this owner, if one of the tokens does; otherwise null. */
export function knownDevice(tokens: readonly string[], owner: TokenOwner): string | null {
  for (const token of tokens) {
    const [id, device, proof] = token.split(".");
    if (id === owner.id && device && proof && proofs(owner, device).some((one) => isSame(one, proof))) {
      return device;
    }
  }
  return null;
}

/** Adds a token to a browser's tokens, newest first; a family computer keeps those of four people. */
export function withToken(tokens: readonly string[], token: string): string[] {
  const ownerOf = (one: string) => one.split(".")[0];
  return [token, ...tokens.filter((one) => ownerOf(one) !== ownerOf(token))].slice(0, MOST_TOKENS);
}

export const MOST_TOKENS = 4;

function proofs(owner: TokenOwner, device: string): string[] {
  return settings.secrets.map((secret) =>
    createHmac("sha256", `device:${secret}`).update(`${owner.id}:${device}:${owner.passwordHash}`).digest("base64url"),
  );
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
