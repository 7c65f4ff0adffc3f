import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { drizzle } from "drizzle-orm/better-sqlite3";
import { migrate } from "drizzle-orm/better-sqlite3/migrator";

/** Builds the empty, migrated database that every test file starts from, and clears the folder afterwards. */
export default function prepareWorld() {
  const folder = join(process.cwd(), "build", "test-world");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const template = new Database(join(folder, "template.db"));
  migrate(drizzle(template), { migrationsFolder: "migrations" });
  template.close();
  return () => rmSync(folder, { recursive: true, force: true });
}
