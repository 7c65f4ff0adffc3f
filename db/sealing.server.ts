import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { settings } from "../app/adapters/settings.server";

/**
 * Encrypts columns that must be readable again but useless in a copy of the database: a voucher's code for its buyer,
 * the secret of a second factor. AES-256-GCM; the key is derived from the settings' secrets, one per purpose, so that a
 * value encrypted for one column cannot be decrypted as another. The first secret encrypts and all of them decrypt. A
 * secret may be removed from the settings once no value depends on it (`app/domain/kernel/sealing`).
 */

const EMAIL = ["emails.subject", "emails.text_body", "emails.html_body"] as const;

/** The columns that store values of each purpose. What is in no column lives for a few days in a link or a form. */
export const SEALED_COLUMNS = {
  "voucher-code": ["vouchers.code_sealed"],
  "staff-totp": ["staff.totp_sealed"],
  "email-words": EMAIL,
  "email-entry-words": EMAIL,
  "email-question": EMAIL,
  "email-gift-message": EMAIL,
  "email-link": EMAIL,
  "staff-set-up": [],
  "form-words": [],
} as const;

export type SealPurpose = keyof typeof SEALED_COLUMNS;

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "1";

/** Encrypts a text for one purpose. The same text encrypted twice differs. */
export function seal(purpose: SealPurpose, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyOf(settings.secrets[0], purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${VERSION}.${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** No secret decrypts the value, or it was changed. */
export class SealBroken extends Error {}

/** Decrypts a value of this purpose. @throws SealBroken if none of our secrets decrypts it, or it was changed. */
export function unseal(purpose: SealPurpose, sealed: string): string {
  return openSealed(purpose, sealed).text;
}

/** The same, with the place in the settings of the secret that decrypts it. */
export function openSealed(purpose: SealPurpose, sealed: string): { text: string; secret: number } {
  const [version, body] = sealed.split(".");
  const bytes = Buffer.from(body ?? "", "base64url");
  if (version === VERSION && bytes.length >= NONCE_BYTES + TAG_BYTES) {
    for (const [place, secret] of settings.secrets.entries()) {
      const text = tryKey(keyOf(secret, purpose), bytes);
      if (text !== null) return { text, secret: place };
    }
  }
  throw new SealBroken(`A sealed value cannot be opened for "${purpose}".`);
}

function tryKey(key: Buffer, bytes: Buffer): string | null {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch (error) {
    if (error instanceof Error && /unable to authenticate/i.test(error.message)) return null;
    throw error;
  }
}

const derived = new Map<string, Buffer>();

/** Derived once for each secret and purpose: a list of vouchers opens one for each row. */
function keyOf(secret: string, purpose: string): Buffer {
  const name = `${purpose} ${secret}`;
  const key = derived.get(name) ?? Buffer.from(hkdfSync("sha256", secret, "loop", `sealing:${purpose}`, 32));
  derived.set(name, key);
  return key;
}
