import SqliteFile from "better-sqlite3";
import { z } from "zod";
import type { Copies } from "~/adapters/backups/contract";

/**
 * The list of erased accounts beside the nightly copies, for a database that is restored from before they were erased. Open
 * no database of the app here: these run before there is one.
 */

const ErasedList = z.array(z.object({ accountId: z.string(), erasedAt: z.number() }));
export type ErasedList = z.infer<typeof ErasedList>;

/** The list in the bucket; empty while there is no list. @throws when the bucket refuses, or holds something else. */
export async function readErasedList(copies: Copies): Promise<ErasedList> {
  const text = await copies.readErased();
  return text === null ? [] : ErasedList.parse(JSON.parse(text));
}

/** Applies the list to a database file that nobody has open. Returns how many accounts it held. */
export function applyErasedList(file: string, list: ErasedList): number {
  const connection = new SqliteFile(file, { fileMustExist: true });
  try {
    return applyErased(connection, list);
  } finally {
    connection.close();
  }
}

/**
 * Closes the erased accounts that this database holds and makes their deletion due, so that the worker erases them again
 * within a minute; and remembers all of the list. Returns how many accounts it held.
 */
export function applyErased(connection: SqliteFile.Database, list: ErasedList): number {
  const has = connection.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'erased_accounts'").get();
  // A database from before the table is given the rows when the list is applied after its migration.
  const remember = has
    ? connection.prepare("INSERT OR IGNORE INTO erased_accounts (account_id, erased_at) VALUES (?, ?)")
    : null;
  const close = connection.prepare(
    "UPDATE accounts SET status = 'inactive', deletion_due_at = @erasedAt WHERE id = @accountId",
  );
  const ends = ["sessions", "access_tokens"].map((table) =>
    connection.prepare(`DELETE FROM ${table} WHERE account_id = ?`),
  );
  return connection
    .transaction(() => {
      let held = 0;
      for (const { accountId, erasedAt } of list) {
        remember?.run(accountId, erasedAt);
        const { changes } = close.run({ accountId, erasedAt });
        for (const end of ends) end.run(accountId);
        held += changes;
      }
      return held;
    })
    .immediate();
}
