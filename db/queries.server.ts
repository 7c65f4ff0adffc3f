import { and, count, eq, gte, lt, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "./client.server";
import { settings } from "./schema";

/**
 * A query that is put together at its first use and kept: building its text takes drizzle longer than SQLite runs it.
 * `build` prepares it, with placeholders for its values. An instant is given as its milliseconds.
 */
export function keepQuery<Query>(build: () => Query): () => Query {
  let kept: Query | undefined;
  return () => {
    kept ??= build();
    return kept;
  };
}

const settingQuery = keepQuery(() =>
  db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.key, sql.placeholder("key")))
    .prepare(),
);

/** What staff set under this name, as JSON; undefined where they never changed it. */
export function settingOf(key: string): string | undefined {
  return settingQuery().get({ key })?.value;
}

/** The last character of Unicode, after which no text that begins with the same letters is sorted. */
const HIGHEST = "\u{10ffff}";

/** Whether a column begins with these characters, as a range that an index serves. Capitals are told apart. */
export function beginsWith(column: SQLWrapper, start: string): SQL | undefined {
  return and(gte(column, start), lt(column, start + HIGHEST));
}

/** How many rows match. */
export function countRows(table: SQLiteTable, where: SQL | undefined): number {
  return db.select({ found: count() }).from(table).where(where).get()?.found ?? 0;
}

interface Query<Row> {
  limit(rows: number): { offset(rows: number): { all(): Row[] } };
}

/** One page of a query’s rows; the first page is 1. */
export function pageOf<Row>(query: Query<Row>, page: number, size: number): Row[] {
  return query
    .limit(size)
    .offset((page - 1) * size)
    .all();
}
