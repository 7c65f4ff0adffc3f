import { createHash } from "node:crypto";
import SqliteFile from "better-sqlite3";
import { databaseFile } from "#db/client.server";

/** A hash of the rows of each table, but for sign-ins, the audit, and the index that triggers write. */
export function rowHashes(): Record<string, string> {
  const connection = new SqliteFile(databaseFile, { readonly: true });
  const tables = connection
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .pluck()
    .all()
    .filter((name) => !/^(?:search_|sessions$|access_tokens$|one_time_codes$|audit_events$)/.test(name));
  const found = tables.map((table) => {
    const rows = connection.prepare(`SELECT * FROM "${table}" ORDER BY 1`).all();
    return [table, createHash("sha256").update(JSON.stringify(rows)).digest("hex")] as const;
  });
  const searched = connection.prepare("SELECT kind, subject_id, words FROM search_entries ORDER BY 1, 2").all();
  connection.close();
  return { ...Object.fromEntries(found), searched: JSON.stringify(searched) };
}
