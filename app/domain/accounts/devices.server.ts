import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { settings } from "~/adapters/settings.server";

/**
 * A browser in which somebody has signed in before holds a mark of it. Wrong passwords typed there have a counter
 * of their own, so that a stranger who uses up the guesses at an account never keeps its owner out (OWASP, "device
 * cookies"). A mark belongs to one account and one password: a new password makes it worthless, and it opens
 * nothing by itself.
 */

/** Whoever has a password: an account, or somebody of the staff. */
export interface TokenOwner {
  id: string;
  passwordHash: string | null;
}

/** A new mark for a browser of this person's: their id, 96 random bits, and a signature of both and the password. */
export function newDeviceToken(owner: TokenOwner): string {
  const device = randomBytes(12).toString("base64url");
  return [owner.id, device, proofs(owner, device)[0]].join(".");
}

/** The name of the browser that showed these marks, if one of them is this person's; otherwise null. */
export function knownDevice(tokens: readonly string[], owner: TokenOwner): string | null {
  for (const token of tokens) {
    const [id, device, proof] = token.split(".");
    if (id === owner.id && device && proof && proofs(owner, device).some((one) => isSame(one, proof))) {
      return device;
    }
  }
  return null;
}

/** The marks of a browser with one more, the newest first; a family's computer keeps those of four people. */
export function withToken(tokens: readonly string[], token: string): string[] {
  const ownerOf = (one: string) => one.split(".")[0];
  return [token, ...tokens.filter((one) => ownerOf(one) !== ownerOf(token))].slice(0, MOST_TOKENS);
}

export const MOST_TOKENS = 4;

function proofs(owner: TokenOwner, device: string): string[] {
  return settings.secrets.map((secret) =>
    createHmac("sha256", `device:${secret}`)
      .update(`${owner.id}:${device}:${owner.passwordHash}`)
      .digest("base64url"),
  );
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
