import { closeSync, existsSync, openSync, readSync } from "node:fs";
import SqliteFile from "better-sqlite3";
import { damageCode } from "#db/damage.server";
import { findBrokenInvariants } from "#db/invariants.server";
import { applyMigrations } from "#db/migrations.server";
import type { CheckDepth } from "./backup-limits";
import { countRows, databaseState } from "./database-state.server";

/** Copies a database, checks one or brings one to this release. Each keeps a thread busy for seconds. */

/** How long it waits for a writer. */
const LOCK_WAIT_MS = 30_000;
/** They are reported as messages, and one is enough to refuse a file. */
const MOST_FINDINGS = 3;
const READ_BYTES = 4 * 1024 * 1024;

export interface DatabaseReport {
  /** What is wrong, as messages; empty when nothing is. */
  problems: string[];
  /** How many rows each table holds; of a damaged database none are counted. */
  rows: Record<string, number>;
}

/** Does one task, such as `copy FROM TO`, `check FILE NOW whole`, `upgrade FILE`, `invariants FILE NOW`, `quick_check FILE`. */
export function doDatabaseTask([task, file = "", argument = "", depth = ""]: readonly string[]): unknown {
  if (!existsSync(file)) throw new Error(`There is no ${file}.`);
  if (task === "copy") return copyDatabase(file, argument);
  if (task === "check") return checkDatabase(file, new Date(argument), depth === "pages" ? "pages" : "whole");
  if (task === "rows") return reading(file, countRows);
  if (task === "invariants") return reading(file, (connection) => findBrokenInvariants(connection, new Date(argument)));
  if (task === "upgrade") return upgradeDatabase(file);
  if (task === "quick_check" || task === "integrity_check") return findDamage(file, task);
  throw new Error(`Nobody knows the task ${task}.`);
}

/** One consistent state, whatever is written meanwhile; the log of a database that was killed stays as it is. */
function copyDatabase(from: string, to: string): object {
  const connection = new SqliteFile(from, { readonly: true, fileMustExist: true });
  connection.pragma(`busy_timeout = ${LOCK_WAIT_MS}`);
  connection.prepare("VACUUM INTO ?").run(to);
  connection.close();
  return {};
}

function reading<Found>(path: string, read: (connection: SqliteFile.Database) => Found): Found {
  const connection = new SqliteFile(path, { readonly: true, fileMustExist: true });
  try {
    return read(connection);
  } finally {
    connection.close();
  }
}

/** False for a database that a newer release wrote. */
function upgradeDatabase(path: string): boolean {
  if (databaseState(path).unknown > 0) return false;
  const connection = new SqliteFile(path);
  connection.pragma("journal_mode = DELETE");
  applyMigrations(connection);
  connection.close();
  return true;
}

/** What is damaged; a file that cannot even be read so far is. */
function findDamage(path: string, check: "quick_check" | "integrity_check"): string[] {
  readThrough(path);
  const connection = new SqliteFile(path, { fileMustExist: true });
  try {
    return damageIn(connection, check);
  } catch (error) {
    if (!damageCode(error) || !(error instanceof Error)) throw error;
    return [error.message];
  } finally {
    connection.close();
  }
}

/**
 * From its first byte to its last, so that it is in memory as far as that goes: in the order of SQLite's trees a disk gives
 * a fifteenth of that a second. Before a connection, whose locks would be lost when the file is closed (https://sqlite.org/howtocorrupt.html, 2.2).
 */
function readThrough(path: string): void {
  const chunk = Buffer.alloc(READ_BYTES);
  const file = openSync(path, "r");
  try {
    while (readSync(file, chunk) > 0);
  } finally {
    closeSync(file);
  }
}

/** Line by line, because SQLite says a hundred findings in one row; without the heading above them. */
function damageIn(connection: SqliteFile.Database, check: "quick_check" | "integrity_check"): string[] {
  return connection
    .prepare<[], string>(`PRAGMA ${check}(${MOST_FINDINGS})`)
    .pluck()
    .all()
    .flatMap((row) => row.split("\n"))
    .filter((line) => line !== "ok" && !line.startsWith("***"));
}

function checkDatabase(path: string, now: Date, depth: CheckDepth): DatabaseReport {
  const damage = findDamage(path, depth === "whole" ? "integrity_check" : "quick_check");
  if (damage.length > 0) return { problems: damage, rows: {} };
  const problems: string[] = [];
  const connection = new SqliteFile(path, { fileMustExist: true });
  const orphans = connection.pragma("foreign_key_check") as { table: string }[];
  if (orphans.length > 0)
    problems.push(`${orphans.length} rows point to missing rows, the first in ${orphans[0]?.table}.`);
  const rows = countRows(connection);
  if ("ledger" in rows)
    for (const broken of findBrokenInvariants(connection, now))
      problems.push(`${broken.invariant} is broken ${broken.rows.length} times: ${broken.says}.`);
  else problems.push("It isn’t a Loop database.");
  connection.close();
  return { problems, rows };
}
