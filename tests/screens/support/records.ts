import { join } from "node:path";
import SqliteFile from "better-sqlite3";

/** What the house of this test file wrote down, read and changed beside it, in its own database file. */

export type Row = Record<string, unknown>;

function withFile<Result>(use: (file: SqliteFile.Database) => Result, readonly: boolean): Result {
  const file = new SqliteFile(join(process.env.DATA_DIR ?? "", "loop.db"), { readonly, timeout: 5_000 });
  try {
    return use(file);
  } finally {
    file.close();
  }
}

export function rowsOf(query: string, ...values: unknown[]): Row[] {
  return withFile((file) => file.prepare<unknown[], Row>(query).all(...values), true);
}

/** The one row there is. @throws Error where there is none, or another one too. */
export function rowOf(query: string, ...values: unknown[]): Row {
  const [row, ...others] = rowsOf(query, ...values);
  if (!row || others.length > 0) throw new Error(`There are ${others.length + (row ? 1 : 0)} rows: ${query}`);
  return row;
}

/** How many rows a table has, of all or of those that fit. */
export function countOf(table: string, where = "1", ...values: unknown[]): number {
  return Number(rowOf(`SELECT count(*) AS found FROM ${table} WHERE ${where}`, ...values).found);
}

/** Changes what no form changes: what staff do, what the worker does, and that time goes by. */
export function change(statement: string, ...values: unknown[]): void {
  const { changes } = withFile((file) => file.prepare(statement).run(...values), false);
  if (changes === 0) throw new Error(`Nothing was changed by: ${statement}`);
}

/** Changes the database itself, for what only a broken machine does. */
export function runInFile(statement: string): void {
  withFile((file) => file.exec(statement), false);
}

/** The emails to an address, the oldest first. */
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

/** The day of the calendar, so many days from the one it is in London. */
export function dayFromToday(days: number): string {
  const london = new Intl.DateTimeFormat("en-CA", { timeZone: "Europe/London" });
  const today = london.format(new Date());
  return new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10);
}

/** As if somebody had tried so often already; see the limits of the house. */
export function useUp(limit: string, subject: string, times: number): void {
  for (let time = 0; time < times; time += 1) {
    change("INSERT INTO attempts (limit_name, subject, at) VALUES (?, ?, ?)", limit, subject, Date.now());
  }
}

/** Runs while not one row of any table can be written, as on a disk that is full, and makes room again. */
export async function whileNothingIsWritten(run: () => Promise<void>): Promise<void> {
  const tables = rowsOf("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
  const names = tables.flatMap(({ name }) =>
    ["INSERT", "UPDATE", "DELETE"].map((action) => [`${name}`, action]),
  );
  const all = (say: (trigger: string, action: string, table: string) => string) =>
    runInFile(
      names.map(([table = "", action = ""]) => say(`"full_${table}_${action}"`, action, table)).join(";\n"),
    );
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
