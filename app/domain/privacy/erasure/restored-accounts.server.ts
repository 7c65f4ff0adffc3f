import SqliteFile from "better-sqlite3";
import { getTableName } from "drizzle-orm";
import { rawConnection, type Transaction, write } from "#db/client.server";
import type { RestoreReport } from "#db/schema";
import { storage } from "~/adapters/adapters.server";
import { foldersOfLoop, STORED_KINDS } from "~/domain/kernel/files/stored-kinds.server";
import { recordAuditEvent } from "~/domain/people/staff/audit.server";
import { wasErased } from "./erased-accounts.server";
import { NEVER_DELETED } from "./never-deleted";

/**
 * Brings back from a copy of the database what an accident deleted of one account: the account, or years, weeks and photos
 * of it. Which rows belong to what is read from the foreign keys, by which the deletion spread. Rows that are there stay as
 * they are.
 */

/** Who signed in before signs in again: a key that was withdrawn since the copy must not open anything. */
const SIGN_INS = ["sessions", "access_tokens", "one_time_codes"];

/** Values bound at a time. */
const BATCH = 500;

type Row = Readonly<Record<string, unknown>>;

interface ForeignKey {
  table: string;
  column: string;
  parent: string;
  parentColumn: string;
  spreads: "CASCADE" | "SET NULL" | "NO ACTION";
}

export interface Wanted {
  /** Its id or its email address. */
  account: string;
  /** Only this year. */
  loopId: string | null;
}

export type RestoredAccount = ({ ok: true; accountId: string } & RestoreReport) | { ok: false; sentence: string };

export interface Restoring {
  /** Without it everything is tried and undone. */
  apply: boolean;
  /** Which copy it is, for the audit. */
  from: string;
  /** Two of the staff, and their request; a command has neither. */
  asked?: { requestId: string; staffId: string; approvedBy: string | null; reason: string };
  /** Done in the same transaction as what comes back, and when it returns false all of it is undone. */
  together?: (tx: Transaction, found: Omit<RestoreReport, "missingFiles">) => boolean;
}

/**
 * Brings it back from `copy`, a database of this release that nobody else has open and to which the list of erased
 * accounts was applied. @throws when storage does not respond.
 */
export async function restoreAccount(
  copy: string,
  wanted: Wanted,
  how: Restoring,
  now: Date,
): Promise<RestoredAccount> {
  const source = new SqliteFile(copy, { readonly: true, fileMustExist: true });
  try {
    const found = findAccount(source, wanted.account);
    if (!found.ok) return found;
    const { accountId } = found;
    const refusal = refusalOf(source, accountId, wanted);
    if (refusal) return { ok: false, sentence: refusal };
    const report = bringBack(source, accountId, wanted.loopId, how, now);
    const { restored, ...said } = report;
    return { ok: true, accountId, ...said, missingFiles: await findMissingFiles(restored) };
  } finally {
    source.close();
  }
}

function findAccount(
  source: SqliteFile.Database,
  named: string,
): { ok: true; accountId: string } | { ok: false; sentence: string } {
  const ids = source
    .prepare<[string, string], string>("SELECT id FROM accounts WHERE id = ? OR lower(email) = lower(?)")
    .pluck()
    .all(named, named);
  const [accountId] = ids;
  if (accountId === undefined)
    return {
      ok: false,
      sentence: `This copy doesn’t have the account ${named}. Try an earlier or a later copy.`,
    };
  if (ids.length > 1)
    return {
      ok: false,
      sentence: `Several accounts in this copy have that address. Enter one of these ids instead: ${ids.join(", ")}.`,
    };
  return { ok: true, accountId };
}

function refusalOf(source: SqliteFile.Database, accountId: string, { loopId }: Wanted): string | null {
  if (wasErased(accountId)) return "Its owner asked us to delete it, and we did. We can’t bring it back.";
  const live = rawConnection();
  const isDue = [source, live].some((database) =>
    database.prepare("SELECT 1 FROM accounts WHERE id = ? AND deletion_due_at IS NOT NULL").get(accountId),
  );
  if (isDue || wasDeletionRequested(accountId))
    return "Its owner has asked us to delete it. They must withdraw that first, or write to us.";
  if (loopId === null) return null;
  const owned = source.prepare("SELECT 1 FROM loops WHERE id = ? AND account_id = ?");
  if (!owned.get(loopId, accountId)) return `This copy doesn’t have the loop ${loopId} of this account.`;
  if (!live.prepare("SELECT 1 FROM accounts WHERE id = ?").get(accountId))
    return "The account of this loop is missing too. Bring back the whole account.";
  return null;
}

