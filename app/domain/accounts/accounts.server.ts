import { createHash } from "node:crypto";
import { and, eq, gt, isNotNull, isNull, sql } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { newId } from "#db/identifiers";
import { accounts, consents } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { accountExists, verificationCode } from "~/domain/notifications/letters";
import { writeLetter } from "~/domain/notifications/outbox.server";
import { CODE_LIFE_MINUTES, RESEND_WAIT_SECONDS, secondsUntilResend } from "./codes";
import { codesSent, makeCode, noteUnsentCode, tryCode } from "./codes.server";
import type { Registration } from "./forms";
import { countAttempt, LIMITS } from "./limits.server";
import { hashPassword } from "./passwords.server";
import { beginSession } from "./sessions.server";

/**
 * An account belongs to whoever can read its e-mail. Registering says the same to everybody: a code is on its
 * way. If the address is already somebody's, the letter that arrives says so instead, and the code that was
 * asked for can never come right. Nobody learns from an answer, or from its timing, whether an address is known.
 */

export type Account = typeof accounts.$inferSelect;

export const MARKETING_WORDING = "Send me the occasional letter about new loops and offers";

/** Case is folded by the database on both sides, A to Z only: no other sign ever stands for one of these. */
export const sameEmail = (email: string) => sql`lower(${accounts.email}) = lower(${email})`;

export function hashEmail(email: string): string {
  return createHash("sha256").update(email.trim().toLowerCase()).digest("base64url");
}

export function accountById(accountId: string): Account | undefined {
  return db.select().from(accounts).where(eq(accounts.id, accountId)).get();
}

export function verifiedAccountOf(email: string): Account | undefined {
  return db
    .select()
    .from(accounts)
    .where(and(sameEmail(email), isNotNull(accounts.emailVerifiedAt)))
    .get();
}

/** On which page somebody registered, kept with what they agreed to there. */
export type RegistrationSource = "register" | "streamlined-signup";

/**
 * Registers a person and sends the code that proves their address.
 * Gives the id of the registration, which the browser keeps until the code is entered.
 */
export async function registerAccount(
  registration: Omit<Registration, "confirmPassword">,
  now: Date,
  source: RegistrationSource = "register",
): Promise<{ accountId: string }> {
  const passwordHash = await hashPassword(registration.password);
  return db.transaction(
    (tx) => {
      const accountId = newId();
      tx.insert(accounts)
        .values({
          id: accountId,
          email: registration.email,
          firstName: registration.firstName,
          lastName: registration.lastName,
          passwordHash,
          termsAcceptedAt: now,
          privacyAcceptedAt: now,
          createdAt: now,
          updatedAt: now,
        })
        .run();
      if (registration.marketingOptIn) {
        tx.insert(consents)
          .values({
            accountId,
            emailHash: hashEmail(registration.email),
            kind: "marketing",
            given: true,
            wording: MARKETING_WORDING,
            source,
            at: now,
          })
          .run();
      }
      sendCode(tx, { id: accountId, email: registration.email, firstName: registration.firstName }, now);
      return { accountId };
    },
    { behavior: "immediate" },
  );
}

/** What somebody typed who registered and has not proved their address yet; never the password. */
export function unprovenRegistrationOf(accountId: string) {
  const account = accountById(accountId);
  if (!account || account.emailVerifiedAt) return undefined;
  const { firstName, lastName, email } = account;
  const agreed = db
    .select({ id: consents.id })
    .from(consents)
    .where(and(eq(consents.emailHash, hashEmail(email)), eq(consents.accountId, accountId)))
    .get();
  return { firstName, lastName, email, marketingOptIn: agreed !== undefined };
}

type Addressee = Pick<Account, "id" | "email" | "firstName">;

/**
 * Writes the letter with a new code. An address that has had its fill for the hour or the day gets no further
 * letter and no code that could be guessed; whoever asked is told the same as ever.
 */
