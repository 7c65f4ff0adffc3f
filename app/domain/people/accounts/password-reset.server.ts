import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, sql, TransactionRollbackError } from "drizzle-orm";
import { db, type Transaction, write } from "#db/client.server";
import { prepareGet, prepareRun } from "#db/queries.server";
import { accounts, oneTimeCodes } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { countAttempt, countTogether, forgetAttempts } from "~/domain/kernel/limits/limits.server";
import { RESET_LINK_MINUTES } from "~/domain/kernel/time/access-lengths";
import { MINUTE_MS } from "~/domain/kernel/time/durations";
import { seller } from "~/domain/mail/layout/seller.server";
import { queueEmail } from "~/domain/mail/outbox/outbox.server";
import { passwordChanged, passwordReset } from "./account-emails";
import { hashEmail, verifiedAccountOf } from "./accounts.server";
import { hashPassword } from "./passwords.server";
import { endSessionsOf } from "./sessions.server";

/**
 * Resetting a password by email. The link contains 256 random bits, of which only a hash is stored; it is valid for
 * half an hour and one use, and a newer one voids it. Opening it changes nothing, because mail scanners open links. It
 * signs nobody in, and using it signs out every session.
 */

/** Shown to everybody: an address with an account was sent a link now or within the last half hour. */
export const RESET_MESSAGES = {
  message: "Check your email.",
  more: `If there’s an account with that address, we’ve emailed you a link. It works for ${RESET_LINK_MINUTES} minutes. Use the newest one, and look in your junk folder if you can’t see it.`,
};

const hashToken = (token: string) => createHash("sha256").update(`reset:${token}`).digest("base64url");

/** For an unknown address the same rows are written and rolled back. */
const NOBODY = { id: "nobody", email: "nobody@nowhere.invalid", firstName: "Nobody" };

/**
 * Sends the link if the address has an account; no account gets more than three emails an hour. A request is skipped
 * only while an earlier link still works, so that a stranger's requests never leave the owner without one. The caller
 * responds the same in both cases, and the timing is the same: the same rows are written in one commit, and those for
 * an unknown address are rolled back before it.
 * @returns false when this client has made too many requests, for any addresses.
 */
export function requestPasswordReset(email: string, clientAddress: string, now: Date): boolean {
  return write((tx) => {
    if (!countAttempt("reset_address", clientAddress, now)) return false;
    const subject = hashEmail(email);
    const limits = ["reset_account", "reset_links"] as const;
    const tries = limits.map((limit) => ({ limit, subject }));
    if (!countTogether(tries, now)) return true;
    const account = verifiedAccountOf(email);
    const owner = account?.status === "active" ? account : null;
    // The rows for an unknown address refer to a missing account; foreign keys are only checked at commit.
    tx.run(sql`PRAGMA defer_foreign_keys = ON`);
    try {
      tx.transaction((rows) => {
        sendLink(rows, owner ?? NOBODY, now);
        if (!owner) rows.rollback();
      });
    } catch (error) {
      if (!(error instanceof TransactionRollbackError)) throw error;
    }
    return true;
  });
}

function sendLink(tx: Transaction, account: typeof NOBODY, now: Date): void {
  const token = randomBytes(32).toString("base64url");
  voidResetLinks(account.id, now);
  const row = tx
    .insert(oneTimeCodes)
    .values({
      accountId: account.id,
      purpose: "reset_password",
      codeHash: hashToken(token),
      sentTo: account.email,
      createdAt: now,
      expiresAt: new Date(now.getTime() + RESET_LINK_MINUTES * MINUTE_MS),
    })
    .returning({ id: oneTimeCodes.id })
    .get();
  queueEmail(tx, {
    accountId: account.id,
    to: { name: account.firstName, email: account.email },
    dedupeKey: `reset:${row.id}`,
    message: passwordReset({
      firstName: account.firstName,
      resetUrl: `${settings.publicOrigin}/reset-password?token=${token}`,
      minutes: RESET_LINK_MINUTES,
    }),
    now,
  });
}

/** Voids every reset link of this account. */
export const voidResetLinks = prepareRun((accountId: string, now: Date) =>
  db
    .update(oneTimeCodes)
    .set({ voidedAt: now })
    .where(and(eq(oneTimeCodes.accountId, accountId), eq(oneTimeCodes.purpose, "reset_password"))),
);

function isLive(tokenHash: string, now: Date) {
  return and(
    eq(oneTimeCodes.codeHash, tokenHash),
    eq(oneTimeCodes.purpose, "reset_password"),
    isNull(oneTimeCodes.usedAt),
    isNull(oneTimeCodes.voidedAt),
    gt(oneTimeCodes.expiresAt, now),
  );
}

/** The address a link was sent to, if the link is still valid; reading does not use it up. */
export function openResetLink(token: string, now: Date): { email: string } | undefined {
  return findLiveLink(hashToken(token), now);
}

const findLiveLink = prepareGet((tokenHash: string, now: Date) =>
  db.select({ email: oneTimeCodes.sentTo }).from(oneTimeCodes).where(isLive(tokenHash, now)),
);

export type ResetResult = { ok: true; accountId: string } | { ok: false; reason: "invalid_link" };

/** Sets the new password with a valid link: works once, ends every session, and sends a notice by email. */
export async function resetPassword(token: string, password: string, now: Date): Promise<ResetResult> {
  const passwordHash = await hashPassword(password);
  return write((tx): ResetResult => {
    const used = updateUsed(hashToken(token), now);
    if (!used) return { ok: false, reason: "invalid_link" };
    const account = updatePassword(passwordHash, now, used.accountId);
    endSessionsOf(tx, used.accountId);
    for (const limit of ["reset_account", "reset_links"] as const) forgetAttempts(limit, hashEmail(used.sentTo));
    if (account) queueChangeNotice(tx, account, used.id, now);
    return { ok: true, accountId: used.accountId };
  });
}

const updateUsed = prepareGet((tokenHash: string, now: Date) =>
  db.update(oneTimeCodes).set({ usedAt: now }).where(isLive(tokenHash, now)).returning(),
);

const updatePassword = prepareGet((passwordHash: string, now: Date, accountId: string) =>
  db
    .update(accounts)
    .set({ passwordHash, lacksPassword: false, updatedAt: now })
    .where(eq(accounts.id, accountId))
    .returning(),
);

/** Tells the owner that the password was changed; `occasion` keeps one change from sending two emails. */
export function queueChangeNotice(
  tx: Transaction,
  account: { id: string; email: string; firstName: string },
  occasion: string,
  now: Date,
): void {
  queueEmail(tx, {
    accountId: account.id,
    to: { name: account.firstName, email: account.email },
    dedupeKey: `password-changed:${occasion}`,
    message: passwordChanged({
      firstName: account.firstName,
      forgotUrl: `${settings.publicOrigin}/forgot-password`,
      companyEmail: seller.email,
    }),
    now,
  });
}
