import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type SqliteFile from "better-sqlite3";

/**
 * A damaged database. The first process that meets damage leaves a file beside the database, and from then on no process
 * writes: what is written on damaged pages makes more of them. Moving `loop.db*` away moves the note too.
 */

const CODES = /^SQLITE_(?:CORRUPT|NOTADB)(?:_|$)/;

const noteOf = (file: string) => `${file}-damaged`;

/** The code by which SQLite says that the file is damaged; null for any other error. */
export function damageCode(error: unknown): string | null {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" && CODES.test(code) ? code : null;
}

/** Since when the database is known to be damaged, and what was found; null while nothing was. */
export function knownDamage(file: string): { since: Date; found: string } | null {
  const since = statSync(noteOf(file), { throwIfNoEntry: false })?.mtime;
  return since ? { since, found: readFileSync(noteOf(file), "utf8") } : null;
}

/** Closes writing in every process that has this database open. */
export function noteDamage(file: string, found: string): void {
  if (existsSync(noteOf(file))) return;
  console.error(`The database ${file} is damaged (${found}). Nothing is written any more.`);
  writeFileSync(noteOf(file), found, { mode: 0o600, flush: true });
}

/** Opens writing again, once the whole file was read and is sound. */
export function forgetDamage(file: string): void {
  rmSync(noteOf(file), { force: true });
}

/** What a write is refused with: the code that SQLite gives, so that it is handled the same. */
class DamagedDatabaseError extends Error {
  readonly code = "SQLITE_CORRUPT";
  override readonly name = "DamagedDatabaseError";
}

/** Runs something on the database and notes the damage that it meets. */
export function notingDamage<Result>(file: string, run: () => Result): Result {
  try {
    return run();
  } catch (error) {
    const code = damageCode(error);
    if (code) noteDamage(file, code);
    throw error;
  }
}

/** Every statement of this connection notes damage, and none writes once damage is known. */
export function refuseWhenDamaged(connection: SqliteFile.Database, file: string): void {
  const prepare = connection.prepare.bind(connection);
  const guarded = (text: string) => {
    const statement = notingDamage(file, () => prepare(text));
    const methods: Pick<SqliteFile.Statement, "run" | "get" | "all"> = Object.getPrototypeOf(statement);
    const guard =
      (method: keyof typeof methods) =>
      (...values: unknown[]) => {
        if (!statement.readonly && existsSync(noteOf(file)))
          throw new DamagedDatabaseError("The database is damaged: nothing is written.");
        return notingDamage(file, () => Reflect.apply(methods[method], statement, values));
      };
    return Object.assign(statement, { run: guard("run"), get: guard("get"), all: guard("all") });
  };
  Object.assign(connection, { prepare: guarded });
}
