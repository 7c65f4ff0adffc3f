import { eq, type SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, rawConnection, type Transaction } from "#db/client.server";

/** Rows of the tests of owners, read and changed past the rules. */

export function found<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error("A whole person lacks something.");
  return value;
}

export function rowOf<Table extends SQLiteTable>(table: Table, which: SQL | undefined): Table["$inferSelect"] {
  return found(db.select().from(table).where(which).get()) as Table["$inferSelect"];
}

/** Changes rows by the value of a column. */
export function change<Table extends SQLiteTable>(
  table: Table,
  [column, value]: [SQLiteColumn, string],
  to: Partial<Table["$inferInsert"]>,
): void {
  db.update(table)
    .set(to as Table["$inferInsert"])
    .where(eq(column, value))
    .run();
}

export const inTransaction = <Value>(work: (tx: Transaction) => Value): Value =>
  db.transaction(work, { behavior: "immediate" });

/** Does something, and undoes what it wrote. */
export async function undone(work: () => Promise<void>): Promise<void> {
  const connection = rawConnection();
  connection.exec("BEGIN IMMEDIATE");
  try {
    await work();
  } finally {
    if (connection.inTransaction) connection.exec("ROLLBACK");
  }
}

/** Every row of the database as text, seen from within the transaction that is open. */
export function everyRow(): string[] {
  const connection = rawConnection();
  const tables = connection
    .prepare<[], string>("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
    .pluck()
    .all()
    .filter((name) => !name.startsWith("search_"));
  return tables.flatMap((table) => {
    const rows = connection.prepare<[], object>(`SELECT * FROM "${table}"`).all();
    return rows.map((row) => `${table} ${JSON.stringify(row)}`);
  });
}

/** What one list has and the other has not. */
export function without(all: readonly string[], others: readonly string[]): string[] {
  const gone = new Set(others);
  return all.filter((one) => !gone.has(one));
}

const SIGN = /mark-[0-9a-f]{12,20}|[Ii]nes\.[0-9a-f]{12}@example\.org|(?<=[":/])[0-9a-z]{20,25}(?=[":/-])/g;

/** The ids, keys and texts in rows, by which they are recognised anywhere. */
export const signsIn = (rows: readonly string[]): string[] => [...new Set(rows.join("\n").match(SIGN))];
