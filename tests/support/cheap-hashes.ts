import { createRequire } from "node:module";

/**
 * Passwords of the tests are hashed at argon2's lowest cost, because the real one would take a tenth of the processor's
 * time. A digest names the cost that was asked for, as if it had been paid; digests of other processes are verified as
 * they are. A test of the digests themselves sets REAL_HASHES, and the journeys know nothing of this.
 */

type Argon2 = Pick<typeof import("@node-rs/argon2"), "hash" | "verify">;

const PAID = "m=8,t=1,p=1";

/** Changes the library for this process, before anything of the app imports it. */
export function hashCheaply(): void {
  const library: Argon2 = createRequire(import.meta.url)("@node-rs/argon2");
  const { hash, verify } = library;
  const paidFor = new Map<string, string>();
  library.hash = async (password, options, signal) => {
    const { memoryCost, timeCost, parallelism = 1 } = options ?? {};
    if (process.env.REAL_HASHES || parallelism !== 1) return await hash(password, options, signal);
    const paid = await hash(password, { ...options, memoryCost: 8, timeCost: 1 }, signal);
    const digest = paid.replace(PAID, `m=${memoryCost ?? 19_456},t=${timeCost ?? 2},p=1`);
    paidFor.set(digest, paid);
    return digest;
  };
  library.verify = async (digest, ...given) => await verify(paidFor.get(String(digest)) ?? digest, ...given);
}
