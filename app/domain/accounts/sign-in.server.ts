import { and, desc, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { accounts } from "#db/schema";
import type { LimitName } from "../limits/limits";
import { countAttempt, uncountAttempt } from "../limits/limits.server";
import { beginAccess } from "./access-tokens.server";
import { type Account, hashEmail, sameEmail, verifiedAccountOf } from "./accounts.server";
import { knownDevice } from "./devices.server";
import { isNoGuest } from "./guests.server";
import { fitsPassword, hashPassword, isOutOfDate } from "./passwords.server";
import { beginSession } from "./sessions.server";
import { noteFailedSignIn } from "./sign-in-alarm.server";

/**
 * The door for customers. It says the same, after the same work, to whoever types a wrong password and to whoever
 * types an address nobody has; it bears ten wrong passwords for an account in a quarter of an hour and thirty from
 * a network address, and it knows the browsers its people have come through before.
 */

type SignInRefusal =
  | { ok: false; reason: "wrong" | "too_many" }
  | { ok: false; reason: "unverified"; accountId: string };

export type SignInResult = { ok: true; sessionKey: string } | SignInRefusal;

export type ProgramSignInResult = { ok: true; token: string } | SignInRefusal;

interface Knock {
  email: string;
  password: string;
  clientAddress: string;
  /** The marks of this browser, as `newDeviceToken` made them; others are worth nothing. */
  deviceTokens?: readonly string[];
}

export interface SignInRequest extends Knock {
  userAgent: string | null;
}

/** How many registrations that were never proven a password is compared with, the newest first. */
const REGISTRATIONS_TRIED = 3;

/** Signs a person in, in their browser. */
export async function signIn(request: SignInRequest, now: Date): Promise<SignInResult> {
  const opened = await open(request, now, (tx, accountId) =>
    beginSession(tx, accountId, request.userAgent, now),
  );
  return opened.ok ? { ok: true, sessionKey: opened.key } : opened;
}

/** Gives a program the token with which it speaks for a person. */
export async function signInProgram(request: Knock, now: Date): Promise<ProgramSignInResult> {
  const opened = await open(request, now, (tx, accountId) => beginAccess(tx, accountId, now));
  return opened.ok ? { ok: true, token: opened.key } : opened;
}

/** Makes the key for an account that was recognised. */
type KeyMaker = (tx: Transaction, accountId: string) => string;

/**
 * Opens the door with a new key. A wrong password and an unknown address get the same answer after the same work: always three
 * digests, the proven account's and two of nobody, or those of the newest registrations that were never proven.
 * The registration whose password fits is the one to be proven.
 */
async function open(
  request: Knock,
  now: Date,
  makeKey: KeyMaker,
): Promise<{ ok: true; key: string } | SignInRefusal> {
  const tries = triesOf(request);
  if (!tries.every(({ limit, subject }) => countAttempt(limit, subject, now))) {
    noteFailedSignIn(now);
    return { ok: false, reason: "too_many" };
  }
  const proven = verifiedAccountOf(request.email);
  const unproven = newestUnproven(request.email);
  const candidates = proven ? [proven] : unproven;
  const fits = await Promise.all(
    Array.from({ length: REGISTRATIONS_TRIED }, (_, place) =>
      fitsPassword(request.password, candidates[place]?.passwordHash ?? null),
    ),
  );
  const found = candidates.find((_, place) => fits[place]);
  const key = found && found === proven ? await admit(found, request.password, makeKey) : null;
  if (key) {
    for (const { limit, subject } of tries) uncountAttempt(limit, subject, now);
    return { ok: true, key };
  }
  if (found && !proven) return { ok: false, reason: "unverified", accountId: found.id };
  noteFailedSignIn(now);
  return { ok: false, reason: "wrong" };
}

/**
 * What one try counts against. A browser its owner has signed in with before has a counter to itself, so that
 * neither guesses from elsewhere nor a neighbour's keep the owner out; all others share those of the account and
 * of the network address.
 */
function triesOf(request: Knock): { limit: LimitName; subject: string }[] {
  const tokens = request.deviceTokens ?? [];
  const owner = tokens.length > 0 ? verifiedAccountOf(request.email) : undefined;
  const device = owner ? knownDevice(tokens, owner) : null;
  if (device) return [{ limit: "sign_in_device", subject: device }];
  return [
    { limit: "sign_in_address", subject: request.clientAddress },
    { limit: "sign_in_account", subject: hashEmail(request.email) },
  ];
}

function newestUnproven(email: string): Account[] {
  return db
    .select()
    .from(accounts)
    .where(and(sameEmail(email), isNull(accounts.emailVerifiedAt), isNoGuest))
    .orderBy(desc(accounts.createdAt))
    .limit(REGISTRATIONS_TRIED)
    .all();
}

/**
 * Makes the key, if the account still is as it was when its password was compared. A digest of an earlier
 * cost is replaced, now that the password is at hand.
 */
async function admit(account: Account, password: string, makeKey: KeyMaker): Promise<string | null> {
  const isCurrent = !isOutOfDate(account.passwordHash);
  const passwordHash = isCurrent ? account.passwordHash : await hashPassword(password);
  return db.transaction(
    (tx) => {
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
      return changes === 1 ? makeKey(tx, account.id) : null;
    },
    { behavior: "immediate" },
  );
}
