import { createHash, randomBytes } from "node:crypto";
import { and, eq, gt, isNull, sql, TransactionRollbackError } from "drizzle-orm";
import { db, type Transaction } from "#db/client.server";
import { accounts, oneTimeCodes } from "#db/schema";
import { settings } from "~/adapters/settings.server";
import { passwordChanged, passwordReset } from "../email/account-emails";
import { queueEmail } from "../email/outbox.server";
import { seller } from "../email/seller.server";
import { countAttempt, countTogether, forgetAttempts } from "../limits/limits.server";
import { MINUTE_MS } from "../time/durations";
import { hashEmail, verifiedAccountOf } from "./accounts.server";
import { RESET_LINK_MINUTES } from "./password-reset";
import { hashPassword } from "./passwords.server";
import { endSessionsOf } from "./sessions.server";

/**
 * Choosing a new password by email. The link carries 256 random bits, of which only a hash is kept; it lives half
 * an hour, works once, and a newer one voids it. Opening it changes nothing, so that a mail scanner may. It does
 * not sign anybody in, and it signs everybody else out.
 */

/** Said to everybody: to whoever can sign in with the address, a link was sent now or less than half an hour ago. */
export const RESET_SENTENCES = {
  message: "Check your email.",
  more: `If you can sign in to Loop with that address, we’ve emailed it a link in the last ${RESET_LINK_MINUTES} minutes. Use the newest one: it works for ${RESET_LINK_MINUTES} minutes. If nothing comes within a few minutes, look in your junk folder.`,
};

const hashToken = (token: string) => createHash("sha256").update(`reset:${token}`).digest("base64url");

/** Whoever has no account is written the same rows, which are taken back. */
const NOBODY = { id: "nobody", email: "nobody@nowhere.invalid", firstName: "Nobody" };

/**
 * Sends the link, if the address is somebody's; no account gets more than three emails an hour. None is sent only where
 * one that still works was sent before, so that requests of a stranger never leave the owner without. The caller
 * answers the same either way, and the answer takes as long: the same rows are written with one commit, and those for
 * nobody are taken back before it.
 * @returns false where this client has asked too often, for whomever.
 */
export function requestPasswordReset(email: string, clientAddress: string, now: Date): boolean {
  return db.transaction(
    (tx) => {
      if (!countAttempt("reset_address", clientAddress, now)) return false;
      const subject = hashEmail(email);
      const limits = ["reset_account", "reset_links"] as const;
      if (
        !countTogether(
          limits.map((limit) => ({ limit, subject })),
          now,
        )
      )
        return true;
      const account = verifiedAccountOf(email);
      const owner = account?.status === "active" ? account : null;
      // The rows for nobody name an account that is not there; that is looked at with the commit.
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
    },
    { behavior: "immediate" },
  );
}

function sendLink(tx: Transaction, account: typeof NOBODY, now: Date): void {
  const token = randomBytes(32).toString("base64url");
  voidResetLinks(tx, account.id, now);
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
    kind: "password_reset",
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

/** Makes every link that was sent for this account worthless, within the caller's transaction. */
export function voidResetLinks(tx: Transaction, accountId: string, now: Date): void {
  tx.update(oneTimeCodes)
    .set({ voidedAt: now })
    .where(
      and(
        eq(oneTimeCodes.accountId, accountId),
        eq(oneTimeCodes.purpose, "reset_password"),
        isNull(oneTimeCodes.usedAt),
        isNull(oneTimeCodes.voidedAt),
      ),
    )
    .run();
}

function isLive(token: string, now: Date) {
  return and(
    eq(oneTimeCodes.codeHash, hashToken(token)),
    eq(oneTimeCodes.purpose, "reset_password"),
    isNull(oneTimeCodes.usedAt),
    isNull(oneTimeCodes.voidedAt),
    gt(oneTimeCodes.expiresAt, now),
  );
}

/** The address a link was sent to, if the link still works; looking does not use it. */
export function openResetLink(token: string, now: Date): { email: string } | undefined {
  const row = db.select({ email: oneTimeCodes.sentTo }).from(oneTimeCodes).where(isLive(token, now)).get();
  return row && { email: row.email };
}

export type ResetResult = { ok: true; accountId: string } | { ok: false; reason: "invalid_link" };

/** Sets the new password with a link that still works: once, ending every session, with a notice by email. */
export async function resetPassword(token: string, password: string, now: Date): Promise<ResetResult> {
  const passwordHash = await hashPassword(password);
  return db.transaction(
    (tx): ResetResult => {
      const used = tx.update(oneTimeCodes).set({ usedAt: now }).where(isLive(token, now)).returning().get();
      if (!used) return { ok: false, reason: "invalid_link" };
      const account = tx
        .update(accounts)
        .set({ passwordHash, updatedAt: now })
        .where(eq(accounts.id, used.accountId))
        .returning()
        .get();
      endSessionsOf(tx, used.accountId);
      for (const limit of ["reset_account", "reset_links"] as const)
        forgetAttempts(limit, hashEmail(used.sentTo));
      if (account) noticeOfChange(tx, account, used.id, now);
      return { ok: true, accountId: used.accountId };
    },
    { behavior: "immediate" },
  );
}

/** Tells the owner that the password was changed; `occasion` keeps one change from making two emails. */
export function noticeOfChange(
  tx: Transaction,
  account: { id: string; email: string; firstName: string },
  occasion: string,
  now: Date,
): void {
  queueEmail(tx, {
    kind: "password_changed",
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
