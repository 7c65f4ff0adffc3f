import { hash, verify } from "@node-rs/argon2";
import { Semaphore } from "../jobs/semaphore";

/**
 * Passwords are kept as argon2id digests. At most three are worked out at a time, so that a burst of sign-ins
 * takes neither all the memory nor all four of the threads that Node has for such work: cookies are verified and files
 * read on them too, and every page would wait. An unknown e-mail address costs the same work as a known one.
 */

/** OWASP Password Storage: 19 MiB, two passes, one lane. Algorithm 2 is argon2id, the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const semaphore = new Semaphore(3);

/** A digest of a password nobody has, for e-mail addresses nobody has. */
const NOBODY = hash("nobody-has-this-password", COST);

/** The beginning of a digest as they are made today; a digest that begins otherwise is of other days. */
const TODAY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** Whether the digest was made at another cost than today's, and should be made anew once the password is known. */
export function isOutOfDate(digest: string): boolean {
  return !digest.startsWith(TODAY);
}

export function hashPassword(password: string): Promise<string> {
  return semaphore.pass(() => hash(password.normalize("NFC"), COST));
}

/** Whether the password fits the digest. Without a digest the same work is done and the answer is no. */
export function fitsPassword(password: string, digest: string | null): Promise<boolean> {
  return semaphore.pass(async () => {
    const fits = await verify(digest ?? (await NOBODY), password.normalize("NFC"));
    return digest !== null && fits;
  });
}
