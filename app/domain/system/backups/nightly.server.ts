import { createReadStream, createWriteStream } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { constants, createGzip } from "node:zlib";
import { databaseFile } from "#db/client.server";
import type { Copies, StoredCopy } from "~/adapters/backups/contract";
import { settings } from "~/adapters/settings.server";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { NIGHTLY_DAYS } from "./backup-limits";
import { recordFailure, recordRun } from "./backup-runs.server";
import type { DatabaseReport } from "./database-tasks.server";
import { checkDatabase, copyDatabase, databaseBytes, removeDatabase, requireSpace } from "./databases.server";

/**
 * The nightly copy: the whole database in one object, made without Litestream, so that a mistake of the one does not
 * reach the other. It is checked before it leaves.
 */

/** The copy and its archive lie on the disk together. */
const SPACE_SHARE = 1.5;

/**
 * Makes, checks and uploads a copy, removes those that are too old, and records the run. @throws when any of it fails;
 * the failure is recorded.
 */
export async function makeNightlyCopy(copies: Copies, now: Date): Promise<StoredCopy> {
  const began = performance.now();
  const folder = join(settings.dataFolder, "work", "nightly");
  const copy = join(folder, "copy.db");
  const packed = `${copy}.gz`;
  const run = { kind: "nightly" as const, at: now };
  try {
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await requireSpace(folder, databaseBytes(databaseFile) * SPACE_SHARE);
    await copyDatabase(databaseFile, copy);
    const rows = await checkAndPack(copy, packed, now);
    await removeDatabase(copy);
    const stored = await copies.put(nameOf(now), packed);
    await removeOld(copies, now);
    const total = Object.values(rows).reduce((sum, one) => sum + one, 0);
    recordRun({
      ...run,
      durationMs: elapsed(began),
      objectKey: stored.key,
      bytes: stored.bytes,
      rowsRestored: total,
    });
    return stored;
  } catch (error) {
    recordFailure({ ...run, durationMs: elapsed(began) }, error);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Both at once, since each takes one core for as long. Gives the rows of the copy. @throws when it is damaged. */
async function checkAndPack(copy: string, packed: string, now: Date): Promise<DatabaseReport["rows"]> {
  const packing = new AbortController();
  // Level 1 is four times as fast as the default and makes a tenth more.
  const packs = pipeline(
    createReadStream(copy),
    createGzip({ level: constants.Z_BEST_SPEED }),
    createWriteStream(packed, { mode: 0o600 }),
    { signal: packing.signal },
  );
  const checks = checkDatabase(copy, now).then(({ problems, rows }) => {
    if (problems.length > 0) throw new Error(`The copy is damaged: ${problems.join(" ")}`);
    return rows;
  });
  try {
    const [rows] = await Promise.all([checks, packs]);
    return rows;
  } finally {
    packing.abort();
    await Promise.allSettled([checks, packs]);
  }
}

/** Removes copies that are older than the days they are kept; the newest stays whatever its age. */
async function removeOld(copies: Copies, now: Date): Promise<void> {
  const all = (await copies.list()).sort((one, other) => one.at.getTime() - other.at.getTime());
  for (const { key, at } of all.slice(0, -1))
    if (now.getTime() - at.getTime() > NIGHTLY_DAYS * DAY_MS) await copies.remove(key);
}

/** Such as "loop-2026-11-22T02-30-00Z.db.gz". */
function nameOf(now: Date): string {
  return `loop-${now.toISOString().slice(0, 19).replaceAll(":", "-")}Z.db.gz`;
}

const elapsed = (began: number) => Math.round(performance.now() - began);
