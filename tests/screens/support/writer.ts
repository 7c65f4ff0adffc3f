import { join } from "node:path";
import SqliteFile from "better-sqlite3";

/** Another process with a long transaction: it holds the write lock until told to release it. */
export interface Writer {
  letGo(): void;
}

export function holdWriteLock(): Writer {
  const file = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { timeout: 10_000 });
  file.exec("BEGIN IMMEDIATE");
  return { letGo: () => file.close() };
}
