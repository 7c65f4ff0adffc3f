import { createHash } from "node:crypto";

/**
 * The name of an account on its owner's devices: what a device keeps for one account is neither shown nor sent for another.
 * It says nothing, and stays the same when keys change.
 */
export function deviceAccountOf(accountId: string): string {
  return createHash("sha256").update(`device:${accountId}`).digest("base64url").slice(0, 22);
}
