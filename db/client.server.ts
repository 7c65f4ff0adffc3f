import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import SqliteFile from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { settings } from "../app/adapters/settings.server";
import { notingDamage, refuseWhenDamaged } from "./damage.server";
import { applyMigrations } from "./migrations.server";
import { openReplica } from "./replica.server";
import * as schema from "./schema";
import { cacheStatements } from "./statement-cache.server";

/**
 * The database: one SQLite file in the data folder, opened once per process; on a machine that only reads, its copies.
 * A commit that was acknowledged must survive a power cut, so every open sets synchronous=FULL (better-sqlite3 builds
 * SQLite to use NORMAL on an existing WAL file) and fails if any guarantee below does not hold.
 */

/** SQLite before 3.51.3 can damage a file when one process checkpoints while another writes. */
const OLDEST_SAFE_SQLITE = [3, 51, 3] as const;

/** How long a statement waits while another process writes, unless its process sets less (`write-lock.server.ts`). */
export const LOCK_WAIT_MS = 5_000;

export const databaseFile = join(settings.dataFolder, "loop.db");

/** Opens a database file and checks every guarantee. @throws Error naming the one that does not hold. */
export function openDatabase(file: string): SqliteFile.Database {
  mkdirSync(dirname(file), { recursive: true });
  const connection = new SqliteFile(file);
  // The first statement reads the file's header.
  notingDamage(file, () => connection.pragma("journal_mode = WAL"));
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  // Deleted data is overwritten, so that the file keeps no trace of it.
  connection.pragma("secure_delete = ON");
  connection.pragma("temp_store = MEMORY");
  checkGuarantees(connection);
  refuseWhenDamaged(connection, file);
  return connection;
}

function checkGuarantees(connection: SqliteFile.Database): void {
  const read = (name: string) => connection.pragma(name, { simple: true });
  const guarantees: [string, unknown, unknown][] = [
    ["journal_mode", read("journal_mode"), "wal"],
    ["synchronous", read("synchronous"), 2],
    ["foreign_keys", read("foreign_keys"), 1],
    ["busy_timeout", read("busy_timeout"), LOCK_WAIT_MS],
    ["secure_delete", read("secure_delete"), 1],
  ];
  for (const [name, found, wanted] of guarantees) {
    if (found !== wanted) throw new Error(`The database opened with ${name}=${found}, ${wanted} is needed.`);
  }
  const version = String(connection.prepare("SELECT sqlite_version()").pluck().get());
  if (!isAtLeast(version, OLDEST_SAFE_SQLITE)) throw new Error(`SQLite ${version} is too old to be safe.`);
}

function isAtLeast(version: string, oldest: readonly number[]): boolean {
  const parts = version.split(".").map(Number);
  for (const [place, wanted] of oldest.entries()) {
    const found = parts[place] ?? 0;
    if (found !== wanted) return found > wanted;
  }
  return true;
}

const connection = settings.reading ? openReplica(settings.reading.library) : openDatabase(databaseFile);

export const db = drizzle(cacheStatements(connection), { schema });

export type Database = typeof db;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * Runs `work` in one transaction that takes the write lock at its start, because a transaction that takes it later
 * fails when two processes write. Returns the result of `work`; an exception rolls back. `work` must be synchronous:
 * the driver refuses a promise.
 */
export function write<Result>(work: (tx: Transaction) => Result): Result {
  return notingDamage(databaseFile, () => db.transaction(work, { behavior: "immediate" }));
}

/** Runs `work` in such a transaction and rolls it back, so that nobody else ever sees what it wrote. */
export function writeAndRollBack(work: (tx: Transaction) => void): void {
  const rollback = new Error("Rolled back on purpose.");
  try {
    write((tx) => {
      work(tx);
      throw rollback;
    });
  } catch (error) {
    if (error !== rollback) throw error;
  }
}

/**
 * Applies the missing migrations, each once, forward only, all in one transaction. `isAlone` says that nobody else has
 * the file open: it is then migrated without a write-ahead log, which would take the size of every table and index that
 * is rebuilt. A kill in between leaves a journal, and the next open undoes what it began.
 */
export function migrateDatabase({ isAlone = false } = {}): void {
  if (isAlone) connection.pragma("journal_mode = DELETE");
  try {
    applyMigrations(connection);
  } finally {
    if (isAlone) connection.pragma("journal_mode = WAL");
  }
}

/** The plain connection, for backups, health checks and invariants written in SQL. */
export function rawConnection(): SqliteFile.Database {
  return connection;
}

/** Closes the file before the process ends. */
export function closeDatabase(): void {
  connection.close();
}
