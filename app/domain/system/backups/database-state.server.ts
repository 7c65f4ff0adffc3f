import { readFileSync } from "node:fs";
import SqliteFile from "better-sqlite3";
import { z } from "zod";

/** Which migrations a database has, without opening it for writing; and its rows. */

const Journal = z.object({ entries: z.array(z.object({ when: z.number(), tag: z.string() })) });

export interface DatabaseState {
  /** Migrations of this release that the database does not have. */
  pending: readonly string[];
  /** The newest migration that it has; null for an empty database. */
  newest: string | null;
  /** How many migrations it has that this release does not know. */
  unknown: number;
}

export function databaseState(file: string): DatabaseState {
  const { entries } = Journal.parse(JSON.parse(readFileSync("migrations/meta/_journal.json", "utf8")));
  const applied = appliedMigrations(file);
  const newestAt = applied.at(-1) ?? 0;
  return {
    pending: entries.filter(({ when }) => when > newestAt).map(({ tag }) => tag),
    newest: entries.findLast(({ when }) => when <= newestAt)?.tag ?? null,
    unknown: applied.filter((at) => !entries.some(({ when }) => when === at)).length,
  };
}

/** How many rows each table has. */
export function countRows(connection: SqliteFile.Database): Record<string, number> {
  const tables = connection
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  return Object.fromEntries(
    tables.map((name) => [name, connection.prepare<[], number>(`SELECT count(*) FROM "${name}"`).pluck().get() ?? 0]),
  );
}

function appliedMigrations(file: string): number[] {
  const connection = new SqliteFile(file, { fileMustExist: true });
  try {
    const has = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = '__drizzle_migrations'").get();
    if (!has) return [];
    return connection
      .prepare<[], number>("SELECT created_at FROM __drizzle_migrations ORDER BY created_at")
      .pluck()
      .all()
      .map(Number);
  } finally {
    connection.close();
  }
}
