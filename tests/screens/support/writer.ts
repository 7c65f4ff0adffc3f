import { join } from "node:path";
import SqliteFile from "better-sqlite3";

/** Another process that writes for long: it holds the one lock that every write takes, until it lets go. */
export interface Writer {
  letGo(): void;
}

export function holdWriteLock(): Writer {
  const file = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { timeout: 10_000 });
  file.exec("BEGIN IMMEDIATE");
  return { letGo: () => file.close() };
}
