import { randomBytes } from "node:crypto";
import { open as openFile } from "node:fs/promises";
import { join } from "node:path";
import SqliteFile from "better-sqlite3";
import { startDayFor, WEEKS } from "../../../app/domain/diary/rules/calendar";
import { addDays, londonDay } from "../../../app/domain/kernel/time/days";

/** The database of a container's volume, as the machine around it sees it. */

const DAYS_BEFORE_DELIVERY = 15;
const PAGE_BYTES = 4096;
/** Tables that the running processes keep for themselves: they change without anybody using the shop. */
const OF_THE_PROCESS = new Set(["backup_runs", "active_counts", "attempts", "jobs", "schedule_runs", "service_checks"]);

const open = (volume: string, options = {}) => new SqliteFile(join(volume, "loop.db"), options);

/**
 * Gives a loop a whole year behind it: week 1 and its photos, which lie in the bucket, in every week. Only the rows are
 * new, so that the book of a year can be made minutes after the shop was opened.
 */
export function fillYear(volume: string, email: string): void {
  const connection = open(volume);
  const deliveryDay = addDays(londonDay(new Date()), DAYS_BEFORE_DELIVERY);
  const loop = "(SELECT l.id FROM loops l JOIN accounts a ON a.id = l.account_id WHERE a.email = @email)";
  const copy = (table: string) => {
    const columns = connection
      .prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
      .pluck()
      .all(table)
      .map((name) => (name === "id" ? "lower(hex(randomblob(10)))" : name === "week" ? "n.week" : `t.${name}`));
    connection
      .prepare(
        `WITH RECURSIVE n(week) AS (SELECT 2 UNION ALL SELECT week + 1 FROM n WHERE week < ${WEEKS})
         INSERT INTO ${table} SELECT ${columns.join(", ")} FROM ${table} t, n WHERE t.week = 1 AND t.loop_id = ${loop}`,
      )
      .run({ email });
  };
  connection
    .transaction(() => {
      connection
        .prepare(`UPDATE loops SET start_day = @startDay, delivery_day = @deliveryDay,
           content_version = content_version + 1 WHERE id = ${loop}`)
        .run({ email, startDay: startDayFor(deliveryDay), deliveryDay });
      for (const table of ["entries", "photos"]) copy(table);
    })
    .immediate();
  connection.close();
}

/** Deletes an account by hand, and with it what the schema deletes with an account. */
export function deleteAccount(volume: string, email: string): void {
  const connection = open(volume);
  connection.pragma("foreign_keys = ON");
  connection.prepare("DELETE FROM accounts WHERE email = ?").run(email);
  connection.close();
}

/** Overwrites the second half of the file, as a failing disk would. */
export async function damageDatabase(volume: string): Promise<void> {
  const file = await openFile(join(volume, "loop.db"), "r+");
  const { size } = await file.stat();
  const half = Math.floor(size / PAGE_BYTES / 2) * PAGE_BYTES;
  await file.write(randomBytes(size - half), 0, size - half, half);
  await file.close();
}

/** Every row of every table, as text. */
export type Rows = ReadonlyMap<string, readonly string[]>;

export function rowsOf(volume: string): Rows {
  const connection = open(volume);
  const tables = connection
    .prepare<[], string>(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all()
    .filter((name) => !name.startsWith("_") && !OF_THE_PROCESS.has(name));
  const rows = tables.map((table): [string, string[]] => [
    table,
    connection
      .prepare<[], unknown[]>(`SELECT * FROM "${table}"`)
      .raw()
      .all()
      .map((row) => JSON.stringify(row)),
  ]);
  connection.close();
  return new Map(rows);
}

/** The rows that were there and are not there any more, by table; a row that changed counts. */
export function rowsThatAreGone(before: Rows, after: Rows): string[] {
  return [...before].flatMap(([table, rows]) => {
    const there = new Set(after.get(table));
    const gone = rows.filter((row) => !there.has(row)).length;
    return gone > 0 ? [`${table}: ${gone} of ${rows.length}`] : [];
  });
}

/** How many rows of a table say this. */
export function countRows(volume: string, sql: string, ...values: string[]): number {
  const connection = open(volume, { readonly: true });
  const count = connection
    .prepare<string[], number>(sql)
    .pluck()
    .get(...values);
  connection.close();
  return count ?? 0;
}
