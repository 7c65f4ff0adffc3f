import { createHash } from "node:crypto";
import SqliteFile from "better-sqlite3";
import { databaseFile, rawConnection } from "#db/client.server";

/** The tables, but for sign-ins, the audit, and the index that triggers write. */
function listTables(connection: SqliteFile.Database): string[] {
  return connection
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .pluck()
    .all()
    .filter((name) => !/^(?:search_|sessions$|access_tokens$|one_time_codes$|audit_events$)/.test(name));
}

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** A hash of the rows of each of these tables. */
export function rowHashes(): Record<string, string> {
  const connection = new SqliteFile(databaseFile, { readonly: true });
  const found = listTables(connection).map((table) => {
    const rows = connection.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all();
    return [table, hashOf(JSON.stringify(rows))] as const;
  });
  const searched = connection.prepare("SELECT kind, subject_id, words FROM search_entries ORDER BY 1, 2").all();
  connection.close();
  return { ...Object.fromEntries(found), searched: JSON.stringify(searched) };
}

/** How many rows were ever inserted into each table until now, for `rowsNaming`. */
export function lastRows(): ReadonlyMap<string, number> {
  const connection = rawConnection();
  return new Map(
    listTables(connection).map((table) => {
      return [table, Number(connection.prepare(`SELECT coalesce(max(rowid), 0) FROM "${table}"`).pluck().get())];
    }),
  );
}

/**
 * A hash of each row, inserted since then, that names any of these keys, or a row that does, such as a payment an order.
 */
export function rowsNaming(keys: readonly string[], since: ReadonlyMap<string, number>): Record<string, string> {
  const rows = [...since].flatMap(([table, last]) =>
    rawConnection()
      .prepare<[number], Record<string, unknown>>(`SELECT rowid AS row, * FROM "${table}" WHERE rowid > ?`)
      .all(last)
      .map((row) => ({ name: `${table} ${row.row}`, id: row.id, text: JSON.stringify(row) })),
  );
  const named = new Set(keys);
  const found: Record<string, string> = {};
  for (let before = -1; Object.keys(found).length > before; ) {
    before = Object.keys(found).length;
    for (const { name, id, text } of rows) {
      if (name in found || ![...named].some((key) => text.includes(key))) continue;
      found[name] = hashOf(text);
      if (typeof id === "string" && id.length >= 16) named.add(id);
    }
  }
  return found;
}
