import { join } from "node:path";
import SqliteFile from "better-sqlite3";

/** Copies this test file's database in its present state. Gives a function that restores it under the running app. */
export async function takeSnapshot(): Promise<() => Promise<void>> {
  const [live, copy] = ["loop.db", "snapshot.db"].map((name) => join(process.env.DATA_DIR ?? "", name));
  if (!live || !copy) throw new Error("This test file has no data folder.");
  await copyPages(live, copy);
  return () => copyPages(copy, live);
}

/** Page by page in one transaction, which other connections to the file see as a single commit. */
async function copyPages(from: string, to: string): Promise<void> {
  const file = new SqliteFile(from, { timeout: 5_000 });
  try {
    await file.backup(to, { progress: () => Number.MAX_SAFE_INTEGER });
  } finally {
    file.close();
  }
}
