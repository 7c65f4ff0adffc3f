import { and, desc, eq, gt, isNull, ne } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { accounts, oneTimeCodes } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { addressTaken, emailChangeCode, emailChanged } from "../email/email-change-emails";
import { queueEmail } from "../email/outbox.server";
import { seller } from "../email/seller.server";
import { LIMITS } from "../limits/limits";
import { HOUR_MS, MINUTE_MS } from "../time/durations";
import { type Account, accountById, verifiedAccountOf } from "./accounts.server";
import { countCodeEmail } from "./code-emails.server";
import { CODE_LIFE_MINUTES, secondsUntilResend } from "./codes";
import { codesSent, makeCode, noteUnsentCode, tryCode } from "./codes.server";
import { checkOwnPassword } from "./own-password.server";
import { voidResetLinks } from "./password-reset.server";

/**
 * A new e-mail address for an account. It is asked for with the password, proven by a code that goes to the new
 * address, and until then the old one is as good as ever. Whether the new address is somebody's already nobody
 * learns: the answer is the same, its owner is told by email, and the code can never come right. Once it is
 * proven, a notice goes to the old address.
 */

/** How long a wish for a new address is remembered; after that it has to be asked for again. */
const REMEMBERED_MINUTES = 60;

export type EmailChangeResult =
  | { ok: true }
  | { ok: false; reason: "wrong_password" | "too_many_guesses" | "too_many_codes" | "same_address" };

/** Asks for a new address and sends the code to it. */
export async function askForEmailChange(
  request: { accountId: string; newEmail: string; currentPassword: string; client?: string | null },
  now: Date,
): Promise<EmailChangeResult> {
  const { accountId, newEmail, client = null } = request;
  const password = await checkOwnPassword(accountId, request.currentPassword, now);
  if (password === "too_many") return { ok: false, reason: "too_many_guesses" };
  if (password === "wrong") return { ok: false, reason: "wrong_password" };
  return db.transaction(
    (tx): EmailChangeResult => {
      if (verifiedAccountOf(newEmail)?.id === accountId) return { ok: false, reason: "same_address" };
      const pending = pendingEmailChange(accountId, now);
      // Pressed twice: the email is on its way already.
      if (pending?.email === newEmail && pending.waitSeconds > 0) return { ok: true };
      if (codesSent(accountId, "change_email", now).today >= LIMITS.codes_account.most) {
        return { ok: false, reason: "too_many_codes" };
      }
      voidCodesForOthers(tx, accountId, newEmail, now);
      sendCode(tx, { accountId, newEmail, client }, now);
      return { ok: true };
    },
    { behavior: "immediate" },
  );
}

/** A code for another address must not come right once this one was asked for. */
function voidCodesForOthers(tx: Transaction, accountId: string, newEmail: string, now: Date): void {
  tx.update(oneTimeCodes)
    .set({ voidedAt: now })
    .where(and(isOpenChange(accountId), isNull(oneTimeCodes.voidedAt), ne(oneTimeCodes.sentTo, newEmail)))
    .run();
}

const isOpenChange = (accountId: string) =>
  and(
    eq(oneTimeCodes.accountId, accountId),
    eq(oneTimeCodes.purpose, "change_email"),
    isNull(oneTimeCodes.usedAt),
  );

function sendCode(
  tx: Transaction,
  { accountId, newEmail, client }: { accountId: string; newEmail: string; client: string | null },
  now: Date,
): void {
  const account = accountById(accountId);
  if (!account) return;
  const request = { accountId, purpose: "change_email", sentTo: newEmail, now } as const;
  if (!countCodeEmail({ email: newEmail, purpose: "change_email", client }, now)) {
    noteUnsentCode(tx, request);
    return;
  }
  const code = makeCode(tx, request);
  const owner = verifiedAccountOf(newEmail);
  const message = owner
    ? addressTaken({ firstName: owner.firstName, signInUrl: `${settings.publicOrigin}/auth` })
    : emailChangeCode({ firstName: account.firstName, code, minutes: CODE_LIFE_MINUTES });
  queueEmail(tx, {
    kind: owner ? "account_exists" : "email_change_code",
    accountId: owner?.id ?? accountId,
    to: { name: owner?.firstName ?? account.firstName, email: newEmail },
    // The owner of an address is told once an hour, however often others ask for it.
    dedupeKey: owner
      ? `address-taken:${owner.id}:${Math.floor(now.getTime() / HOUR_MS)}`
      : `change-email:${accountId}:${now.getTime()}`,
    message,
    now,
  });
}

export interface PendingEmailChange {
  email: string;
  /** Until another code may be asked for; 0 when it may be now. */
  waitSeconds: number;
}

/** The address that was asked for last and is not proven yet. */
export function pendingEmailChange(accountId: string, now: Date): PendingEmailChange | undefined {
  const since = new Date(now.getTime() - REMEMBERED_MINUTES * MINUTE_MS);
  const row = db
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
    .limit(1)
    .get();
  if (!row || row.usedAt) return undefined;
  return { email: row.email, waitSeconds: secondsUntilResend(row.at, now) };
}

export type EmailCodeResult =
  | { ok: true }
  | { ok: false; reason: "nothing_asked" | "wait" | "too_many_codes" };

/** Sends another code to the address asked for, at most every 120 seconds and ten times a day. */
export function resendEmailCode(accountId: string, now: Date, client: string | null = null): EmailCodeResult {
  return db.transaction(
    (tx): EmailCodeResult => {
      const pending = pendingEmailChange(accountId, now);
      if (!pending) return { ok: false, reason: "nothing_asked" };
      if (pending.waitSeconds > 0) return { ok: false, reason: "wait" };
      if (codesSent(accountId, "change_email", now).today >= LIMITS.codes_account.most) {
        return { ok: false, reason: "too_many_codes" };
      }
      sendCode(tx, { accountId, newEmail: pending.email, client }, now);
      return { ok: true };
    },
    { behavior: "immediate" },
  );
}

export type ConfirmResult = { ok: true; email: string } | { ok: false; reason: "wrong_code" };

/** Proves the new address with the code from its email. From then on it is the account's, and the old one is not. */
export function confirmEmailChange(accountId: string, code: string, now: Date): ConfirmResult {
  return db.transaction(
    (tx): ConfirmResult => {
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
      // Those went to the old address, which must not open the account any more.
      voidResetLinks(tx, accountId, now);
      noticeToOldAddress(tx, account, live, now);
      return { ok: true, email: live.email };
    },
    { behavior: "immediate" },
  );
}

function noticeToOldAddress(
  tx: Transaction,
  account: Account,
  proven: { id: string; email: string },
  now: Date,
): void {
  queueEmail(tx, {
    kind: "email_changed",
    accountId: account.id,
    to: { name: account.firstName, email: account.email },
    dedupeKey: `email-changed:${proven.id}`,
    message: emailChanged({
      firstName: account.firstName,
      hint: hintOf(proven.email),
      companyEmail: seller.email,
    }),
    now,
  });
}

/** An address that its owner recognises and nobody else can write to: "m…@example.org". */
export function hintOf(address: string): string {
  const [first = ""] = address;
  return `${first}…${address.slice(address.lastIndexOf("@"))}`;
}