/** By the emails about it, where the account itself is gone. */
function wasDeletionRequested(accountId: string): boolean {
  const requests = rawConnection()
    .prepare<[string, string], string>("SELECT dedupe_key FROM emails WHERE dedupe_key GLOB ? OR dedupe_key GLOB ?")
    .pluck()
    .all(`deletion-asked:${accountId}:*`, `deletion-withdrawn:${accountId}:*`);
  const dueTimes = (kind: string) =>
    requests.filter((key) => key.startsWith(kind)).map((key) => key.slice(key.lastIndexOf(":")));
  const withdrawn = dueTimes("deletion-withdrawn");
  return dueTimes("deletion-asked").some((due) => !withdrawn.includes(due));
}

/** Undoes a trial. */
class Trial extends Error {}

type Restored = Map<string, Row[]>;
type Conflict = RestoreReport["conflicts"][number];

function bringBack(
  source: SqliteFile.Database,
  accountId: string,
  loopId: string | null,
  { apply, from, asked, together }: Restoring,
  now: Date,
) {
  const restored: Restored = new Map();
  const links: Record<string, number> = {};
  const conflicts: Conflict[] = [];
  const rowsByTable = () => Object.fromEntries([...restored].map(([table, rows]) => [table, rows.length] as const));
  try {
    write((tx) => {
      const keys = foreignKeys();
      const below = new Map<string, Row[]>();
      for (const table of tablesOfAccounts(keys)) {
        const owners = keys.filter((key) => key.table === table && key.spreads === "CASCADE");
        const rows =
          table === "accounts"
            ? rowsWhere(source, table, "id", [accountId])
            : owners.flatMap(({ column, parent, parentColumn }) =>
                rowsWhere(source, table, column, valuesOf(below.get(parent), parentColumn)),
              );
        const chosen = table === "loops" && loopId !== null ? rows.filter(({ id }) => id === loopId) : rows;
        below.set(table, chosen);
        insertMissing(table, chosen, { keys, restored, conflicts });
      }
      for (const key of keys) linkAgain(source, key, { restored, links, conflicts });
      const found = { rows: rowsByTable(), links, conflicts };
      if (!apply || together?.(tx, found) === false) throw new Trial();
      if (restored.size === 0) return;
      const { requestId, approvedBy } = asked ?? {};
      recordAuditEvent(tx, {
        staffId: asked?.staffId ?? null,
        action: "accounts.restore",
        object: { type: "account", id: accountId },
        after: { from, loopId, rows: found.rows, links, requestId, approvedBy },
        reason: asked?.reason,
        now,
      });
    });
  } catch (error) {
    if (!(error instanceof Trial)) throw error;
  }
  return { restored, rows: rowsByTable(), links, conflicts };
}

/** Every foreign key of the running shop's database. */
function foreignKeys(): ForeignKey[] {
  return rawConnection()
    .prepare<[], ForeignKey>(
      `SELECT t.name AS "table", k."from" AS "column", k."table" AS parent, coalesce(k."to", 'id') AS parentColumn,
         k.on_delete AS spreads
       FROM pragma_table_list AS t JOIN pragma_foreign_key_list(t.name) AS k
       WHERE t.schema = 'main' AND t.type = 'table' ORDER BY t.name, k.id`,
    )
    .all();
}

/** The tables whose rows are deleted with an account, owners before what they own. */
export function tablesOfAccounts(keys: readonly ForeignKey[] = foreignKeys()): string[] {
  const ordered = ["accounts"];
  for (const table of ordered)
    for (const key of keys)
      if (key.parent === table && key.spreads === "CASCADE" && !ordered.includes(key.table)) ordered.push(key.table);
  return ordered.filter((table) => !SIGN_INS.includes(table));
}

interface Progress {
  restored: Restored;
  conflicts: Conflict[];
}

