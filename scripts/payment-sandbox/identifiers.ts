import { randomInt } from "node:crypto";

const ALPHANUMERICS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Random letters and digits: 24 of them carry 142 bits. */
export function randomAlphanumeric(length: number): string {
  return Array.from({ length }, () => ALPHANUMERICS[randomInt(ALPHANUMERICS.length)]).join("");
}

/** An id in the provider's format: a prefix for the kind, then random letters and digits. */
export function newId(prefix: string, length = 24): string {
  return `${prefix}_${randomAlphanumeric(length)}`;
}
