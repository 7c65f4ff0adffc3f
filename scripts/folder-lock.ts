import { join } from "node:path";

/**
 * One start per data folder. The lock is SQLite's own, on a file beside the database: the kernel holds it for the
 * process and lets it go when that ends, however it ends.
 */

/**
 * Locks a data folder until this process ends or `release` is called. Returns null when another process has it.
 * better-sqlite3 is imported here, because the start installs it first.
 * @param name of the lock: that of the start, or of a part that can outlive it.
 */
export async function lockFolder(dataFolder: string, name = "start.lock"): Promise<{ release: () => void } | null> {
  const { default: SqliteFile } = await import("better-sqlite3");
  const connection = new SqliteFile(join(dataFolder, name), { timeout: 0 });
  try {
    connection.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    connection.close();
    if (error instanceof SqliteFile.SqliteError && error.code === "SQLITE_BUSY") return null;
    throw error;
  }
  return { release: () => void connection.close() };
}

export function lockedSentence(dataFolder: string): string {
  return `Loop is running on ${dataFolder} already: a data folder can only be used by one at a time. Stop the other one first.`;
}
