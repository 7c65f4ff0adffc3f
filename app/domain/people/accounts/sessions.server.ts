import { and, eq, ne } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet, prepareRun } from "#db/queries.server";
import { accessTokens, accounts, sessions } from "#db/schema";
import { DAY_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { claimByAddress, guestOf, isGuestRow } from "./guests.server";
import { sessionKind } from "./session-keys.server";
import { SESSION_DAYS, SESSION_IDLE_DAYS } from "./session-length";

/** Customers' sessions. One expires after 14 days without a visit, and after 30 days at most. */

export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * DAY_MS;

const CUSTOMERS = sessionKind({
  table: sessions,
  prefix: "",
  idleMs: SESSION_IDLE_MS,
  longestMs: SESSION_DAYS * DAY_MS,
  touchMs: 5 * MINUTE_MS,
});
export const { hashKey } = CUSTOMERS;

type Shown = "firstName" | "lastName" | "email" | "isTest" | "deletionDueAt";

export interface SignedIn extends Pick<typeof accounts.$inferSelect, Shown> {
  accountId: string;
  sessionId: string;
  /** Whether its owner has yet to choose a password, and whether they put off being asked. */
  passwordPrompt?: "open" | "dismissed" | null;
  /** A guest in the browser that paid, whose address nobody has proven: they may write their year, and nothing else. */
  isGuest?: boolean;
}

/** Creates a session in the caller's transaction. Returns the key for the cookie: 256 random bits. */
export function beginSession(tx: Transaction, accountId: string, userAgent: string | null, now: Date): string {
  const { key, row } = CUSTOMERS.newSession(now);
  tx.insert(sessions)
    .values({ ...row, id: newId(), accountId, userAgent: userAgent?.slice(0, 200) ?? null })
    .run();
  updateLastSignIn(now, accountId);
  claimByAddress(tx, accountId);
  return key;
}

const updateLastSignIn = prepareRun((now: Date, accountId: string) =>
  db.update(accounts).set({ lastSignedInAt: now }).where(eq(accounts.id, accountId)),
);

/**
 * Creates the session in which a guest writes their year in the browser that paid. It proves no mailbox and ends when
 * somebody proves it. Null once the row is no guest's.
 */
export function beginGuestSession(guestId: string, userAgent: string | null, now: Date): string | null {
  return write((tx) => (guestOf(guestId) ? beginSession(tx, guestId, userAgent, now) : null));
}

/** The account of a session key; undefined when the key is unknown, expired, or its account may not be used. */
export function findSession(key: string, now: Date): SignedIn | undefined {
  const found = findWriter(key, now);
  return found?.isGuest ? undefined : found;
}

/** The same, or the guest who writes in this browser. */
export function findWriter(key: string, now: Date): SignedIn | undefined {
  const row = findByKey(hashKey(key));
  if (!row) return undefined;
  const { session, account } = row;
  const isGuest = !account.emailVerifiedAt && isGuestRow(account) && account.deletionDueAt === null;
  if (account.status !== "active" || !(account.emailVerifiedAt || isGuest)) return undefined;
  if (!CUSTOMERS.visit(session, now)) return undefined;
  return {
    accountId: account.id,
    sessionId: session.id,
    firstName: account.firstName,
    lastName: account.lastName,
    email: account.email,
    isTest: account.isTest,
    deletionDueAt: account.deletionDueAt,
    passwordPrompt: promptOf(account),
    isGuest,
  };
}

const findByKey = prepareGet((keyHash: string) =>
  db
    .select({ session: sessions, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(eq(sessions.keyHash, keyHash)),
);

function promptOf(account: typeof accounts.$inferSelect): SignedIn["passwordPrompt"] {
  if (!account.lacksPassword) return null;
  return account.passwordPromptDismissedAt ? "dismissed" : "open";
}

export function endSession(key: string): void {
  deleteByKey(hashKey(key));
}

const deleteByKey = prepareRun((keyHash: string) => db.delete(sessions).where(eq(sessions.keyHash, keyHash)));

/** Ends every session of an account except the given one, and every access token. */
export function endSessionsOf(tx: Transaction, accountId: string, exceptSessionId?: string): void {
  deleteAccessTokens(accountId);
  tx.delete(sessions)
    .where(
      exceptSessionId
        ? and(eq(sessions.accountId, accountId), ne(sessions.id, exceptSessionId))
        : eq(sessions.accountId, accountId),
    )
    .run();
}

const deleteAccessTokens = prepareRun((accountId: string) =>
  db.delete(accessTokens).where(eq(accessTokens.accountId, accountId)),
);
