import { hash, verify } from "@node-rs/argon2";
import { goOnAfterWork } from "~/adapters/waiting/outside-calls.server";
import { Semaphore } from "~/domain/kernel/jobs/semaphore";
import { normalise } from "~/domain/kernel/text/normalisation";

/**
 * Passwords are stored as argon2id digests. One is computed at a time, because there is a web process for each
 * processor: of several at once, each would keep the processor from the thread that serves everybody else. An unknown
 * email address costs the same work as a known one.
 */

/** OWASP Password Storage: 19 MiB, two passes, one lane. Algorithm 2 is argon2id, the library's default. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const semaphore = new Semaphore(1);

/** A digest for email addresses without an account, to compare against. */
const NOBODY = hash("nobody-has-this-password", COST);

/** The prefix of digests with the current cost; any other prefix is outdated. */
const TODAY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$`;

/** What comes after it is written: by then others may have been writing for long. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = await semaphore.run(work);
  await goOnAfterWork();
  return result;
}

/** Whether the digest has an outdated cost, so that it should be replaced once the password is known. */
export function isOutOfDate(digest: string): boolean {
  return !digest.startsWith(TODAY);
}

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(normalise(password, "NFC"), COST));
}

/** Whether the password matches the digest. Without a digest it does the same work and returns false. */
export function fitsPassword(password: string, digest: string | null): Promise<boolean> {
  return inTurn(async () => {
    const fits = await verify(digest ?? (await NOBODY), normalise(password, "NFC"));
    return digest !== null && fits;
  });
}