function sendCode(tx: Transaction, account: Addressee, now: Date): void {
  const request = { accountId: account.id, purpose: "verify_email", sentTo: account.email, now } as const;
  const address = hashEmail(account.email);
  if (!countAttempt("codes_email_hour", address, now) || !countAttempt("codes_email_day", address, now)) {
    noteUnsentCode(tx, request);
    return;
  }
  const code = makeCode(tx, request);
  const owner = tx
    .select({ id: accounts.id, firstName: accounts.firstName })
    .from(accounts)
    .where(and(sameEmail(account.email), isNotNull(accounts.emailVerifiedAt)))
    .get();
  const letter = owner
    ? accountExists({
        firstName: owner.firstName,
        signInUrl: `${settings.publicOrigin}/auth`,
        resetUrl: `${settings.publicOrigin}/forgot-password`,
      })
    : verificationCode({ firstName: account.firstName, code, minutes: CODE_LIFE_MINUTES });
  writeLetter(tx, {
    kind: owner ? "account_exists" : "verification_code",
    accountId: owner?.id ?? account.id,
    to: { name: account.firstName, email: account.email },
    // The owner of an address is told once an hour, however often somebody else tries it.
    occasionKey: owner
      ? `account-exists:${owner.id}:${Math.floor(now.getTime() / 3_600_000)}`
      : `verify:${account.id}:${now.getTime()}`,
    letter,
    now,
  });
}

export type ResendResult = { ok: true } | { ok: false; reason: "wait" | "too_many"; waitSeconds: number };

/**
 * Sends another code, at most every 120 seconds and ten times a day; the older code is void from then on. The
 * answer is the same where the address has had too many letters already and gets no other.
 */
export function resendCode(accountId: string, now: Date): ResendResult {
  return db.transaction(
    (tx): ResendResult => {
      const { lastAt, today } = codesSent(accountId, "verify_email", now);
      const waitSeconds = secondsUntilResend(lastAt, now);
      if (waitSeconds > 0) return { ok: false, reason: "wait", waitSeconds };
      if (today >= LIMITS.codes_account.most) {
        return { ok: false, reason: "too_many", waitSeconds: RESEND_WAIT_SECONDS };
      }
      const account = tx.select().from(accounts).where(eq(accounts.id, accountId)).get();
      if (account && !account.emailVerifiedAt) sendCode(tx, account, now);
      return { ok: true };
    },
    { behavior: "immediate" },
  );
}

/** Seconds until `resendCode` will do something. */
export function resendWait(accountId: string, now: Date): number {
  return secondsUntilResend(codesSent(accountId, "verify_email", now).lastAt, now);
}

export type VerifyResult = { ok: true; sessionKey: string } | { ok: false; reason: "wrong_code" };

/** Proves the address with the code from the letter and signs the person in. */
export function verifyEmail(
  request: { accountId: string; code: string; userAgent: string | null },
  now: Date,
): VerifyResult {
  return db.transaction(
    (tx): VerifyResult => {
      const { accountId, userAgent } = request;
      if (!proveAddress(tx, request, now)) return { ok: false, reason: "wrong_code" };
      return { ok: true, sessionKey: beginSession(tx, accountId, userAgent, now) };
    },
    { behavior: "immediate" },
  );
}

/** Tries the code within the caller's transaction; says whether the address belongs to this account from now on. */
export function proveAddress(
  tx: Transaction,
  { accountId, code }: { accountId: string; code: string },
  now: Date,
): boolean {
  const account = tx
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.emailVerifiedAt)))
    .get();
  const right = tryCode(tx, { accountId, purpose: "verify_email", code, now });
  if (!account || !right) return false;
  const owner = tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(sameEmail(account.email), isNotNull(accounts.emailVerifiedAt)))
    .get();
  if (owner) return false;
  tx.update(accounts).set({ emailVerifiedAt: now, updatedAt: now }).where(eq(accounts.id, accountId)).run();
  return true;
}

/** How long a registration is looked for by its e-mail alone. */
const SOLE_REGISTRATION_HOURS = 24;

/**
 * The unproven registration a program speaks of: the one it names by its id, else the only one of the last day with
 * this address. Where there are several, each with a password of its own, an address alone does not say whose code
 * it is, and none of them is meant.
 */
export function findRegistration(
  call: { email: string; registration: string },
  now: Date,
): Account | undefined {
  const isMeant = and(sameEmail(call.email), isNull(accounts.emailVerifiedAt));
  if (call.registration !== "") {
    return db
      .select()
      .from(accounts)
      .where(and(eq(accounts.id, call.registration), isMeant))
      .get();
  }
  const since = new Date(now.getTime() - SOLE_REGISTRATION_HOURS * 3_600_000);
  const [found, another] = db
    .select()
    .from(accounts)
    .where(and(isMeant, gt(accounts.createdAt, since)))
    .limit(2)
    .all();
  return another ? undefined : found;
}
