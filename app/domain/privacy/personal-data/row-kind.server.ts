import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "#db/client.server";
import { type accounts, shipments } from "#db/schema";

/** How a kind of row is declared: whose it is, what its owner gets of it, how long it is kept, and how it is erased. */

export interface Person {
  /** Absent where orders alone lose their person. */
  account?: Pick<typeof accounts.$inferSelect, "id" | "email">;
  orderIds: readonly string[];
  /** Years whose content, or whose own books, are theirs. */
  loopIds: readonly string[];
}

export type KnownPerson = Person & Required<Pick<Person, "account">>;

/** The columns by which a row belongs to somebody, one of which is enough; or a condition. */
export type Whose =
  | Partial<Record<"account" | "address" | "order" | "loop" | "shipment", SQLiteColumn>>
  | ((person: KnownPerson) => SQL | undefined);

type Columns<Table extends SQLiteTable> = keyof Table["$inferSelect"];
type Values<Table extends SQLiteTable> = { readonly [Column in Columns<Table>]?: Table["$inferInsert"][Column] };

export type Row = Readonly<Record<string, unknown>>;

export interface Exported<Table extends SQLiteTable = SQLiteTable> {
  /** Its heading on the page of everything; without one the rows are in the folder of their year. */
  heading?: string;
  /** What its name in the data means. */
  means?: string;
  /** Columns that are left out, each with its reason; every other one is included, even a future one. */
  leftOut?: { readonly [Column in Columns<Table>]?: string };
  orderBy?: SQL;
  /** Reads them where they are told with more than their own columns. */
  read?: (person: KnownPerson) => readonly Row[];
}

/** Deleted once they match, or emptied of these values. */
export type Kept<Table extends SQLiteTable = SQLiteTable> =
  | ((now: Date) => SQL | undefined)
  | { emptied: Values<Table>; when: (now: Date) => SQL | undefined };

export interface Declared<Table extends SQLiteTable = SQLiteTable> {
  whose: Whose;
  /** A text says why they are not exported. */
  exported: Exported<Table> | string;
  /** Conditions by the names under which the log counts them; a text says who removes them. Absent: as long as their owner. */
  kept?: Readonly<Record<string, Kept<Table>>> | string;
  /** With the row that they belong to, by the foreign key; or what is done; or why they stay. */
  erased:
    | "with their owner"
    | "deleted"
    | { deleted: Whose }
    | { emptied: Values<Table>; of?: Whose }
    | { stay: string }
    | ((tx: Transaction, person: Person, now: Date) => void);
}

export type RowKind = { table: SQLiteTable } & Declared;

export function rows<Table extends SQLiteTable, const Given extends Declared<Table>>(table: Table, given: Given) {
  return { table, ...given };
}

const NAMELESS = "It names no customer.";

/** Rows that name no customer. */
export function ofNobody<Table extends SQLiteTable>(table: Table, kept?: Readonly<Record<string, Kept<Table>>>) {
  return rows(table, { whose: {}, exported: NAMELESS, erased: { stay: NAMELESS }, ...(kept ? { kept } : {}) });
}

/** The condition for these rows of a person. */
export function rowsOf(whose: Whose, person: Person): SQL {
  return some(typeof whose === "function" ? whose(withAccount(person)) : anyOf(whose, person));
}

/** @throws without a condition, because everybody’s rows would match. */
export function some(condition: SQL | undefined): SQL {
  if (!condition) throw new Error("There is no condition for these rows.");
  return condition;
}

function anyOf(whose: Exclude<Whose, (person: KnownPerson) => unknown>, person: Person): SQL | undefined {
  const { account, address, order, loop, shipment } = whose;
  const isOf = (orders: SQLiteColumn, loops: SQLiteColumn) =>
    or(inArray(orders, [...person.orderIds]), inArray(loops, [...person.loopIds]));
  const own = db.select({ id: shipments.id }).from(shipments).where(isOf(shipments.orderId, shipments.loopId));
  return or(
    account && eq(account, withAccount(person).account.id),
    address && isSame(address, withAccount(person).account.email),
    order && inArray(order, [...person.orderIds]),
    loop && inArray(loop, [...person.loopIds]),
    shipment && inArray(shipment, own),
  );
}

export function withAccount({ account, ...rest }: Person): KnownPerson {
  if (!account) throw new Error("These rows are found by an account.");
  return { account, ...rest };
}

export const isSame = (column: SQLiteColumn, email: string) => sql`lower(${column}) = lower(${email})`;
