import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type SqliteFile from "better-sqlite3";

/**
 * The database of a machine that only reads: the copies in the bucket, read page by page by Litestream's extension of SQLite.
 * better-sqlite3 has its own SQLite inside, which such an extension can't be loaded into with a place to read from, so this
 * is Node's, with the methods that drizzle and we call of the other.
 */

/** Pages that are kept in memory: each other one is fetched from the bucket while everybody waits. */
const CACHE_BYTES = 256 * 1024 * 1024;

/** By the primary code of SQLite; what is missing from a copy is no damage of a file of ours. */
const CODES: Readonly<Record<number, string>> = { 5: "SQLITE_BUSY", 8: "SQLITE_READONLY", 14: "SQLITE_CANTOPEN" };

let refused: () => void = () => {};

/** Calls `listener` whenever a statement of a copy fails: most of all one that writes. */
export function onReplicaRefusal(listener: () => void): void {
  refused = listener;
}

/**
 * Opens the copies that the environment names (LITESTREAM_REPLICA_URL) with the extension `library`.
 * @throws Error where the extension or the copies can't be opened
 */
export function openReplica(library: string): SqliteFile.Database {
  const { DatabaseSync } = process.getBuiltinModule("node:sqlite");
  const registering = new DatabaseSync(":memory:", { allowExtension: true });
  registering.loadExtension(library);
  registering.close();
  return asBetterSqlite(new DatabaseSync(`file:loop.db?vfs=litestream&mode=ro&cache_size=${CACHE_BYTES}`));
}

/** Drizzle takes a plain object for its configuration. */
class Replica {}

/** Node's connection with the methods of better-sqlite3's, as far as reading needs them. */
export function asBetterSqlite(connection: DatabaseSync): SqliteFile.Database {
  const all = (text: string) => telling(() => connection.prepare(text).all());
  const methods = Object.assign(new Replica(), {
    prepare: (text: string) => wrap(telling(() => connection.prepare(text))),
    exec: (text: string) => telling(() => connection.exec(text)),
    pragma(text: string, { simple = false } = {}) {
      const rows = all(`PRAGMA ${text}`);
      return simple ? Object.values(rows[0] ?? {})[0] : rows;
    },
    transaction(work: (...values: unknown[]) => unknown) {
      const run = (...values: unknown[]) => {
        telling(() => connection.exec("BEGIN"));
        try {
          const result = work(...values);
          connection.exec("COMMIT");
          return result;
        } catch (error) {
          if (connection.isTransaction) connection.exec("ROLLBACK");
          throw error;
        }
      };
      return Object.assign(run, { deferred: run, immediate: run, exclusive: run });
    },
    close: () => connection.close(),
  });
  Object.defineProperty(methods, "inTransaction", { get: () => connection.isTransaction });
  return methods as unknown as SqliteFile.Database;
}

/** A statement of better-sqlite3; whether it gives arrays, or the first column alone, holds until it is said again. */
function wrap(statement: StatementSync) {
  let isPlucked = false;
  const own = {
    reader: statement.columns().length > 0,
    raw(hasArrays = true) {
      statement.setReturnArrays(hasArrays);
      return own;
    },
    pluck(isFirst = true) {
      isPlucked = isFirst;
      statement.setReturnArrays(isFirst);
      return own;
    },
    run: (...values: SQLInputValue[]) => telling(() => statement.run(...values)),
    get(...values: SQLInputValue[]) {
      const row = telling(() => statement.get(...values));
      return row && read(row);
    },
    all: (...values: SQLInputValue[]) => telling(() => statement.all(...values)).map(read),
  };
  const read = (row: object): unknown => {
    for (const [name, value] of Object.entries(row)) {
      // Node gives bytes without the methods of its own buffers.
      if (value instanceof Uint8Array)
        Reflect.set(row, name, Buffer.from(value.buffer, value.byteOffset, value.byteLength));
    }
    return isPlucked ? Reflect.get(row, 0) : row;
  };
  return own;
}

/** Runs it; an error gets the code that better-sqlite3 gives, and the listener hears of it. */
function telling<Result>(run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    refused();
    const { errcode } = error as { errcode?: unknown };
    if (error instanceof Error && typeof errcode === "number")
      throw Object.assign(error, { code: CODES[errcode & 0xff] ?? "SQLITE_IOERR" });
    throw error;
  }
}
