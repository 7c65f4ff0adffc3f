import { createHash } from "node:crypto";

/** Identifies an address where only equality matters. */
export function hashEmail(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}
