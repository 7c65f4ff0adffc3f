import { readFileSync } from "node:fs";
import { rawConnection, write } from "#db/client.server";
import { storageFailure } from "#db/errors";
import { type KeptWrite, makeKeptWrites } from "#db/kept-writes.server";
import { onReplicaRefusal } from "#db/replica.server";
import { raiseWriteVersion, writeVersion } from "#db/write-version.server";

/** The copies in the bucket as a machine that only reads has them open, and how far behind they are. */

/** Longest time, in seconds, since the bucket last said what is new. */
const LONGEST_LAG_S = 10;
/** Between two looks, each of which costs as much as a small query. */
const LOOK_MS = 250;

export { type KeptWrite, keepAgain, takeKeptWrites } from "#db/kept-writes.server";

/** Makes what machines that only read have kept, in one commit. */
export function makeKept(writes: readonly KeptWrite[], now: Date): void {
  write(() => makeKeptWrites(writes, now));
}

/** Calls `listener` whenever something can't be done with the copies: most of all a write. */
export const onRefusal = onReplicaRefusal;

/**
 * Counts a change, after what it wrote. Gives the version that a copy has once it has the change; where that can't be
 * counted now, one that no copy ever has.
 */
export function raiseVersion(now: Date): number {
  try {
    return raiseWriteVersion(now);
  } catch (error) {
    if (storageFailure(error) === null) throw error;
    return Number.MAX_SAFE_INTEGER;
  }
}

/** How far the copies have come. */
export const versionOfCopies = writeVersion;

let looked = { at: Number.NEGATIVE_INFINITY, isLate: true, isOther: true };

/** Whether the copies are of another release, or their bucket has been silent. @param nowMs of a clock that is never set back */
export function areCopiesBehind(nowMs: number): boolean {
  const { isLate, isOther } = look(nowMs);
  return isLate || isOther;
}

/** Whether the copies are of another release, so that this code can't read them. */
export const areCopiesOfOtherRelease = (nowMs: number): boolean => look(nowMs).isOther;

function look(nowMs: number) {
  if (nowMs - looked.at > LOOK_MS)
    looked = { at: nowMs, isLate: !(lagSeconds() <= LONGEST_LAG_S), isOther: !areOfThisRelease() };
  return looked;
}

/** Below zero until the bucket has been asked for the first time since the copies were opened, as they were then. */
export const lagSeconds = () => Number(rawConnection().pragma("litestream_lag", { simple: true }));

let newest: number | undefined;

function areOfThisRelease(): boolean {
  newest ??= Math.max(
    ...(JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")) as Journal).entries.map(({ when }) => when),
  );
  return rawConnection().prepare("SELECT max(created_at) FROM __drizzle_migrations").pluck().get() === newest;
}

interface Journal {
  readonly entries: readonly { readonly when: number }[];
}
