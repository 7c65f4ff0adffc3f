import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { newId } from "#db/identifiers";
import { prepareGet, prepareRun } from "#db/queries.server";
import { accounts, consents } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { HOUR_MS } from "~/domain/kernel/time/durations";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { accountExists, verificationCode } from "./account-emails";
import { countCodeEmail } from "./code-emails.server";
import { MAILBOX_LINK_HOURS, RESEND_WAIT_SECONDS, secondsUntilResend } from "./codes";
import { codesSent, makeCode, recordUnsentCode, tryCode } from "./codes.server";
import { hashEmail } from "./email-hash.server";
import type { Registration } from "./forms";
import { isNotGuest } from "./guests.server";
import { isMailboxLink, newMailboxLink } from "./mailbox-links.server";
import { hashPassword } from "./passwords.server";
import { beginSession } from "./sessions.server";

/**
 * An account belongs to the person who can read its email. Registering gives everybody the same response: a code is on
 * its way. If the address already has an account, the email says so instead, and the requested code can never be right.
 * Neither a response nor its timing reveals whether an address is known.
 */

export type Account = typeof accounts.$inferSelect;

export const MARKETING_WORDING = "Send me the occasional email about new loops and offers";

/** The database folds case on both sides, A to Z only, so no other character equals one of these letters. */
export const sameEmail = (email: string) => sql`lower(${accounts.email}) = lower(${email})`;

export { hashEmail } from "./email-hash.server";

export const accountById = prepareGet((accountId: string) =>
  db.select().from(accounts).where(eq(accounts.id, accountId)),
);

export const verifiedAccountOf = prepareGet((email: string) =>
  db
    .select()
    .from(accounts)
    .where(and(sameEmail(email), isNotNull(accounts.emailVerifiedAt))),
);

interface RegistrationOrigin {
  /** The page on which a person registered, recorded with their consents. */
  source?: "register" | "streamlined-signup";
  /** The client's network, as `clientNetwork` writes it; null when unknown. */
  client?: string | null;
  /** The id of an earlier registration by the same browser. */
  earlier?: string | undefined;
}

/**
 * Registers a person and sends the code that proves their address. A browser has one registration per address:
 * submitting it again replaces the earlier one, and the code already sent stays valid. Returns the id of the
 * registration, which the browser keeps until the code is entered.
 */
export async function registerAccount(
  registration: Omit<Registration, "confirmPassword">,
  now: Date,
  { source = "register", client = null, earlier }: RegistrationOrigin = {},
): Promise<{ accountId: string }> {
  const passwordHash = await hashPassword(registration.password);
  const { email, firstName, lastName, marketingOptIn } = registration;
  const words = { email, firstName, lastName, passwordHash };
  const accepted = { termsAcceptedAt: now, privacyAcceptedAt: now, createdAt: now, updatedAt: now };
  return write((tx) => {
    const isAgain = earlier !== undefined && replaceRegistration(tx, earlier, { ...words, ...accepted });
    const accountId = isAgain ? earlier : newId();
    if (!isAgain) {
      tx.insert(accounts)
        .values({ id: accountId, ...words, ...accepted })
        .run();
    }
    if (isAgain) deleteConsents(accountId);
    if (marketingOptIn) {
      const consent = { accountId, emailHash: hashEmail(email), kind: "marketing", at: now } as const;
      tx.insert(consents)
        .values({ ...consent, given: true, wording: MARKETING_WORDING, source })
        .run();
    }
    const { lastAt, today } = codesSent(accountId, "verify_email", now);
    if (secondsUntilResend(lastAt, now) === 0 && today < LIMITS.codes_account.most)
      sendCode(tx, { id: accountId, email, firstName }, client, now);
    return { accountId };
  });
}

const deleteConsents = prepareRun((accountId: string) => db.delete(consents).where(eq(consents.accountId, accountId)));

/** Returns false when there is no such registration for this address, or its address is already proven. */
function replaceRegistration(tx: Transaction, accountId: string, words: typeof accounts.$inferInsert): boolean {
  const isSame = and(eq(accounts.id, accountId), sameEmail(words.email));
  const isOpen = and(isNull(accounts.emailVerifiedAt), isNotGuest);
  return tx.update(accounts).set(words).where(and(isSame, isOpen)).run().changes === 1;
}

type Addressee = Pick<Account, "id" | "email" | "firstName">;

/**
 * Queues the email with a new code. An address over its limit gets no email and no code that could be guessed; the
 * response is the same. `keepsOlder` leaves earlier codes valid.
 */
