import { createReadStream, createWriteStream, existsSync, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import type { Copies, Replica, StoredCopy } from "~/adapters/backups/contract";
import { flushFile, flushFolder } from "~/adapters/files/whole-file.server";
import { checkDatabase, removeDatabase, requireSpace } from "./databases.server";

/**
 * Restores the database from the replica or from a nightly copy. Never over an existing one: the copy is fetched and
 * checked beside it and takes its name at the end, so that a stop in between leaves nothing that could be opened.
 */

export type Restored =
  | { ok: true; rows: number; seconds: number; from: string }
  | { ok: false; reason: "exists" }
  | { ok: false; reason: "no_backup" }
  | { ok: false; reason: "damaged"; problems: readonly string[] };

export type RestoreSource =
  | { kind: "replica"; replica: Replica; at: Date | null }
  | { kind: "nightly"; copies: Copies; at: Date | null };

/** Restores into `file`. `at` asks for the newest state up to that moment. @throws when the bucket does not respond. */
export async function restoreDatabase(file: string, source: RestoreSource, now: Date): Promise<Restored> {
  if (existsSync(file)) return { ok: false, reason: "exists" };
  const began = performance.now();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.restoring`;
  await removeDatabase(unfinished);
  // Litestream's notes are about the database that was lost.
  await rm(join(dirname(file), ".loop.db-litestream"), { recursive: true, force: true });
  try {
    const from = await fetchCopy(source, unfinished);
    if (from === null) return { ok: false, reason: "no_backup" };
    const { problems, rows } = await checkDatabase(unfinished, now);
    if (problems.length > 0) return { ok: false, reason: "damaged", problems };
    await removeLog(unfinished);
    await flushFile(unfinished);
    // The log of a database that was moved away alone would be read into this one.
    await removeLog(file);
    await rename(unfinished, file);
    await flushFolder(dirname(file));
    const seconds = (performance.now() - began) / 1000;
    return { ok: true, rows: sum(Object.values(rows)), seconds, from };
  } finally {
    await removeDatabase(unfinished);
  }
}

/** Fetches a copy into a file. Returns what it was, or null without any. */
async function fetchCopy(source: RestoreSource, toFile: string): Promise<string | null> {
  if (source.kind === "replica")
    return (await restoreReplica(source.replica, toFile, source.at)) ? "the replica" : null;
  const { copies, at } = source;
  const copy = await newestCopy(copies, at);
  if (!copy) return null;
  const packed = `${toFile}.gz`;
  try {
    await rm(packed, { force: true });
    await requireSpace(dirname(toFile), copy.bytes, "restore");
    await copies.download(copy.key, packed);
    await requireSpace(dirname(toFile), await unpackedBytes(packed), "restore");
    await pipeline(createReadStream(packed), createGunzip(), createWriteStream(toFile, { mode: 0o600 }));
  } finally {
    await rm(packed, { force: true });
  }
  return copy.key;
}

/** Restores the replica into a new file, where there is room for it. Returns false when the bucket holds none. */
export async function restoreReplica(replica: Replica, toFile: string, at: Date | null): Promise<boolean> {
  const bytes = await replica.bytes();
  if (bytes !== null) await requireSpace(dirname(toFile), bytes, "restore");
  return await replica.restore(toFile, at);
}

/** How large the database in an archive is, by the first page of it (https://sqlite.org/fileformat.html, 1.3). */
async function unpackedBytes(packed: string): Promise<number> {
  const unpacking = createReadStream(packed).pipe(createGunzip());
  try {
    for await (const chunk of unpacking as AsyncIterable<Buffer>) {
      const pageSize = chunk.readUInt16BE(16);
      return (pageSize === 1 ? 65_536 : pageSize) * chunk.readUInt32BE(28);
    }
    return 0;
  } finally {
    unpacking.destroy();
  }
}

/** The newest nightly copy, or the newest up to a moment; null without any. */
export async function newestCopy(copies: Copies, at: Date | null): Promise<StoredCopy | null> {
  const found = (await copies.list())
    .filter((one) => at === null || one.at <= at)
    .sort((one, other) => one.at.getTime() - other.at.getTime());
  return found.at(-1) ?? null;
}

async function removeLog(file: string): Promise<void> {
  for (const ending of ["-wal", "-shm", "-txid"]) await rm(`${file}${ending}`, { force: true });
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
