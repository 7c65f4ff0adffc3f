import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet } from "#db/queries.server";
import { accounts, oneTimeCodes } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { LIMITS } from "~/domain/kernel/limits/limits";
import { CODE_LIFE_MINUTES } from "~/domain/kernel/time/access-lengths";
import { HOUR_MS, MINUTE_MS } from "~/domain/kernel/time/durations";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { redirectEmails } from "~/domain/mail/outbox/resending.server";
import { type Account, accountById, verifiedAccountOf } from "./accounts.server";
import { countCodeEmail } from "./code-emails.server";
import { secondsUntilResend } from "./codes";
import { codesSent, makeCode, recordUnsentCode, tryCode } from "./codes.server";
import { addressTaken, emailChangeCode, emailChanged } from "./email-change-emails";
import { checkOwnPassword } from "./own-password.server";
import { voidResetLinks } from "./password-reset.server";

/**
 * Changing an account's email address. It requires the password and a code sent to the new address; until then the old
 * one stays in use. Nobody learns whether the new address already has an account: the response is the same, its owner
 * gets an email, and the code can never be right. Once the new address is proven, a notice goes to the old one.
 */

/** How long a requested address stays pending; after that it has to be requested again. */
const REMEMBERED_MINUTES = 60;

export type EmailChangeResult =
  | { ok: true }
  | { ok: false; reason: "wrong_password" | "too_many_guesses" | "too_many_codes" | "same_address" };

/** Requests a new address and sends the code to it. */
export async function requestEmailChange(
  request: { accountId: string; newEmail: string; currentPassword: string; client?: string | null },
  now: Date,
): Promise<EmailChangeResult> {
  const { accountId, newEmail, client = null } = request;
  const password = await checkOwnPassword(accountId, request.currentPassword, now);
  if (password === "too_many") return { ok: false, reason: "too_many_guesses" };
  if (password === "wrong") return { ok: false, reason: "wrong_password" };
  return askEmailChange({ accountId, newEmail, client }, now);
}

/**
 * The same without the password, for staff when the owner rings up. The address still changes only once its
 * owner has signed in and typed the code.
 */
export function askEmailChange(
  request: { accountId: string; newEmail: string; client: string | null },
  now: Date,
): { ok: true } | { ok: false; reason: "too_many_codes" | "same_address" } {
  const { accountId, newEmail, client } = request;
  return write((tx): ReturnType<typeof askEmailChange> => {
    if (verifiedAccountOf(newEmail)?.id === accountId) return { ok: false, reason: "same_address" };
    const pending = pendingEmailChange(accountId, now);
    // A double click: the email is already on its way.
    if (pending?.email === newEmail && pending.waitSeconds > 0) return { ok: true };
    if (codesSent(accountId, "change_email", now).today >= LIMITS.codes_account.most) {
      return { ok: false, reason: "too_many_codes" };
    }
    voidCodesForOthers(tx, accountId, newEmail, now);
    sendCode(tx, { accountId, newEmail, client }, now);
    return { ok: true };
  });
}

/** A code for another address must not work once this one is requested. */
function voidCodesForOthers(tx: Transaction, accountId: string, newEmail: string, now: Date): void {
  tx.update(oneTimeCodes)
    .set({ voidedAt: now })
    .where(and(isOpenChange(accountId), ne(oneTimeCodes.sentTo, newEmail)))
    .run();
}

const isOpenChange = (accountId: string) =>
  and(eq(oneTimeCodes.accountId, accountId), eq(oneTimeCodes.purpose, "change_email"), isNull(oneTimeCodes.usedAt));

function sendCode(
  tx: Transaction,
  { accountId, newEmail, client }: { accountId: string; newEmail: string; client: string | null },
  now: Date,
): void {
  const account = accountById(accountId);
  if (!account) return;
  const request = { accountId, purpose: "change_email", sentTo: newEmail, now } as const;
  if (!countCodeEmail({ email: newEmail, purpose: "change_email", client }, now)) {
    recordUnsentCode(tx, request);
    return;
  }
  const code = makeCode(tx, request);
  const owner = verifiedAccountOf(newEmail);
  const message = owner
    ? addressTaken({ firstName: owner.firstName, signInUrl: `${settings.publicOrigin}/auth` })
    : emailChangeCode({ firstName: account.firstName, code, minutes: CODE_LIFE_MINUTES });
  queueEmail(tx, {
    accountId: owner?.id ?? accountId,
    to: { name: owner?.firstName ?? account.firstName, email: newEmail },
    // The owner of an address is notified at most once an hour, however often others request it.
    dedupeKey: owner
      ? `address-taken:${owner.id}:${Math.floor(now.getTime() / HOUR_MS)}`
      : `change-email:${accountId}:${now.getTime()}`,
    message,
    now,
  });
}