/** Inserts what is missing although the shop never deletes it, and what was deleted with such a row. */
function insertMissing(
  table: string,
  rows: readonly Row[],
  { keys, restored, conflicts }: Progress & { keys: readonly ForeignKey[] },
): void {
  const connection = rawConnection();
  const columns = columnsOf(table);
  const insert = connection.prepare(
    `INSERT INTO "${table}" (${columns.map(quoted).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
  );
  const has = connection.prepare(`SELECT 1 FROM "${table}" WHERE id = ?`);
  const own = keys.filter((key) => key.table === table);
  const hasParent = (key: ForeignKey, value: unknown) =>
    connection.prepare(`SELECT 1 FROM "${key.parent}" WHERE ${quoted(key.parentColumn)} = ?`).get(value) !== undefined;
  for (const row of rows) {
    if (has.get(row.id)) continue;
    const owners = own.filter(({ spreads }) => spreads === "CASCADE");
    // What it belongs to could not come back, and that is what is reported.
    if (owners.some((key) => !hasParent(key, row[key.column]))) continue;
    const cameBack = owners.some((key) =>
      restored.get(key.parent)?.some((parent) => parent[key.parentColumn] === row[key.column]),
    );
    if (!cameBack && !NEVER_DELETED.includes(table)) continue;
    const detached = own.filter(
      (key) => key.spreads === "SET NULL" && row[key.column] !== null && !hasParent(key, row[key.column]),
    );
    const values = { ...row, ...Object.fromEntries(detached.map(({ column }) => [column, null])) };
    try {
      insert.run(columns.map((column) => (values as Row)[column] ?? null));
      restored.set(table, [...(restored.get(table) ?? []), row]);
    } catch (error) {
      conflicts.push({ table, id: String(row.id), why: reasonOf(error) });
    }
  }
}

/** Rows that outlived what came back name it again, where they name nothing else since. */
function linkAgain(
  source: SqliteFile.Database,
  { table, column, parent, parentColumn, spreads }: ForeignKey,
  { restored, links, conflicts }: Progress & { links: Record<string, number> },
): void {
  const parents = restored.get(parent);
  if (spreads !== "SET NULL" || !parents) return;
  const link = rawConnection().prepare(
    `UPDATE "${table}" SET ${quoted(column)} = ? WHERE id = ? AND ${quoted(column)} IS NULL`,
  );
  for (const row of rowsWhere(source, table, column, valuesOf(parents, parentColumn))) {
    try {
      const { changes } = link.run(row[column], row.id);
      if (changes > 0) links[`${table}.${column}`] = (links[`${table}.${column}`] ?? 0) + changes;
    } catch (error) {
      conflicts.push({ table, id: String(row.id), why: reasonOf(error) });
    }
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SqliteFile.SqliteError && error.code.startsWith("SQLITE_CONSTRAINT"))
    return `something newer is in its place (${error.message})`;
  throw error;
}

function rowsWhere(source: SqliteFile.Database, table: string, column: string, values: readonly unknown[]): Row[] {
  const select = source.prepare<[string], Row>(
    `SELECT * FROM "${table}" WHERE ${quoted(column)} IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
  );
  const found: Row[] = [];
  for (let start = 0; start < values.length; start += BATCH)
    found.push(...select.all(JSON.stringify(values.slice(start, start + BATCH))));
  return found;
}

const valuesOf = (rows: readonly Row[] = [], column: string) => rows.map((row) => row[column]);

const quoted = (column: string) => `"${column}"`;

function columnsOf(table: string): string[] {
  return rawConnection().prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);
}

/** The files of the rows that came back, less those that storage has. */
async function findMissingFiles(restored: Restored): Promise<string[]> {
  const columns = Object.values(STORED_KINDS).flatMap((kind) => kind.columns);
  const named = columns.flatMap((column) =>
    valuesOf(restored.get(getTableName(column.table)), column.name).filter((key) => typeof key === "string"),
  );
  const folders = new Set(
    [...restored.values()]
      .flat()
      .flatMap(({ loop_id: loopId }) => (typeof loopId === "string" ? foldersOfLoop(loopId) : [])),
  );
  const stored = new Set<string>();
  for (const folder of folders) for await (const key of storage.list(folder)) stored.add(key);
  return [...new Set(named)].filter((key) => !stored.has(key)).sort();
}
