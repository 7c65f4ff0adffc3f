import { and, count, desc, eq, gte, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { accountNotes, accounts, letters, loops, orders, staff } from "#db/schema";
import { isNoGuest } from "../accounts/guests.server";
import { endSessionsOf } from "../accounts/sessions.server";
import { canGoAgain } from "../notifications/resending.server";
import { recordAct } from "./audit.server";
import { countOnce } from "./large-counts.server";

/**
 * Customers as staff see them: who they are and what they bought, never a word of what they write. A suspension takes
 * effect with the next request of every browser and program of theirs.
 */

export type AccountStatus = "active" | "inactive" | "suspended";
type Account = typeof accounts.$inferSelect;
export type AccountFacts = Omit<Account, "passwordHash">;

export const ACCOUNTS_A_PAGE = 25;
const HIGHEST = "\u{10ffff}";

export interface AccountQuestion {
  /** The beginning of an e-mail. */
  search: string;
  status: AccountStatus | "all";
  kind: "all" | "real" | "test";
}

export interface AccountLine {
  account: AccountFacts;
  loopCount: number;
  spentPence: number;
}

/** One page of accounts, the newest first, and how many there are in all; rows of guests are none. */
export function listAccounts(
  question: AccountQuestion,
  page: number,
  now: Date,
): { rows: AccountLine[]; total: number } {
  const begins = question.search.toLowerCase();
  const address = sql`lower(${accounts.email})`;
  const where = and(
    isNoGuest,
    begins === "" ? undefined : and(gte(address, begins), lt(address, begins + HIGHEST)),
    question.status === "all" ? undefined : eq(accounts.status, question.status),
    question.kind === "all" ? undefined : eq(accounts.isTest, question.kind === "test"),
  );
  // The ids first: pages far down the list then read no more than the index.
  const chosen = db
    .select({ id: accounts.id })
    .from(accounts)
    .where(where)
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .limit(ACCOUNTS_A_PAGE)
    .offset((page - 1) * ACCOUNTS_A_PAGE);
  const found = db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, chosen))
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .all();
  const have = whatTheyHave(found.map(({ id }) => id));
  const rows = found.map((account) => ({ account: withoutSecrets(account), ...haveOf(have, account.id) }));
  const counted = () => db.select({ found: count() }).from(accounts).where(where).get()?.found ?? 0;
  const isSearch = begins !== "";
  const name = `accounts ${question.status} ${question.kind}`;
  return { rows, total: isSearch ? counted() : countOnce(name, now, counted) };
}

function withoutSecrets({ passwordHash: _, ...account }: Account): AccountFacts {
  return account;
}

interface Having {
  loopCount: number;
  spentPence: number;
}

/** How many loops each of these accounts has and what it has paid, by its id. */
function whatTheyHave(accountIds: readonly string[]): ReadonlyMap<string, Having> {
  const ids = [...accountIds];
  const owned = db
    .select({ id: loops.accountId, found: count() })
    .from(loops)
    .where(inArray(loops.accountId, ids))
    .groupBy(loops.accountId)
    .all();
  const paid = db
    .select({ id: orders.accountId, pence: sql<number>`sum(${orders.totalPence} - ${orders.refundedPence})` })
    .from(orders)
    .where(and(inArray(orders.accountId, ids), isNotNull(orders.paidAt)))
    .groupBy(orders.accountId)
    .all();
  const loopsOf = new Map(owned.map(({ id, found }) => [id, found]));
  const penceOf = new Map(paid.map(({ id, pence }) => [id, pence]));
  return new Map(
    ids.map((id) => [id, { loopCount: loopsOf.get(id) ?? 0, spentPence: penceOf.get(id) ?? 0 }]),
  );
}

function haveOf(have: ReadonlyMap<string, Having>, accountId: string): Having {
  return have.get(accountId) ?? { loopCount: 0, spentPence: 0 };
}

export interface Happening {
  key: string;
  at: Date;
  text: string;
  /** Where it is a letter, which, and whether such letters go again. */
  letter?: { id: string; canGoAgain: boolean };
}

