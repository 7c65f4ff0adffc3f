import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { accounts, loops, orders } from "#db/schema";
import { without } from "../personal-data/left-out";
import { OF_ACCOUNTS } from "../personal-data/people.server";
import { PERSONAL_DATA } from "../personal-data/personal-data.server";
import { type KnownPerson, type Row, type RowKind, rowsOf } from "../personal-data/row-kind.server";

/** All data about a person except their loops, as one record of lists. */

export type Lists = Readonly<Record<string, readonly Row[]>>;

/** Undefined when the account does not exist. */
export function readAccount(accountId: string): { account: Row; lists: Lists } | undefined {
  const account = db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  if (!account) return undefined;
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId)).all();
  const person = { account, orderIds: own.map(({ id }) => id), loopIds: loopIdsOf(accountId) };
  const lists = EXPORTED_LISTS.map(({ name, kind, exported }) => [name, readRows(kind, exported, person)] as const);
  return { account: without(account, OF_ACCOUNTS.accounts.exported.leftOut), lists: Object.fromEntries(lists) };
}

/** The kinds of rows that are a list of the record, in its order. */
export const EXPORTED_LISTS = Object.entries(PERSONAL_DATA).flatMap(([name, kind]) => {
  const { exported } = kind;
  if (typeof exported === "string" || exported.heading === undefined) return [];
  return [{ name, kind, exported: { ...exported, heading: exported.heading } }];
});
type Exported = (typeof EXPORTED_LISTS)[number]["exported"];

function readRows({ table, whose }: RowKind, { leftOut = {}, orderBy, read }: Exported, person: KnownPerson): Row[] {
  const found = read ? read(person) : readTable();
  return found.map((row) => without(row, leftOut));

  function readTable(): readonly Row[] {
    const theirs = db.select().from(table).where(rowsOf(whose, person)).$dynamic();
    return (orderBy ? theirs.orderBy(orderBy) : theirs).all();
  }
}

/** The loops of an account, oldest first. */
export function loopIdsOf(accountId: string): string[] {
  return db
    .select({ id: loops.id })
    .from(loops)
    .where(eq(loops.accountId, accountId))
    .orderBy(asc(loops.createdAt), asc(loops.id))
    .all()
    .map(({ id }) => id);
}
