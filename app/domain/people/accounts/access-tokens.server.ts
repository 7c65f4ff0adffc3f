import { randomBytes } from "node:crypto";
import { and, eq, gt, isNotNull } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { columns, prepareGet, prepareRun } from "#db/queries.server";
import { accessTokens, accounts } from "#db/schema";
import { DAY_MS } from "~/domain/kernel/time/durations";
import { proveAddress } from "./accounts.server";
import { hashKey, type SignedIn } from "./sessions.server";

/**
 * Access tokens, which API clients send instead of a cookie: 256 random bits, stored only as a hash, valid for 30 days
 * and for one customer's own data. Signing out, a new password or a suspension takes effect with the next request.
 */

const LIFE_DAYS = 30;

/** Creates a token in the caller's transaction. Returns it in plain text, which is never available again. */
export function beginAccess(tx: Transaction, accountId: string, now: Date): string {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + LIFE_DAYS * DAY_MS);
  tx.insert(accessTokens)
    .values({ keyHash: hashKey(token), accountId, createdAt: now, expiresAt })
    .run();
  updateLastSignIn(now, accountId);
  return token;
}

const updateLastSignIn = prepareRun((now: Date, accountId: string) =>
  db.update(accounts).set({ lastSignedInAt: now }).where(eq(accounts.id, accountId)),
);

export type WithAccess = Omit<SignedIn, "sessionId">;

/** The account of a token; undefined when it is unknown, expired, or its account may not be used. */
export function findAccess(token: string, now: Date): WithAccess | undefined {
  return findAccount(hashKey(token), now);
}

const findAccount = prepareGet((keyHash: string, now: Date) =>
  db
    .select({
      accountId: accounts.id,
      ...columns(accounts, "firstName", "lastName", "email", "isTest", "deletionDueAt"),
    })
    .from(accessTokens)
    .innerJoin(accounts, eq(accounts.id, accessTokens.accountId))
    .where(
      and(
        eq(accessTokens.keyHash, keyHash),
        gt(accessTokens.expiresAt, now),
        eq(accounts.status, "active"),
        isNotNull(accounts.emailVerifiedAt),
      ),
    ),
);

export function endAccess(token: string): void {
  deleteToken(hashKey(token));
}

const deleteToken = prepareRun((keyHash: string) => db.delete(accessTokens).where(eq(accessTokens.keyHash, keyHash)));

export type ApiVerifyResult = { ok: true; token: string } | { ok: false; reason: "wrong_code" };

/** Proves the address with the code from the email and signs the API client in. */
export function verifyEmailByApi(
  request: { accountId: string; code: string; mostTries?: number },
  now: Date,
): ApiVerifyResult {
  return write((tx): ApiVerifyResult => {
    if (!proveAddress(tx, request, now)) return { ok: false, reason: "wrong_code" };
    return { ok: true, token: beginAccess(tx, request.accountId, now) };
  });
}