/** One account with what happened around it, the newest first; undefined where there is none. */
export function accountFacts(accountId: string) {
  const account = db
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNoGuest))
    .get();
  if (!account) return undefined;
  const notes = db
    .select({ id: accountNotes.id, note: accountNotes.note, at: accountNotes.at, by: staff.name })
    .from(accountNotes)
    .innerJoin(staff, eq(staff.id, accountNotes.staffId))
    .where(eq(accountNotes.accountId, accountId))
    .orderBy(desc(accountNotes.at))
    .limit(MOST_SHOWN)
    .all();
  const facts = { account: withoutSecrets(account), ...haveOf(whatTheyHave([accountId]), accountId) };
  return { ...facts, notes, timeline: timelineOf(account) };
}

const MOST_SHOWN = 50;

function timelineOf(account: Account): Happening[] {
  const ordered = db
    .select({ id: orders.id, number: orders.number, status: orders.status, at: orders.createdAt })
    .from(orders)
    .where(eq(orders.accountId, account.id))
    .orderBy(desc(orders.createdAt))
    .limit(MOST_SHOWN)
    .all()
    .map(({ id, number, status, at }) => ({
      key: `order-${id}`,
      at,
      text: `Order ${number}, ${status.toLowerCase()}`,
    }));
  const written = db
    .select({
      ...{ id: letters.id, kind: letters.kind, subject: letters.subject, state: letters.state },
      at: letters.createdAt,
    })
    .from(letters)
    .where(eq(letters.accountId, account.id))
    .orderBy(desc(letters.createdAt))
    .limit(MOST_SHOWN)
    .all()
    .map(({ id, kind, subject, state, at }) => ({
      key: `letter-${id}`,
      letter: { id, canGoAgain: canGoAgain({ kind, state }) },
      at,
      text: `Letter “${subject}”, ${state}`,
    }));
  const begun = db
    .select({ id: loops.id, theme: loops.theme, status: loops.status, at: loops.createdAt })
    .from(loops)
    .where(eq(loops.accountId, account.id))
    .all()
    .map(({ id, theme, status, at }) => ({
      key: `loop-${id}`,
      at,
      text: `Loop, ${theme}, ${status.toLowerCase()}`,
    }));
  const opened = { key: "opened", at: account.createdAt, text: "Account opened" };
  return [...ordered, ...written, ...begun, opened]
    .sort((one, other) => other.at.getTime() - one.at.getTime())
    .slice(0, MOST_SHOWN);
}

export type AccountChange = { ok: true } | { ok: false; reason: "not_found" | "already" };

/** Suspends an account, or lets it in again, for a reason. A suspension ends all its sessions at once. */
export function setSuspended(
  asked: { accountId: string; isSuspended: boolean; reason: string },
  staffId: string,
  now: Date,
): AccountChange {
  return changeAccount(asked.accountId, (tx, account) => {
    const isSuspended = account.status === "suspended";
    if (isSuspended === asked.isSuspended) return { ok: false, reason: "already" };
    const status = asked.isSuspended ? "suspended" : "active";
    tx.update(accounts).set({ status, updatedAt: now }).where(eq(accounts.id, account.id)).run();
    if (asked.isSuspended) endSessionsOf(tx, account.id);
    recordAct(tx, {
      ...{ staffId, act: asked.isSuspended ? "accounts.suspend" : "accounts.reactivate", now },
      ...{ object: { type: "account", id: account.id }, reason: asked.reason },
      ...{ before: { status: account.status }, after: { status } },
    });
    return { ok: true };
  });
}

/** Leaves a note for colleagues; its words stay out of the audit. */
export function addNote(
  note: { accountId: string; text: string },
  staffId: string,
  now: Date,
): AccountChange {
  return changeAccount(note.accountId, (tx, account) => {
    tx.insert(accountNotes).values({ accountId: account.id, staffId, note: note.text, at: now }).run();
    recordAct(tx, { staffId, act: "accounts.note", object: { type: "account", id: account.id }, now });
    return { ok: true };
  });
}

function changeAccount(
  accountId: string,
  change: (tx: Transaction, account: Account) => AccountChange,
): AccountChange {
  return db.transaction(
    (tx): AccountChange => {
      const account = tx
        .select()
        .from(accounts)
        .where(and(eq(accounts.id, accountId), isNoGuest))
        .get();
      return account ? change(tx, account) : { ok: false, reason: "not_found" };
    },
    { behavior: "immediate" },
  );
}