/** The address that was requested last and is not proven yet. */
export function pendingEmailChange(accountId: string, now: Date) {
  const since = new Date(now.getTime() - REMEMBERED_MINUTES * MINUTE_MS);
  const row = findNewestChange(accountId, since);
  if (!row || row.usedAt) return undefined;
  /** Seconds until another code may be requested; 0 when it may be now. */
  const waitSeconds = secondsUntilResend(row.at, now);
  return { email: row.email, waitSeconds };
}

const findNewestChange = prepareGet((accountId: string, since: Date) =>
  db
    .select({ email: oneTimeCodes.sentTo, at: oneTimeCodes.createdAt, usedAt: oneTimeCodes.usedAt })
    .from(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.accountId, accountId),
        eq(oneTimeCodes.purpose, "change_email"),
        gt(oneTimeCodes.createdAt, since),
      ),
    )
    .orderBy(desc(oneTimeCodes.createdAt))
    .limit(1),
);

export type EmailCodeResult = { ok: true } | { ok: false; reason: "nothing_asked" | "wait" | "too_many_codes" };

/** Sends another code to the requested address, at most every 120 seconds and ten times a day. */
export function resendEmailCode(accountId: string, now: Date, client: string | null = null): EmailCodeResult {
  return write((tx): EmailCodeResult => {
    const pending = pendingEmailChange(accountId, now);
    if (!pending) return { ok: false, reason: "nothing_asked" };
    if (pending.waitSeconds > 0) return { ok: false, reason: "wait" };
    if (codesSent(accountId, "change_email", now).today >= LIMITS.codes_account.most) {
      return { ok: false, reason: "too_many_codes" };
    }
    sendCode(tx, { accountId, newEmail: pending.email, client }, now);
    return { ok: true };
  });
}

export type ConfirmResult = { ok: true; email: string } | { ok: false; reason: "wrong_code" };

/** Proves the new address with the code from its email and makes it the account's only address. */
export function confirmEmailChange(accountId: string, code: string, now: Date): ConfirmResult {
  return write((tx): ConfirmResult => {
    const account = accountById(accountId);
    const live = tx
      .select({ id: oneTimeCodes.id, email: oneTimeCodes.sentTo })
      .from(oneTimeCodes)
      .where(and(isOpenChange(accountId), isNull(oneTimeCodes.voidedAt)))
      .get();
    const right = tryCode(tx, { accountId, purpose: "change_email", code, now });
    if (!account || !live || !right || verifiedAccountOf(live.email)) {
      return { ok: false, reason: "wrong_code" };
    }
    tx.update(accounts).set({ email: live.email, updatedAt: now }).where(eq(accounts.id, accountId)).run();
    // Reset links were sent to the old address, which must no longer give access.
    voidResetLinks(accountId, now);
    noticeToOldAddress(tx, account, live, now);
    redirectEmails(tx, { ids: [accountId], from: account.email, to: live.email }, now);
    return { ok: true, email: live.email };
  });
}

/** Tells the old address, without naming the new one in full. */
export function noticeToOldAddress(
  tx: Transaction,
  account: Pick<Account, "id" | "firstName" | "email">,
  proven: { id: string; email: string; isGuest?: boolean },
  now: Date,
): void {
  queueEmail(tx, {
    accountId: account.id,
    to: { name: account.firstName, email: account.email },
    dedupeKey: `email-changed:${proven.id}`,
    message: emailChanged({
      firstName: account.firstName,
      hint: hintOf(proven.email),
      isGuest: proven.isGuest,
      companyEmail: seller.email,
    }),
    now,
  });
}

/** A masked address that its owner recognises and nobody else can write to: "m…@example.org". */
export function hintOf(address: string): string {
  const [first = ""] = address;
  return `${first}…${address.slice(address.lastIndexOf("@"))}`;
}
