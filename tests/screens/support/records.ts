import { join } from "node:path";
import SqliteFile from "better-sqlite3";

/** The database of this test file, read and changed beside the app. */

export type Row = Record<string, unknown>;

let opened: SqliteFile.Database | undefined;

/** Opened once per test file, which has a process and a data folder of its own. */
function file(): SqliteFile.Database {
  opened ??= new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { timeout: 5_000 });
  return opened;
}

export function rowsOf(query: string, ...values: unknown[]): Row[] {
  return file()
    .prepare<unknown[], Row>(query)
    .all(...values);
}

/** The only row. @throws Error unless exactly one exists. */
export function rowOf(query: string, ...values: unknown[]): Row {
  const [row, ...others] = rowsOf(query, ...values);
  if (!row || others.length > 0) throw new Error(`There are ${others.length + (row ? 1 : 0)} rows: ${query}`);
  return row;
}

/** The number of rows of a table, of all or of those that match. */
export function countOf(table: string, where = "1", ...values: unknown[]): number {
  return Number(rowOf(`SELECT count(*) AS found FROM ${table} WHERE ${where}`, ...values).found);
}

/** How often the audit has this action on this object. */
export const countActs = (action: string, id: string) =>
  countOf("audit_events", "action = ? AND object_id = ?", action, id);

/** Changes what no form changes: the effects of staff, the worker and time. */
export function change(statement: string, ...values: unknown[]): void {
  const { changes } = file()
    .prepare(statement)
    .run(...values);
  if (changes === 0) throw new Error(`Nothing was changed by: ${statement}`);
}

/** Changes the schema or the triggers, to simulate a defect. */
export function runInFile(statement: string): void {
  file().exec(statement);
}

/** The emails to an address, oldest first. */
export function emailsTo(email: string): { kind: string; text: string }[] {
  return rowsOf("SELECT kind, text_body FROM emails WHERE to_email = ? ORDER BY rowid", email).map((row) => ({
    kind: String(row.kind),
    text: String(row.text_body),
  }));
}

/** The six digits in the newest email to an address. */
export function codeFor(email: string): string {
  const message = emailsTo(email).findLast(({ kind }) => kind === "verification_code");
  const code = /\b\d{6}\b/.exec(message?.text ?? "")?.[0];
  if (!code) throw new Error(`No email with a code went to ${email}.`);
  return code;
}

const DAY_MS = 86_400_000;

/** A calendar day (YYYY-MM-DD), counted from today in London. */
export function dayFromToday(days: number): string {
  const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });
  const today = london.format(new Date());
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Fills a rate limit up, as if somebody had tried that often; see the limits of the app. */
export function useUp(limit: string, subject: string, times: number): void {
  for (let time = 0; time < times; time += 1) {
    change("INSERT INTO attempts (limit_name, subject, at) VALUES (?, ?, ?)", limit, subject, Date.now());
  }
}

/** Runs while no row of any table can be written, as on a full disk, and then allows writing again. */
export async function whileNothingIsWritten(run: () => Promise<void>): Promise<void> {
  const tables = rowsOf(
    "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite_%'",
  );
  const names = tables.flatMap(({ name }) => ["INSERT", "UPDATE", "DELETE"].map((action) => [`${name}`, action]));
  const all = (say: (trigger: string, action: string, table: string) => string) =>
    runInFile(names.map(([table = "", action = ""]) => say(`"full_${table}_${action}"`, action, table)).join(";\n"));
  all((trigger, action, table) => {
    const full = "BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END";
    return `CREATE TRIGGER ${trigger} BEFORE ${action} ON "${table}" ${full}`;
  });
  try {
    await run();
  } finally {
    all((trigger) => `DROP TRIGGER ${trigger}`);
  }
}
