import { Secret, TOTP } from "otpauth";
import { SealBroken, seal, unseal } from "#db/sealing.server";
import { logLine } from "~/adapters/log/log.server";
import { SECOND_MS } from "~/domain/kernel/time/durations";

/**
 * Time-based one-time codes of six digits (RFC 6238: SHA-1, steps of 30 seconds, which every authenticator supports).
 * The codes of the step before and after are accepted too, for clocks that differ. The secret is shown once and stored
 * encrypted.
 */

const STEP_SECONDS = 30;
export const SECOND_FACTOR_SEAL = "staff-totp";
/** RFC 4226 asks for 160 bits. */
const SECRET_BYTES = 20;

/** Checked for unknown accounts, so that their response takes as long. */
const NOBODYS_SECRET = new Secret({ size: SECRET_BYTES });

/** A new secret for this person, or the given one: in base 32, as an otpauth URL for a QR code, and as it is stored. */
export function makeSecondFactor(email: string, given?: string) {
  const secret = given ? Secret.fromBase32(given) : new Secret({ size: SECRET_BYTES });
  const totp = totpOf(secret, email);
  return { secret: secret.base32, url: totp.toString(), sealed: seal(SECOND_FACTOR_SEAL, secret.base32) };
}

/** The step of this code, if it is right within one step of `now`; otherwise null. */
export function stepOfCode(sealed: string | null, code: string, now: Date): number | null {
  const secret = sealed === null ? null : openSecret(sealed);
  const digits = code.replace(/\s/g, "");
  const delta = totpOf(secret ?? NOBODYS_SECRET).validate({
    token: /^\d{6}$/.test(digits) ? digits : "none",
    timestamp: now.getTime(),
    window: 1,
  });
  return secret === null || delta === null ? null : Math.floor(now.getTime() / SECOND_MS / STEP_SECONDS) + delta;
}

/** The current code; for the demo world, whose people have no authenticator. Null where the secret cannot be opened. */
export function codeOf(sealed: string, now: Date): string | null {
  const secret = openSecret(sealed);
  return secret && totpOf(secret).generate({ timestamp: now.getTime() });
}

/** The secret of a person who is setting up their authenticator; null where it cannot be opened. */
export function openSecondFactor(sealed: string, email: string) {
  const secret = openSecret(sealed);
  return secret && { secret: secret.base32, url: totpOf(secret, email).toString() };
}

/** Null for a secret that no current key opens; its owner needs a new one. */
function openSecret(sealed: string): Secret | null {
  try {
    return Secret.fromBase32(unseal(SECOND_FACTOR_SEAL, sealed));
  } catch (error) {
    if (!(error instanceof SealBroken)) throw error;
    logLine("warn", "second-factor-cannot-be-opened");
    return null;
  }
}

function totpOf(secret: Secret, label = "staff"): TOTP {
  return new TOTP({ issuer: "Loop", label, secret, algorithm: "SHA1", digits: 6, period: STEP_SECONDS });
}
