import { asc, eq } from "drizzle-orm";
import { db } from "#db/client.server";
import { accounts, loops, orders } from "#db/schema";
import { DECLARED, type IN_YEARS, PERSONAL_DATA } from "../personal-data/personal-data.server";
import { type Row, readRows, without } from "../personal-data/row-kind.server";
import { LISTS } from "./lists";

/** All data about a person except their loops, as one record of lists. */

export type Lists = Readonly<Record<string, readonly Row[]>>;

type Kinds = typeof DECLARED;
type Exported = { [Name in keyof Kinds]: Kinds[Name] extends { notExported: string } ? never : Name }[keyof Kinds];
/** Every kind of row that is exported has its list, except those that are records of their own. */
const listed: Readonly<Record<Exclude<Exported, "accounts" | "loops" | keyof typeof IN_YEARS>, unknown>> = LISTS;

/** Undefined when the account does not exist. */
export function readAccount(accountId: string): { account: Row; lists: Lists } | undefined {
  const account = db.select().from(accounts).where(eq(accounts.id, accountId)).get();
  if (!account) return undefined;
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.accountId, accountId)).all();
  const person = { account, orderIds: own.map(({ id }) => id), loopIds: loopIdsOf(accountId) };
  const lists = PERSONAL_DATA.filter(({ name }) => name in listed).map((kind) => {
    const { name, table, leftOut = {}, read } = kind;
    const found = read ? read(person) : readRows(table, kind, person);
    return [name, found.map((row) => without(row, leftOut))] as const;
  });
  return { account: without(account, DECLARED.accounts.leftOut), lists: Object.fromEntries(lists) };
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
