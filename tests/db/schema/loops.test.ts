import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { expect, it } from "vitest";
import { giveFunctions } from "#db/migrations.server";

/** Proofs from before their pages had a list: they are made again, but those of years in print are kept. */

const MIGRATIONS = readdirSync("migrations")
  .filter((name) => name.endsWith(".sql"))
  .sort();

function apply(file: SqliteFile.Database, names: readonly string[]): void {
  giveFunctions(file);
  for (const name of names) file.exec(readFileSync(join("migrations", name), "utf8"));
}

it("an older proof of a year still being written is no longer the current one", () => {
  const file = new SqliteFile(":memory:");
  apply(
    file,
    MIGRATIONS.filter((name) => name < "0025"),
  );
  file.exec(`INSERT INTO accounts (id, email, first_name, last_name, password_hash, terms_accepted_at, privacy_accepted_at, created_at, updated_at)
    VALUES ('gwen', 'gwen@example.org', 'Gwen', 'Pritchard', '-', 1, 1, 1, 1)`);
  for (const status of ["ACTIVE", "COMPLETED"]) {
    file.exec(`INSERT INTO loops (id, account_id, theme, type, status, start_day, delivery_day, content_version, created_at, updated_at)
      VALUES ('${status}', 'gwen', 'pet', 'my-cat-and-me', '${status}', '2026-01-01', '2027-01-14', 7, 1, 1)`);
    file.exec(`INSERT INTO book_files (id, loop_id, kind, content_version, state, created_at, updated_at)
      VALUES ('book-${status}', '${status}', 'screen', 7, 'ready', 1, 1), ('next-${status}', '${status}', 'interior', 7, 'waiting', 1, 1)`);
  }
  apply(
    file,
    MIGRATIONS.filter((name) => name >= "0025"),
  );
  const current = file.prepare("SELECT id FROM book_files WHERE content_version = 7 ORDER BY id").pluck().all();
  expect(current).toEqual(["book-COMPLETED", "next-ACTIVE", "next-COMPLETED"]);
});
