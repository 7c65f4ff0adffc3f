import type SqliteFile from "better-sqlite3";

/** The pages and jobs of the product run some 400 statements; each prepared one takes 10 KB or so. */
const MOST_STATEMENTS = 500;

type Statement = SqliteFile.Statement;

/**
 * The same connection, but a statement is prepared once for each text and used again: compiling takes longer than running.
 * The cache has at most `MOST_STATEMENTS`, those used latest.
 */
export function cacheStatements(connection: SqliteFile.Database): SqliteFile.Database {
  const cache = new Map<string, Statement>();
  const prepare = (text: string): CachedStatement => {
    const statement = cache.get(text) ?? connection.prepare(text);
    // A map is in the order of its insertions.
    cache.delete(text);
    cache.set(text, statement);
    const [oldest] = cache.size > MOST_STATEMENTS ? cache.keys() : [];
    if (oldest !== undefined) cache.delete(oldest);
    return new CachedStatement(statement);
  };
  return Object.create(connection, { prepare: { value: prepare, writable: true, configurable: true } });
}

/** What drizzle calls of a statement. Whether rows are arrays belongs to each use, not to the cached statement. */
class CachedStatement {
  #hasArrays = false;
  private readonly statement: Statement;

  constructor(statement: Statement) {
    this.statement = statement;
  }

  raw(): this {
    this.#hasArrays = true;
    return this;
  }

  run(...values: unknown[]) {
    return this.statement.run(...values.map(toBind));
  }

  get(...values: unknown[]) {
    return this.#ready().get(...values.map(toBind));
  }

  all(...values: unknown[]) {
    return this.#ready().all(...values.map(toBind));
  }

  #ready(): Statement {
    return this.statement.reader ? this.statement.raw(this.#hasArrays) : this.statement;
  }
}

/** SQLite has no instants, flags and lists: they are milliseconds, 0 or 1, and JSON. */
function toBind(value: unknown): unknown {
  if (value instanceof Date) return value.getTime();
  if (typeof value === "boolean") return Number(value);
  return Array.isArray(value) ? JSON.stringify(value) : value;
}
