import { and, count, eq, getTableColumns, gte, lt, Placeholder, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "./client.server";
import { settings } from "./schema";

interface PreparedQuery<Run, All, Get> {
  run(values: Record<string, unknown>): Run;
  all(values: Record<string, unknown>): All;
  get(values: Record<string, unknown>): Get;
}

/** The placeholder of a value in a prepared query. To make text of it would put the placeholder into the query, not the value. */
class Value extends Placeholder {
  override toString(): never {
    throw new TypeError("A prepared query has its values only when it runs.");
  }
}

interface Buildable<Run, All, Get> extends SQLWrapper {
  prepare(): PreparedQuery<Run, All, Get>;
}

type Build<Values extends readonly unknown[], Run, All, Get> = (...values: Values) => Buildable<Run, All, Get>;

/** Every prepared query of the modules that were imported, for the test that prepares each against the schema. */
const declared: (() => unknown)[] = [];

/**
 * A query that is built at its first use and then only run, because building its text takes drizzle longer than SQLite runs
 * it (32 µs and 2 µs). `build` gets placeholders in place of values: it hands them to drizzle and does nothing else with
 * them. A list goes through `isIn`. A column with a `$defaultFn` is given in an insert, as its default would be made once.
 * The query runs on the only connection, so inside the transaction or savepoint that is open.
 */
function prepare<Values extends readonly unknown[], Run, All, Get>(build: Build<Values, Run, All, Get>) {
  let prepared: PreparedQuery<Run, All, Get> | undefined;
  const query = () => {
    const values: unknown = Array.from({ length: build.length }, (_, place) => new Value(String(place)));
    prepared ??= withFixedPlan(build(...(values as Values))).prepare();
    return prepared;
  };
  declared.push(query);
  return query;
}

/**
 * Keeps SQLite from compiling a statement at every run, which it does where the plan could depend on a bound value: a
 * comparison with a constant of a partial index, a flag, a limit. What `build` wrote itself, and so is no outside data,
 * becomes a literal, from which SQLite also sees that a partial index serves; `likely(…)` compiles to nothing and hides a
 * placeholder from the planner. A literal can be a text, a number, a flag or null. (SQLite's own switch for it, SQLITE_DBCONFIG_ENABLE_QPSG, is not reachable from better-sqlite3.)
 */
function withFixedPlan<Query extends SQLWrapper>(query: Query): Query {
  const text = query.getSQL().inlineParams();
  const toQuery = text.toQuery.bind(text);
  text.toQuery = (config) => toQuery({ ...config, escapeParam: () => "likely(?)" });
  query.getSQL = () => text;
  return query;
}

/** Prepares every query declared so far. @throws Error of SQLite for one that the schema does not fit. Gives how many. */
export function prepareDeclaredQueries(): number {
  for (const query of declared) query();
  return declared.length;
}

const byPlace = (values: readonly unknown[]) => Object.fromEntries(values.entries());

/** A prepared query for its first row; undefined without one. */
export function prepareGet<Values extends readonly unknown[], Get>(build: Build<Values, unknown, unknown, Get>) {
  const query = prepare(build);
  return (...values: Values) => query().get(byPlace(values));
}

/** A prepared query for all its rows. */
export function prepareAll<Values extends readonly unknown[], All>(build: Build<Values, unknown, All, unknown>) {
  const query = prepare(build);
  return (...values: Values) => query().all(byPlace(values));
}

/** A prepared query that writes; it gives the number of changes. */
export function prepareRun<Values extends readonly unknown[], Run>(build: Build<Values, Run, unknown, unknown>) {
  const query = prepare(build);
  return (...values: Values) => query().run(byPlace(values));
}

/** Gives what `make` gave for the same shapes before: prepared queries that differ in their conditions, a few of each. */
export function memoize<Shapes extends readonly unknown[], Made>(make: (...shapes: Shapes) => Made) {
  const known: { shapes: Shapes; made: Made }[] = [];
  return (...shapes: Shapes): Made => {
    const found = known.find((one) => one.shapes.every((shape, place) => shape === shapes[place]));
    if (found) return found.made;
    const made = make(...shapes);
    known.push({ shapes, made });
    return made;
  };
}

/** Whether a column has one of these values, however many they are. */
export function isIn(column: SQLWrapper, values: readonly (string | number)[]): SQL {
  return sql`${column} IN (SELECT value FROM json_each(${Array.isArray(values) ? JSON.stringify(values) : sql.param(values)}))`;
}

/** What staff set under this name, as JSON; undefined where they never changed it. */
export function settingOf(key: string): string | undefined {
  return findSetting(key)?.value;
}

const findSetting = prepareGet((key: string) =>
  db.select({ value: settings.value }).from(settings).where(eq(settings.key, key)),
);

/** The last character of Unicode, after which no text that begins with the same letters is sorted. */
const HIGHEST = "\u{10ffff}";

/** Whether a column begins with these characters, as a range that an index serves. Capitals are told apart. */
export function beginsWith(column: SQLWrapper, start: string): SQL | undefined {
  return and(gte(column, start), lt(column, start + HIGHEST));
}

/** These columns of a table, each under its own name, to select. */
export function columns<Table extends SQLiteTable, const Name extends keyof Table["_"]["columns"] & string>(
  table: Table,
  ...names: readonly Name[]
): Pick<Table["_"]["columns"], Name> {
  const chosen = Object.entries(getTableColumns(table)).filter(([name]) => names.some((one) => one === name));
  return Object.fromEntries(chosen) as Pick<Table["_"]["columns"], Name>;
}

/** How many rows match. */
export function countRows(table: SQLiteTable, where: SQL | undefined): number {
  return countingRows(table, where).get()?.found ?? 0;
}

/** The query of `countRows`, to be prepared. */
export function countingRows(table: SQLiteTable, where: SQL | undefined) {
  return db.select({ found: count() }).from(table).where(where);
}

/** The same, which counts no further than `most`. */
export function countingUpTo(most: number, table: SQLiteTable, where: SQL | undefined) {
  const some = db
    .select({ one: sql`1`.as("one") })
    .from(table)
    .where(where)
    .limit(most)
    .as("some");
  return db.select({ found: count() }).from(some);
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
