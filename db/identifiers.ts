import { randomBytes } from "node:crypto";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";

/**
 * A new public identifier: 20 characters of a 32-letter alphabet, 100 random bits, so that nobody can guess or
 * enumerate other rows' URLs (OWASP asks for at least 72).
 */
export function newId(): string {
  let id = "";
  for (const byte of randomBytes(20)) id += ALPHABET[byte & 31];
  return id;
}
