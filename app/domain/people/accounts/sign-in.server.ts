import { domainToUnicode } from "node:url";
import { and, desc, eq, isNull } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareAll } from "#db/queries.server";
import { accounts } from "#db/schema";
import { type NewAlarm, raiseAlarm } from "~/domain/kernel/alarms/alarms.server";
import { beginAccess } from "./access-tokens.server";
import { type Account, hashEmail, sameEmail, verifiedAccountOf } from "./accounts.server";
import { isNotGuest } from "./guests.server";
import { fitsPassword, hashPassword, isOutOfDate } from "./passwords.server";
import { beginSession } from "./sessions.server";
import { attemptSignIn, type Visit } from "./sign-in-attempts.server";

/** Customer sign-in. A wrong password and an unknown address get the same response after the same work. */

type SignInRefusal =
  | { ok: false; reason: "wrong" | "too_many" | "suspended" }
  | { ok: false; reason: "unverified"; accountId: string };

export type SignInResult = { ok: true; sessionKey: string } | SignInRefusal;

export type ApiSignInResult = { ok: true; token: string } | SignInRefusal;

interface SignInAttempt extends Visit {
  email: string;
  password: string;
}

export interface SignInRequest extends SignInAttempt {
  userAgent: string | null;
}

/** How many unproven registrations a password is compared with, newest first. */
const REGISTRATIONS_TRIED = 3;

/** Signs a person in, in their browser. */
export async function signIn(request: SignInRequest, now: Date): Promise<SignInResult> {
  const opened = await open(request, now, (tx, accountId) => beginSession(tx, accountId, request.userAgent, now));
  return opened.ok ? { ok: true, sessionKey: opened.key } : opened;
}

/** Signs an API client in on behalf of a person; returns its token. */
export async function signInApiClient(request: SignInAttempt, now: Date): Promise<ApiSignInResult> {
  const opened = await open(request, now, (tx, accountId) => beginAccess(tx, accountId, now));
  return opened.ok ? { ok: true, token: opened.key } : opened;
}

/** Creates the session or token for the account that signed in. */
type CreateKey = (tx: Transaction, accountId: string) => string;

type Opened = { ok: true; key: string } | SignInRefusal;

async function open(request: SignInAttempt, now: Date, createKey: CreateKey): Promise<Opened> {
  const { email, clientAddress, deviceTokens } = request;
  const owner = verifiedAccountOf(email);
  const attempt = { kind: "sign_in", subject: hashEmail(email), owner, clientAddress, deviceTokens } as const;
  return await attemptSignIn(attempt, now, () => check(request, owner, now, createKey));
}

/**
 * Checks the password and creates a key. A wrong password and an unknown address get the same response after the same
 * work: always three digests, the proven account's and dummies, or those of the newest unproven registrations. If
 * an unproven registration's password matches, that one is to be proven. Only the right password of a suspended account
 * learns that it is suspended.
 */
async function check(
  { email, password }: SignInAttempt,
  proven: Account | undefined,
  now: Date,
  createKey: CreateKey,
): Promise<Opened> {
  const unproven = listUnproven(email);
  const twin = proven && twinOf(proven.email);
  const owners = [proven, twin].filter((owner) => owner !== undefined);
  const candidates = proven ? owners : unproven;
  const fits = await Promise.all(
    Array.from({ length: REGISTRATIONS_TRIED }, (_, place) =>
      fitsPassword(password, candidates[place]?.passwordHash ?? null),
    ),
  );
  const found = candidates.find((_, place) => fits[place]);
  if (!found) return { ok: false, reason: "wrong" };
  if (!proven) return { ok: false, reason: "unverified", accountId: found.id };
  if (found.status === "suspended") return { ok: false, reason: "suspended" };
  const key = await finishSignIn(found, password, createKey);
  if (key === null) return { ok: false, reason: "wrong" };
  if (found === twin) write((tx) => raiseAlarm(tx, alarmOfTwins(found.id), now));
  return { ok: true, key };
}

function alarmOfTwins(accountId: string): NewAlarm {
  const message =
    "Another account has the same mailbox, written in another way. Ask its owner which address this one should have, and correct it.";
  const of = { objectType: "account", objectId: accountId, dedupeKey: `two-accounts:${accountId}` };
  return { kind: "two_accounts", ...of, message };
}

/** Another account with the same mailbox, from before addresses had one form: its domain is in letters. */
function twinOf(email: string): Account | undefined {
  const [local, domain = ""] = email.split("@");
  const shown = domainToUnicode(domain);
  return shown === domain ? undefined : verifiedAccountOf(`${local}@${shown}`);
}

const listUnproven = prepareAll((email: string) =>
  db
    .select()
    .from(accounts)
    .where(and(sameEmail(email), isNull(accounts.emailVerifiedAt), isNotGuest))
    .orderBy(desc(accounts.createdAt))
    .limit(REGISTRATIONS_TRIED),
);

/**
 * Creates the key if the account is unchanged since its password was compared. A digest with an outdated cost is
 * replaced, because the password is known here.
 */
async function finishSignIn(account: Account, password: string, createKey: CreateKey): Promise<string | null> {
  const isCurrent = !isOutOfDate(account.passwordHash);
  const passwordHash = isCurrent ? account.passwordHash : await hashPassword(password);
  return write((tx) => {
    const { changes } = tx
      .update(accounts)
      .set({ passwordHash })
      .where(
        and(
          eq(accounts.id, account.id),
          eq(accounts.passwordHash, account.passwordHash),
          eq(accounts.status, "active"),
        ),
      )
      .run();
    return changes === 1 ? createKey(tx, account.id) : null;
  });
}
