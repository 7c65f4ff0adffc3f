import { createHash } from "node:crypto";

/** An address where only whether it is the same one matters. */
export function hashEmail(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}