function sendCode(tx: Transaction, account: Addressee, client: string | null, now: Date, keepsOlder = false): void {
  const { id: accountId, email } = account;
  const request = { accountId, purpose: "verify_email", sentTo: email, now } as const;
  if (!countCodeEmail({ email, purpose: "verify_email", client }, now)) {
    recordUnsentCode(tx, request);
    return;
  }
  const code = makeCode(tx, request, keepsOlder);
  const owner = findProvenAccount(account.email);
  const message = owner
    ? accountExists({
        firstName: owner.firstName,
        signInUrl: `${settings.publicOrigin}/auth`,
        resetUrl: `${settings.publicOrigin}/forgot-password`,
      })
    : verificationCode({
        firstName: account.firstName,
        code,
        minutes: CODE_LIFE_MINUTES,
        link: {
          url: `${settings.publicOrigin}/confirm-email/${newMailboxLink(email, now)}`,
          hours: MAILBOX_LINK_HOURS,
        },
      });
  queueEmail(tx, {
    accountId: owner?.id ?? account.id,
    to: { name: account.firstName, email: account.email },
    // The owner of an address is notified at most once an hour, however often others register with it.
    dedupeKey: owner
      ? `account-exists:${owner.id}:${Math.floor(now.getTime() / HOUR_MS)}`
      : `verify:${account.id}:${now.getTime()}`,
    message,
    now,
  });
}

const findProvenAccount = prepareGet((email: string) =>
  db
    .select({ id: accounts.id, firstName: accounts.firstName })
    .from(accounts)
    .where(and(sameEmail(email), isNotNull(accounts.emailVerifiedAt))),
);

export type ResendResult = { ok: true } | { ok: false; reason: "wait" | "too_many"; waitSeconds: number };

/** How many codes a day a person can request who knows nothing but the address; anybody may be that person. */
const UNNAMED_CODES = 5;

/**
 * Sends another code, at most every 120 seconds and ten times a day, and voids the earlier one. The response is the
 * same when the address is over its email limit and gets none. A request with the address alone (`isNamed` false) may
 * come from a stranger: it leaves earlier codes valid, and can use up only half of the day's codes.
 */
export function resendCode(
  accountId: string,
  now: Date,
  { client = null, isNamed = true }: { client?: string | null; isNamed?: boolean } = {},
): ResendResult {
  return write((tx): ResendResult => {
    const { lastAt, today } = codesSent(accountId, "verify_email", now);
    const waitSeconds = secondsUntilResend(lastAt, now);
    if (waitSeconds > 0) return { ok: false, reason: "wait", waitSeconds };
    if (today >= (isNamed ? LIMITS.codes_account.most : UNNAMED_CODES)) {
      return { ok: false, reason: "too_many", waitSeconds: RESEND_WAIT_SECONDS };
    }
    const account = accountById(accountId);
    if (account && !account.emailVerifiedAt) sendCode(tx, account, client, now, !isNamed);
    return { ok: true };
  });
}

/** Seconds until `resendCode` sends again. */
export function resendWait(accountId: string, now: Date): number {
  return secondsUntilResend(codesSent(accountId, "verify_email", now).lastAt, now);
}

export type VerifyResult = { ok: true; sessionKey: string } | { ok: false; reason: "wrong_code" };

/** Proves the address with the code from the email and signs the person in. */
export function verifyEmail(
  request: { accountId: string; code: string; userAgent: string | null },
  now: Date,
): VerifyResult {
  return write((tx): VerifyResult => {
    const { accountId, userAgent } = request;
    if (!proveAddress(tx, request, now)) return { ok: false, reason: "wrong_code" };
    return { ok: true, sessionKey: beginSession(tx, accountId, userAgent, now) };
  });
}

/** Proves the address with the link from any code email to that mailbox, and signs the person in. */
export function verifyEmailByLink(
  request: { accountId: string; link: string; userAgent: string | null },
  now: Date,
): VerifyResult {
  return write((tx): VerifyResult => {
    const { accountId, link, userAgent } = request;
    const account = accountById(accountId);
    const isRight = account && isMailboxLink(link, account.email, now);
    if (!isRight || !markProven(tx, accountId, now)) return { ok: false, reason: "wrong_code" };
    return { ok: true, sessionKey: beginSession(tx, accountId, userAgent, now) };
  });
}

/** Checks the code in the caller's transaction; returns whether the address now belongs to this account. */
export function proveAddress(
  tx: Transaction,
  tried: { accountId: string; code: string; mostTries?: number },
  now: Date,
): boolean {
  const isRight = tryCode(tx, { ...tried, purpose: "verify_email", now });
  return isRight && markProven(tx, tried.accountId, now);
}

/** Marks the address as proven, unless this or another account has already proven it. */
function markProven(_tx: Transaction, accountId: string, now: Date): boolean {
  const account = accountById(accountId);
  if (!account || account.emailVerifiedAt || verifiedAccountOf(account.email)) return false;
  updateProven(now, accountId);
  return true;
}

const updateProven = prepareRun((now: Date, accountId: string) =>
  db.update(accounts).set({ emailVerifiedAt: now, updatedAt: now }).where(eq(accounts.id, accountId)),
);
