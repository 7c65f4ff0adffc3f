import { and, count, eq, inArray, isNotNull, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { db } from "#db/client.server";
import { beginsWith, countRows, isIn, memoize, prepareAll } from "#db/queries.server";
import { accounts, loops, orders } from "#db/schema";
import { type SortOf, sortsOf } from "#db/sorting.server";
import { cachedCount } from "~/domain/kernel/limits/large-counts.server";
import { isNotGuest } from "~/domain/people/accounts/guests.server";

/** The list of customers that staff search, and the columns of it they may see: never a password hash. */

export type AccountStatus = "active" | "inactive" | "suspended";
type Account = typeof accounts.$inferSelect;
export type AccountData = Omit<Account, "passwordHash">;

export const ACCOUNTS_A_PAGE = 25;

export interface AccountQuery {
  /** The beginning of an e-mail, of a first or last name, or of both names. */
  search: string;
  status: AccountStatus | "all";
  kind: "all" | "real" | "test";
  sort?: AccountSort;
}

export const ACCOUNT_SORTS = sortsOf(
  {
    name: sql`lower(${accounts.lastName})`,
    since: accounts.createdAt,
    "last-sign-in": accounts.lastSignedInAt,
  },
  { usual: "-since", id: accounts.id },
);

type AccountSort = SortOf<typeof ACCOUNT_SORTS>;

/** What a line of the list shows. */
const LINE = {
  id: accounts.id,
  firstName: accounts.firstName,
  lastName: accounts.lastName,
  email: accounts.email,
  status: accounts.status,
  isTest: accounts.isTest,
  createdAt: accounts.createdAt,
  lastSignedInAt: accounts.lastSignedInAt,
};

export interface AccountLine {
  account: Pick<Account, keyof typeof LINE>;
  loopCount: number;
  spentPence: number;
}

/** One page of accounts, usually newest first, and their total. Guests have no account and are left out. */
export function listAccounts(question: AccountQuery, page: number, now: Date): { rows: AccountLine[]; total: number } {
  const where = conditionOf(question);
  const { search, status, kind, sort = "" } = question;
  const isSearch = search !== "";
  const place = [ACCOUNTS_A_PAGE, (page - 1) * ACCOUNTS_A_PAGE] as const;
  const found = isSearch
    ? pageQuery(where, ACCOUNT_SORTS.orderBy(sort, true), ...place).all()
    : listAccountsWith(status, kind, sort)(...place);
  const have = whatTheyHave(found.map(({ id }) => id));
  const rows = found.map((account) => ({ account, ...haveOf(have, account.id) }));
  const counted = () => countRows(accounts, where);
  const name = `accounts ${status} ${kind}`;
  return { rows, total: isSearch ? counted() : cachedCount(name, now, counted) };
}

const conditionOf = ({ search, status, kind }: AccountQuery, by: "index" | "filter" = "index") =>
  and(
    isNotGuest,
    search === "" ? undefined : inArray(accounts.id, idsFound(search)),
    status === "all" ? undefined : eq(columnBy(by, accounts.status), status),
    kind === "all" ? undefined : eq(columnBy(by, accounts.isTest), kind === "test" ? 1 : 0),
  );

/** The "+" keeps SQLite from using the column's index. */
const columnBy = (by: "index" | "filter", column: SQLWrapper) => (by === "index" ? sql`${column}` : sql`+${column}`);

/** Ids first: a page far down the list then reads no more than the index. */
function pageQuery(where: SQL | undefined, order: SQL[], limit: number, offset: number) {
  const chosen = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  return db
    .select(LINE)
    .from(accounts)
    .where(inArray(accounts.id, chosen))
    .orderBy(...order);
}

const listAccountsWith = memoize((status: AccountQuery["status"], kind: AccountQuery["kind"], sort: AccountSort) => {
  const where = conditionOf({ search: "", status, kind }, walkedBy(sort));
  return prepareAll((limit: number, offset: number) => pageQuery(where, ACCOUNT_SORTS.orderBy(sort), limit, offset));
});

/** Accounts by age have an index for each filter; in another order, the index of the order is walked through. */
const walkedBy = (sort: AccountSort) => (sort === "" || sort.endsWith("since") ? "index" : "filter");

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
    space < 0 ? ids(begins(firstName, search)) : ids(and(begins(lastName, last), begins(sql`+${firstName}`, first))),
    ids(begins(lastName, search)),
  );
}

function begins(words: SQL, search: string): SQL | undefined {
  // Lowered as SQLite does it: ASCII letters only.
  const low = search.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
  return beginsWith(words, low);
}

export function withoutSecrets({ passwordHash: _, ...account }: Account): AccountData {
  return account;
}

interface Having {
  loopCount: number;
  spentPence: number;
}

/** The number of loops and the sum paid of each of these accounts, by id. */
export function whatTheyHave(accountIds: readonly string[]): ReadonlyMap<string, Having> {
  const ids = [...accountIds];
  const owned = countLoopsOf(ids);
  const paid = sumOrdersOf(ids);
  const loopsOf = new Map(owned.map(({ id, found }) => [id, found]));
  const penceOf = new Map(paid.map(({ id, pence }) => [id, pence]));
  return new Map(ids.map((id) => [id, { loopCount: loopsOf.get(id) ?? 0, spentPence: penceOf.get(id) ?? 0 }]));
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
