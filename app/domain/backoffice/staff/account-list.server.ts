import { and, count, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { beginsWith, isIn, prepareAll } from "#db/queries.server";
import { ACCOUNT_STATUSES, accounts, loops, orders } from "#db/schema";
import { isNotGuest } from "~/domain/people/accounts/guests.server";
import { choice, oneOf } from "~/domain/people/staff/list-filters.server";
import { columnsOf, list } from "~/domain/people/staff/lists.server";

/** The list of customers that staff search, and the columns of it they may see: never a password hash. */

type Account = typeof accounts.$inferSelect;
export type AccountStatus = Account["status"];

/** Customers, usually the newest first. Guests have no account and are left out. */
export const ACCOUNT_LIST = list(accounts, {
  name: "people",
  permission: "accounts.read",
  id: accounts.id,
  always: isNotGuest,
  // The beginning of an e-mail, of a first or last name, or of both names.
  search: (words) => inArray(accounts.id, idsFound(words)),
  filters: {
    status: oneOf(accounts.status, ACCOUNT_STATUSES),
    kind: choice(["all", "real", "test"], (kind, { column }) => eq(column(accounts.isTest), kind === "test" ? 1 : 0)),
  },
  sorts: {
    name: sql`lower(${accounts.lastName})`,
    since: accounts.createdAt,
    "last-sign-in": accounts.lastSignedInAt,
  },
  usual: "-since",
  inOrder: ["name", "last-sign-in"],
  lines: () =>
    columnsOf(accounts, "id", "firstName", "lastName", "email", "status", "isTest", "createdAt", "lastSignedInAt"),
  show: (rows) => {
    const have = whatTheyHave(rows.map(({ id }) => id));
    return rows.map((account) => ({ ...account, ...haveOf(have, account.id) }));
  },
});

/** Each kind of search reads an index of its own; for two names it is the last name's. */
function idsFound(search: string) {
  const ids = (where: SQL | undefined) => db.select({ id: accounts.id }).from(accounts).where(where);
  const email = sql`lower(${accounts.email})`;
  const firstName = sql`lower(${accounts.firstName})`;
  const lastName = sql`lower(${accounts.lastName})`;
  const space = search.indexOf(" ");
  const [first, last] = [search.slice(0, space), search.slice(space + 1).trim()];
  return unionAll(
    ids(begins(email, search)),
    search.includes(" ")
      ? ids(and(begins(lastName, last), begins(sql`+${firstName}`, first)))
      : ids(begins(firstName, search)),
    ids(begins(lastName, search)),
  );
}

function begins(words: SQL, search: string): SQL | undefined {
  // Lowered as SQLite does it: ASCII letters only.
  const low = search.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  return beginsWith(words, low);
}

export function withoutSecrets({ passwordHash: _, ...account }: Account) {
  return account;
}

interface Having {
  loopCount: number;
  spentPence: number;
}

/** The number of loops and the sum paid of those of these accounts that have any, by id. */
export function whatTheyHave(accountIds: readonly string[]): ReadonlyMap<string, Having> {
  const ids = [...accountIds];
  const have = new Map(countLoopsOf(ids).map(({ id, found }) => [id, { loopCount: found, spentPence: 0 }]));
  for (const { id, pence } of sumOrdersOf(ids))
    if (id !== null) have.set(id, { ...haveOf(have, id), spentPence: pence });
  return have;
}

const countLoopsOf = prepareAll((ids: string[]) =>
  db
    .select({ id: loops.accountId, found: count() })
    .from(loops)
    .where(isIn(loops.accountId, ids))
    .groupBy(loops.accountId),
);

const sumOrdersOf = prepareAll((ids: string[]) =>
  db
    .select({ id: orders.accountId, pence: sql<number>`sum(${orders.totalPence} - ${orders.refundedPence})` })
    .from(orders)
    .where(and(isIn(orders.accountId, ids), isNotNull(orders.paidAt)))
    .groupBy(orders.accountId),
);

export function haveOf(have: ReadonlyMap<string, Having>, accountId: string): Having {
  return have.get(accountId) ?? { loopCount: 0, spentPence: 0 };
}
