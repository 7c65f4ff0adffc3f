import { accessSync, constants } from "node:fs";
import type SqliteFile from "better-sqlite3";
import { databaseFile, rawConnection } from "./client.server";

/**
 * A process that starts while the disk takes no writes. SQLite opens the file for reading then, and the connection
 * stays so after the disk is well again: it serves pages meanwhile, and ends as soon as the file can be written, to be
 * started again.
 */

/** A look is one system call, and people are refused until then. */
const LOOK_EVERY_MS = 500;

interface Options {
  connection?: SqliteFile.Database;
  file?: string;
  end?: () => void;
}

/** Ends this process, as a stop does, once a connection that was opened for reading could be opened for writing. */
export function endOnceWritable({
  connection = rawConnection(),
  file = databaseFile,
  end = () => process.kill(process.pid, "SIGTERM"),
}: Options = {}): void {
  if (!isForReading(connection)) return;
  const looking = setInterval(() => {
    if (!mayBeWritten(file)) return;
    clearInterval(looking);
    end();
  }, LOOK_EVERY_MS);
  looking.unref();
}

/** Found by a write that is rolled back: SQLite begins even an immediate transaction on such a connection. */
function isForReading(connection: SqliteFile.Database): boolean {
  try {
    connection.exec("BEGIN");
    connection.pragma(`user_version = ${connection.pragma("user_version", { simple: true })}`);
    return false;
  } catch (error) {
    return String((error as { code?: unknown }).code).startsWith("SQLITE_READONLY");
  } finally {
    if (connection.inTransaction) connection.exec("ROLLBACK");
  }
}

/** Asked without opening the file: closing it again would let go of the locks that this process holds on it. */
function mayBeWritten(file: string): boolean {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
}
