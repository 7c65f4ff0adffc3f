import { join } from "node:path";
import SqliteFile from "better-sqlite3";

/** Copies the database of this test file as it stands; what is given back puts it as it was, under an open house. */
export async function takeSnapshot(): Promise<() => Promise<void>> {
  const [live, copy] = ["loop.db", "snapshot.db"].map((name) => join(process.env.DATA_DIR ?? "", name));
  if (!live || !copy) throw new Error("This test file has no data folder.");
  await copyPages(live, copy);
  return () => copyPages(copy, live);
}

/** Page by page and in one step, as a commit of its own to whoever has the file open. */
async function copyPages(from: string, to: string): Promise<void> {
  const file = new SqliteFile(from, { timeout: 5_000 });
  try {
    await file.backup(to, { progress: () => Number.MAX_SAFE_INTEGER });
  } finally {
    file.close();
  }
}
