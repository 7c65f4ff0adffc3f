import { and, eq, getTableColumns, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "#db/client.server";
import * as schema from "#db/schema";
import { daysBefore, monthsBefore } from "~/domain/kernel/time/retention-periods";

/** How a kind of row is declared: whose it is, what its owner gets of it, how long it is kept, and how it is erased. */

const { orders, shipments } = schema;

export interface Person {
  /** Absent where orders alone lose their person. */
  account?: Pick<typeof schema.accounts.$inferSelect, "id" | "email">;
  orderIds: readonly string[];
  /** Years whose content, or whose own books, are theirs. */
  loopIds: readonly string[];
}
export type KnownPerson = Person & Required<Pick<Person, "account">>;

export type Row = Readonly<Record<string, unknown>>;
export type Tables = {
  [Name in keyof typeof schema as (typeof schema)[Name] extends SQLiteTable ? Name : never]: (typeof schema)[Name];
};
type Columns<Table extends SQLiteTable> = keyof Table["$inferSelect"] & string;
type Values<Table extends SQLiteTable> = { readonly [Column in Columns<Table>]?: Table["$inferInsert"][Column] };

/** The columns by which a row belongs to somebody, one of which is enough; `copies` is an order of copies. Or a condition. */
type Whose<Table extends SQLiteTable> =
  | Partial<Record<"account" | "address" | "order" | "copies" | "loop" | "shipment", Columns<Table>>>
  | ((person: KnownPerson) => SQL | undefined);

/** Rows go that are older by a column, or that match; or they are emptied: nightly all at once, or by a task of their own. */
type Kept<Table extends SQLiteTable> =
  | { by: Columns<Table>; until: (now: Date) => Date }
  | { when: (now: Date) => SQL | undefined; emptied?: Values<Table>; hasOwnTask?: true };

export interface Declared<Table extends SQLiteTable = SQLiteTable> {
  /** The table, where it isn’t the name of the entry. */
  table?: Table;
  whose: Whose<Table>;
  /** Columns that an export leaves out, each with its reason; every other one is included, even a future one. */
  leftOut?: { readonly [Column in Columns<Table>]?: string };
  /** Why none of them is exported. */
  notExported?: string;
  orderBy?: readonly SQL[];
  /** Reads them where an export tells more than their own columns. */
  read?: (person: KnownPerson) => readonly Row[];
  /** When they go, by the names under which the log counts them. Absent: they are kept as long as their owner. */
  kept?: Readonly<Record<string, Kept<Table>>>;
  /** Absent: with the row that they belong to, by its foreign key. */
  erased?:
    | "deleted"
    | { deleted: Whose<Table> }
    | { emptied: Values<Table>; of?: Whose<Table> }
    | { stay: string }
    | ((tx: Transaction, person: Person, now: Date) => void);
}

export const days = (many: number) => (now: Date) => daysBefore(now, many);
export const months = (many: number) => (now: Date) => monthsBefore(now, many);
export const atOnce = (now: Date) => now;

/** The condition for these rows of a person. @throws without one, because everybody’s would match. */
export function rowsOf(table: SQLiteTable, whose: Whose<SQLiteTable>, person: Person): SQL {
  if (typeof whose === "function") return some(whose(withAccount(person)));
  const [orderIds, loopIds] = [[...person.orderIds], [...person.loopIds]];
  const isCopies = and(inArray(orders.id, orderIds), eq(orders.kind, "book_copies"));
  const isTheirs = or(inArray(shipments.orderId, orderIds), inArray(shipments.loopId, loopIds));
  const conditions: Record<keyof typeof whose, (column: SQLiteColumn) => SQL> = {
    account: (column) => eq(column, withAccount(person).account.id),
    address: (column) => isSame(column, withAccount(person).account.email),
    order: (column) => inArray(column, orderIds),
    copies: (column) => inArray(column, db.select({ id: orders.id }).from(orders).where(isCopies)),
    loop: (column) => inArray(column, loopIds),
    shipment: (column) => inArray(column, db.select({ id: shipments.id }).from(shipments).where(isTheirs)),
  };
  const named = Object.entries(whose) as [keyof typeof whose, string][];
  return some(or(...named.map(([by, name]) => conditions[by](columnOf(table, name)))));
}

export function readRows<Table extends SQLiteTable>(
  table: Table,
  { whose, orderBy = [] }: Pick<Declared, "whose" | "orderBy">,
  person: Person,
): Table["$inferSelect"][] {
  const theirs = rowsOf(table, whose, person);
  return db
    .select()
    .from<SQLiteTable>(table)
    .where(theirs)
    .orderBy(...orderBy)
    .all();
}

/** The condition for rows that have been kept long enough. */
export function rowsOver(table: SQLiteTable, kept: Kept<SQLiteTable>, now: Date): SQL {
  return "by" in kept ? lt(columnOf(table, kept.by), kept.until(now)) : some(kept.when(now));
}

function columnOf(table: SQLiteTable, name: string): SQLiteColumn {
  const column: SQLiteColumn | undefined = getTableColumns(table)[name];
  if (!column) throw new Error(`There is no column ${name}.`);
  return column;
}

function some(condition: SQL | undefined): SQL {
  if (!condition) throw new Error("There is no condition for these rows.");
  return condition;
}

export function withAccount({ account, ...rest }: Person): KnownPerson {
  if (!account) throw new Error("These rows are found by an account.");
  return { account, ...rest };
}

export const isSame = (column: SQLiteColumn, email: string) => sql`lower(${column}) = lower(${email})`;

/** A row without its excluded columns. */
export function without<Row extends object, Left extends { readonly [Name in keyof Row]?: string }>(
  row: Row,
  left: Left,
): Omit<Row, keyof Left> {
  const remaining = Object.entries(row).filter(([name]) => !Object.hasOwn(left, name));
  return Object.fromEntries(remaining) as Omit<Row, keyof Left>;
}
